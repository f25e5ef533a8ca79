/** The completion scripts of bash, zsh and fish. They ask the program for names, and run nothing that they get. */
import { COMPLETING } from './help-text';
import { shellWord } from '../reports/text/printable';
import { pickByName } from './shared/option-values';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

/**
 * The script of `shell`; without one, of the shell that `SHELL` names, else of bash. The same script completes `npx wirejig`.
 * `program`: what the script calls for names. Throws UsageError for another shell.
 */
export function completionScript(shell: string | undefined, program: readonly string[]): string {
  const own = process.env['SHELL']?.split('/').at(-1) ?? '';
  const named = shell ?? SHELLS.find((one) => one === own) ?? 'bash';
  const found = pickByName(SHELLS, (one) => one, named, 'shell', 'there are');
  // yargs asks SHELL how to write names: plain ones serve all three.
  const call = ['env', 'SHELL=/bin/sh', ...program, COMPLETING].map(shellWord).join(' ');
  return SCRIPTS[found](call);
}

/** By npx there is no `wirejig` in the path; the program that runs now is called by its own path then. */
export function completingProgram(): readonly string[] {
  const [node = 'node', program = 'wirejig'] = process.argv;
  return process.env['npm_command'] === undefined ? ['wirejig'] : [node, program];
}

const SCRIPTS: Readonly<Record<(typeof SHELLS)[number], (call: string) => string>> = {
  bash: (call) => `# wirejig in bash: wirejig completion bash >> ~/.bashrc
_wirejig_completions() {
  local words=("\${COMP_WORDS[@]:0:COMP_CWORD+1}") current="\${COMP_WORDS[COMP_CWORD]}" name
  COMPREPLY=()
  [ "\${words[0]##*/}" = npx ] && words=("\${words[@]:1}")
  [ "\${words[0]##*/}" = wirejig ] && [ "\${#words[@]}" -gt 1 ] || return 0
  [ "$current" = : ] && current=
  while IFS= read -r name; do
    case "$name" in "$current"*) COMPREPLY+=("$(printf %q "$name")") ;; esac
  done < <(${call} "\${words[@]}" 2>/dev/null)
}
complete -o bashdefault -o default -F _wirejig_completions wirejig npx
`,
  zsh: (call) => `#compdef wirejig npx
# wirejig in zsh: wirejig completion zsh >> ~/.zshrc, after compinit
_wirejig() {
  local -a typed names
  typed=("\${(@)words[1,CURRENT]}")
  [[ \${typed[1]:t} == npx ]] && shift typed
  if [[ \${typed[1]:t} == wirejig && $#typed -gt 1 ]]; then
    names=("\${(@f)$(${call} "\${typed[@]}" 2>/dev/null)}")
  fi
  if [[ -n \${names[1]:-} ]]; then compadd -- "\${names[@]}"; else _default; fi
}
compdef _wirejig wirejig npx
`,
  fish: (call) => `# wirejig in fish: wirejig completion fish > ~/.config/fish/completions/wirejig.fish
function __wirejig_complete
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  string match -q '*npx' -- $words[1]; and set -e words[1]
  test (count $words) -gt 0; and string match -q '*wirejig' -- $words[1]; or return
  ${call} $words "$current" 2>/dev/null
end
complete -c wirejig -a '(__wirejig_complete)'
complete -c npx -a '(__wirejig_complete)'
`,
};
