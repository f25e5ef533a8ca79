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

# as_project EXAMPLE: its tests in a folder of its own that has installed the package.
as_project() {
  mkdir "$WORK/$1" &&
    tar -C "$1" --exclude node_modules --exclude 'wirejig-report*' -cf - . | tar -C "$WORK/$1" -xf - &&
    cd "$WORK/$1" &&
    npm install --no-audit --no-fund --no-package-lock --silent "$TARBALL" &&
    npm test
}

# try_one NAME: an example, or the package itself. What it prints comes in one piece at its end.
try_one() {
  local began=$SECONDS code=0 log=$WORK/$1.log
  if [ "$1" = package ]; then
    ./check-package.sh "$TARBALL"
  else
    (as_project "$1")
  fi >"$log" 2>&1 || code=$?
  printf '\n--- %s\n%s\n--- %s: %d s\n' "$1" "$(cat "$log")" "$1" $((SECONDS - began))
  return "$code"
}
export -f as_project try_one
export WORK=$work TARBALL=$tarball

examples=("$@")
if [ ${#examples[@]} -eq 0 ]; then
  # First those that take longest.
  examples=(xmodem package modbus-rtu)
  for project in */package.json; do
    [[ " ${examples[*]} " == *" $(dirname "$project") "* ]] || examples+=("$(dirname "$project")")
  done
fi

# Three at a time: most of an example is waiting for boards.
printf '%s\n' "${examples[@]}" | xargs -P 3 -I{} bash -c 'try_one {}'
printf '\nall of it passed: %s\n' "${examples[*]}"
