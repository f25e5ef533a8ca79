#!/usr/bin/env bash
# Tests each example as a project of its own that has installed the package: examples/check.sh [TARBALL] [EXAMPLE…]
# Without a tarball it packs one.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

tarball=
if [[ ${1:-} == *.tgz ]]; then
  tarball=$(realpath "$1")
  shift
else
  (cd .. && npm pack --silent --pack-destination "$work" >/dev/null)
  tarball=$(echo "$work"/*.tgz)
fi

examples=("$@")
if [ ${#examples[@]} -eq 0 ]; then
  printf '\n--- the package\n'
  ./check-package.sh "$tarball"
  for project in */package.json; do examples+=("$(dirname "$project")"); done
fi

for example in "${examples[@]}"; do
  printf '\n--- examples/%s\n' "$example"
  mkdir "$work/$example"
  tar -C "$example" --exclude node_modules --exclude 'wirejig-report*' -cf - . | tar -C "$work/$example" -xf -
  (
    cd "$work/$example"
    npm install --no-audit --no-fund --no-package-lock --silent "$tarball"
    npm test
  )
done
printf '\n%d examples passed\n' "${#examples[@]}"
