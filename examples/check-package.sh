#!/usr/bin/env bash
# Tries the packed package as a new user does, in empty folders: examples/check-package.sh TARBALL
set -euo pipefail
tarball=$(realpath "$1")
# 20 kB of them are the JSON Schemas of editors and scripts.
readonly MOST_BYTES=1350000
# serialport brings ten parsers, and no program can leave them out: 160 kB.
readonly MOST_PACKAGES=52

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() {
  printf 'FAILED: %s\n' "$1" >&2
  exit 1
}

# project NAME TYPE: an empty folder with the package.
project() {
  mkdir "$1"
  printf '{ "name": "%s", "private": true, "type": "%s" }\n' "$1" "$2" >"$1/package.json"
  (cd "$1" && npm install --save-dev --no-audit --no-fund --silent "$tarball")
}

# knows WIREJIG: the configuration of this folder lists the oven, and this program knows it.
knows() {
  "$@" list boards oven | grep -q 'virtual:oven' || fail "$PWD: $* does not know the protocol of the configuration"
}

bytes=$(stat -c %s "$tarball")
echo "tarball: $bytes bytes (at most $MOST_BYTES)"
[ "$bytes" -le "$MOST_BYTES" ] || fail 'the tarball is too large'
if tar -tzf "$tarball" | grep -E '^package/(dist/)?(bench|house)/|^package/dist/examples/|/test(ing)?/|\.test\.' |
  grep -v '^package/examples/testing/'; then
  fail 'these files are for nobody who installs it'
fi

# Every link of its pages leads to a file of the package.
mkdir unpacked
tar -C unpacked -xzf "$tarball"
node -e "
  const { existsSync, readdirSync, readFileSync } = require('node:fs');
  const { dirname, join } = require('node:path');
  const top = 'unpacked/package';
  const pages = readdirSync(top, { recursive: true }).filter((path) => path.endsWith('.md'));
  const dead = pages.flatMap((page) =>
    [...readFileSync(join(top, page), 'utf8').matchAll(/\]\((?!https?:)([^)#\s]+)/g)].flatMap(([, path]) =>
      existsSync(join(top, dirname(page), path)) ? [] : [page + ': ' + path],
    ),
  );
  console.log(pages.length + ' pages');
  for (const one of dead) console.log(one);
  process.exit(dead.length > 0 || pages.length < 30 ? 1 : 0);" || fail 'links of the package that lead nowhere'

project commonjs commonjs
packages=$(node -p "Object.keys(require('./commonjs/package-lock.json').packages).length - 1")
echo "install: $packages packages (at most $MOST_PACKAGES)"
[ "$packages" -le "$MOST_PACKAGES" ] || fail 'too many packages are installed'

(
  cd commonjs
  node -e "
    const { requestResponse } = require('wirejig');
    const { open } = require('wirejig/testing');
    import('wirejig').then((esm) => {
      if (esm.requestResponse !== requestResponse || typeof open !== 'function') throw new Error('two copies');
    });"
  printf "import { wire } from 'wirejig';\nimport { open } from 'wirejig/testing';\nif (!wire || !open) throw new Error();\n" >load.mjs
  node load.mjs
  npx wirejig init --protocol
  npx wirejig run oven --seed 1 --quiet
  knows npx wirejig
)

# The example without its types, as a file in JavaScript has it.
node -e "
  const { readFileSync, writeFileSync } = require('node:fs');
  const esm = readFileSync('commonjs/protocol.ts', 'utf8').replace(/\(reason[^)]*\)/, '(reason)').replace(' as const', '');
  const names = esm.replace(/^import (\{[^}]*\}) from 'wirejig';/m, 'const \$1 = require(\'wirejig\');');
  writeFileSync('oven.mjs', esm);
  writeFileSync('oven.cjs', names.replace('export const oven', 'exports.oven'));"

project module module
readonly ESM="import { oven } from './oven.mjs'; export default { protocols: [oven] };"
readonly CJS="module.exports = { protocols: [require('./oven.cjs').oven] };"
npm install --global --prefix global --no-audit --no-fund --silent "$tarball"
readonly GLOBAL=$work/global/bin/wirejig

# In a project of either kind, by its own copy, by a global one, and in a folder without a copy.
mkdir none
for folder in commonjs module none; do
  (
    cd "$folder"
    rm -f wirejig.config.*
    cp ../commonjs/protocol.ts ../oven.mjs ../oven.cjs . 2>/dev/null || true
    for config in ts mjs cjs js yaml json; do
      case $config in
        ts) file=wirejig.config.ts text="import { oven } from './protocol'; export default { protocols: [oven] };" ;;
        mjs) file=wirejig.config.mjs text=$ESM ;;
        cjs) file=wirejig.config.cjs text=$CJS ;;
        js) if [ "$folder" = module ]; then file=wirejig.config.js text=$ESM; else file=wirejig.config.js text=$CJS; fi ;;
        yaml) file=wirejig.config.yaml text='protocols: [./protocol.ts]' ;;
        json) file=wirejig.config.json text='{ "protocols": ["./oven.cjs"] }' ;;
      esac
      printf '%s\n' "$text" >"$file"
      if [ "$folder" = none ]; then knows "$GLOBAL"; else knows node_modules/.bin/wirejig; fi
      rm "$file"
    done
    # In a project the global one starts the project's.
    echo 'protocols: [./protocol.ts]' >wirejig.config.yaml
    knows "$GLOBAL"
  )
done
echo 'the package is what it should be'
