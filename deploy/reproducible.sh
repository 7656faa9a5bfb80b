#!/bin/sh
# Builds twice, at two places and with nothing kept from the first: the bytes must
# be the same. It takes minutes.
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
VERSION=${VERSION:-$(git describe --tags --always)}
COMMIT=${COMMIT:-$(git rev-parse HEAD)}
DATE=${DATE:-$(git show -s --format=%cI HEAD)}
export VERSION COMMIT DATE
for place in first another/place/and/longer; do
	mkdir -p "$work/$place"
	git archive HEAD | tar -x -C "$work/$place"
	GOCACHE="$work/cache" "$work/$place/deploy/build.sh" "$work/payapp"
	sha256sum "$work/payapp" | cut -d' ' -f1 | tee -a "$work/hashes"
	rm -rf "$work/cache"
done
[ "$(sort -u "$work/hashes" | wc -l)" -eq 1 ] || { echo "reproducible: the two differ" >&2; exit 1; }
"$work/payapp" version
echo "reproducible: two builds, one hash"
