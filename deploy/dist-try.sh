#!/bin/sh
# Does what docs/howto/without-a-clone.md shows, in an empty folder, with dist/.
set -eu
cd "$(dirname "$0")/.."
DIST=$PWD/dist
export DIST
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
sed -n '/^```sh$/,/^```$/p' docs/howto/without-a-clone.md | sed '/^```/d' >"$work/shown.sh"
[ "$(wc -l <"$work/shown.sh")" -gt 20 ] || { echo "dist-try: the document shows too little" >&2; exit 1; }
mkdir "$work/empty"
cd "$work/empty"
# Each command is shown before what it says: some take minutes.
(sh -eux "$work/shown.sh" 2>&1 && touch "$work/done") | tee "$work/said"
[ -e "$work/done" ] || { echo "dist-try: what the document shows fails" >&2; exit 1; }

# What it can't show everywhere: that the parts are the ones meant.
fail() { echo "dist-try: $*" >&2; exit 1; }
for name in payapp payapp-sandbox; do
	for image in "$DIST/$name"-image-linux-*.tar; do
		architecture=$(basename "${image##*-}" .tar)
		tar -xOf "$image" payapp | cmp -s - "$DIST/$name-linux-$architecture" || fail "$name's image for $architecture holds another binary"
	done
	for binary in "$DIST/$name"-linux-*64 "$DIST/$name"-darwin-*64; do
		[ -e "$binary" ] || continue # with PLATFORM
		platform=${binary#"$DIST/$name-"}
		"${GO:-go}" version -m "$binary" >"$work/built"
		for part in "GOOS=${platform%-*}" "GOARCH=${platform#*-}" CGO_ENABLED=0; do
			grep -q "$part\$" "$work/built" || fail "$name-$platform wasn't built with $part"
		done
	done
done
tar -xzf "$DIST"/payapp-playwright-*.tgz -C "$work" package/docs
diff -r "$DIST/docs" "$work/package/docs" >&2 || fail "the package for Playwright has other documents"
for document in "$DIST"/docs/*.md; do
	for name in $(grep -o '](\([^):# ]*\)[#)]' "$document" | tr -d ']()#' | sort -u) $(grep -o '`docs/[a-z-]*\.md`' "$document" | tr -d '`' | sed 's|^docs/||'); do
		[ -e "$DIST/docs/$name" ] || fail "$(basename "$document") leads to $name, which isn't there"
	done
done
grep -q '^ok.*shop\.example/orders' "$work/said" || fail "the tests in Go didn't run"
grep -q 'payapp e2e --url' "$work/said" || fail "the walks aren't among the module's tools"
grep -q 'Total: 1 test' "$work/said" || fail "Playwright doesn't find the test"
echo "dist-try: all of it can be used from an empty folder"
