/** The completions of a shell: names from the same lists that the commands read, and the scripts that ask for them and run nothing that they get. */
import { imageKinds } from '../devices/emulation/images';
import { protocolIds } from '../scenarios/protocols';
import { LISTS } from './commands/list/list';
import { catalogue } from './shared/catalogue';
import type { ListedBoard, Part } from './shared/catalogue-entry';
import { COMPLETING } from './help-text';
import { shellWord } from '../reports/text/printable';
import { pickByName } from './shared/option-values';

/** The configured boards, where a board is typed. */
export async function configuredNames(words: readonly string[]): Promise<readonly string[]> {
  const asked =
    ['--board', '--a', '--b'].includes(words.at(-2) ?? '') ||
    ['simulate', 'monitor', 'doctor'].includes(words[0] ?? '');
  if (!asked) return [];
  return (await import('./config/config-document.js')).boardNames();
}

/**
 * Joins the parts of words that bash splits at colons: `virtual` `:` `oven`. bash replaces only the last part: `offset` is the
 * length of the word before it.
 */
export function joinWords(words: readonly string[]): {
  readonly words: readonly string[];
  readonly offset: number;
} {
  const whole: string[] = [];
  let offset = 0;
  words.forEach((word, at) => {
    const glued = whole.length > 0 && (word === ':' || words[at - 1] === ':');
    const last = glued ? (whole.pop() ?? '') : '';
    whole.push(last + word);
    offset = word === ':' ? last.length + 1 : last.length;
  });
  return { words: whole, offset };
}

/**
 * The names that may follow `words`, whose last one is incomplete, with the `configured` boards. undefined: only options and
 * commands may follow.
 */
export async function namesFor(
  words: readonly string[],
  configured: readonly string[] = [],
): Promise<readonly string[] | undefined> {
  const typed = words.at(-1) ?? '';
  const [command, ...rest] = words.filter((word) => !word.startsWith('-'));
  switch (words.at(-2) ?? '') {
    case '--board':
      return [
        ...configured,
        ...boardNames(typed, 'virtual:', await boards()),
        ...boardNames(typed, 'qemu:', imageKinds(await boards())),
      ];
    case '--a':
    case '--b':
      return configured.length > 0 ? configured : undefined;
    case '--only':
    case '--skip':
      return (await catalogue())
        .flatMap(({ suite }) => [...suite.requirements, ...suite.scenarios])
        .map(({ id }) => id);
    case '--match':
    case '-k':
    case '--repeat':
      return [];
    case '--param':
      return (await catalogue()).flatMap(({ suite }) => suite.parameters).map(({ name }) => `${name}=`);
    case '--suite':
      return suitesOf(command);
    case '--dissector':
      return idsWith('dissection');
    case '--reporter':
      return ['github'];
    case '--defect':
      return (await boards()).flatMap(({ defects }) => defects).map(({ name }) => name);
  }
  if (typed.startsWith('-')) return undefined;
  if (command === 'run' || command === 'audit') return protocolIds();
  if (command === 'fuzz') return rest.length <= 1 ? idsWith('targets') : undefined;
  if (command === 'simulate' && rest.length <= 1)
    return [...configured, ...boardNames(typed, '', await boards())];
  if (command === 'monitor' || command === 'doctor')
    return rest.length <= 1 && configured.length > 0 ? configured : undefined;
  if (command === 'stimulus') return rest.length <= 1 ? ['sheet', 'serve'] : undefined;
  if (command === 'list') return rest.length <= 1 ? LISTS : protocolIds();
  return undefined;
}

async function boards(): Promise<readonly ListedBoard[]> {
  return (await catalogue()).flatMap((entry) => entry.boards);
}

async function suitesOf(command: string | undefined): Promise<readonly string[]> {
  if (command === 'check') return idsWith('traceMonitor');
  return command === 'tap' ? idsWith('tapMonitor') : protocolIds();
}

async function idsWith(part: Part): Promise<readonly string[]> {
  return (await catalogue()).flatMap(({ suite, parts }) => (parts.includes(part) ? [suite.id] : []));
}

function boardNames(typed: string, scheme: string, kinds: readonly ListedBoard[]): readonly string[] {
  const plus = typed.lastIndexOf('+');
  if (plus < 0) return kinds.map(({ name }) => `${scheme}${name}`);
  const head = typed.slice(0, plus);
  const kind = kinds.find(({ name }) => head === scheme + name || head.startsWith(`${scheme}${name}+`));
  return (kind?.defects ?? []).map(({ name }) => `${head}+${name}`);
}

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
