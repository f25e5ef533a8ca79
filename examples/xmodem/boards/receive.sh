#!/bin/sh
# A board that receives files, one after the other: rx of lrzsz. Options, as -c for a CRC: receive.sh [OPTION…]
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
cd "$folder" || exit 1
while rx -q "$@" file 2>/dev/null || [ $? -le 128 ]; do :; done
