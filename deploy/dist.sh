#!/bin/sh
# Makes dist/, what one can use without a clone: binaries, what their images hold, the
# Go module as a proxy has it, the package for Playwright, bills of materials, hashes.
# docs/howto/without-a-clone.md shows each; deploy/dist-try.sh does what it shows.
# PLATFORM=linux/amd64 leaves out the binaries for others than that and this machine.
set -eu
cd "$(dirname "$0")/.."
go=${GO:-go}
dist=$PWD/dist
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM

# Of the last commit, like the hashes: a folder with changes would be of none.
[ -z "$(git status --porcelain)" ] || echo "dist: there are changes that aren't committed: binaries have them, the Go module hasn't" >&2
commit=$(git rev-parse HEAD)
date=$(TZ=UTC git show -s --date=format-local:%Y-%m-%dT%H:%M:%SZ --format=%cd HEAD)
release=v$(cat internal/build/version.txt)
tagged=$(git describe --tags --exact-match --match 'v[0-9]*' 2>/dev/null || echo "$release")
[ "$tagged" = "$release" ] || { echo "dist: the tag is $tagged, internal/build/version.txt says $release" >&2; exit 1; }
rm -rf "$dist"
mkdir -p "$dist"

# piece WHAT COMMAND… says what it makes, and how long that took.
piece() {
	printf 'dist: %s … ' "$1"
	shift
	began=$(date +%s)
	"$@"
	echo "$(($(date +%s) - began)) s"
}

# Its path has no dot, and Go fetches none such: docs/adr/0032-the-module-under-a-second-name.md says why.
module() {
	mkdir "$work/source"
	git archive HEAD | tar -x -C "$work/source"
	tag=$(git describe --tags --exact-match --match 'v[0-9]*' 2>/dev/null | sed 's/^/=/' || true)
	tag=${tag:-$(git describe --tags --abbrev=0 --match 'v[0-9]*' 2>/dev/null || true)}
	(cd deploy/tools && "$go" run ./moduleproxy "$dist/goproxy" "$work/source" payapp.invalid/payapp "$commit" "$date" "$tag")
}
piece "the Go module" module

# npm writes the same bytes for the same files.
package() {
	(cd e2e/playwright && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error && npm pack --silent --pack-destination "$dist")
}
piece "the package for Playwright" package
piece "the documents" node e2e/playwright/documents.mjs "$dist/docs"

# What the first build of a platform compiles serves the second: what both have is most.
# binary NAME TAGS PLATFORM
binary() {
	GOOS=${3%-*} GOARCH=${3#*-} TAGS=$2 deploy/build.sh "$dist/$1-$3"
}
here=$("$go" env GOHOSTOS)-$("$go" env GOHOSTARCH)
platforms=$(echo "${PLATFORM:-linux/amd64 linux/arm64 darwin/amd64 darwin/arm64}" | tr / -)
case " $platforms " in *" $here "*) ;; *) platforms="$here $platforms" ;; esac
for platform in $platforms; do
	piece "payapp-$platform" binary payapp production "$platform"
	piece "payapp-sandbox-$platform" binary payapp-sandbox sandbox "$platform"
done
# For this machine by their plain names.
cp "$dist/payapp-$here" "$dist/payapp"
cp "$dist/payapp-sandbox-$here" "$dist/payapp-sandbox"
"$dist/payapp" licences >"$dist/LICENCES"

version=$(git describe --tags --always)
materials() {
	for binary in "$dist"/payapp*; do
		case $binary in *.tgz) continue ;; esac
		(cd deploy/tools && "$go" tool cyclonedx-gomod bin -json -std -noserial -version "$version" -output "$binary.cdx.json" "$binary")
	done
}
piece "bills of materials" materials

# What the Dockerfile's stages hold. The certificates are this machine's.
images() {
	for platform in $platforms; do
		case $platform in linux-*) ;; *) continue ;; esac
		for name in payapp payapp-sandbox; do
			root=$work/$name-$platform
			mkdir -p "$root/etc/ssl/certs"
			cp "$dist/$name-$platform" "$root/payapp"
			"$dist/$name" licences >"$root/LICENCES"
			cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
			tar --sort=name --mtime="$date" --owner=0 --group=0 --numeric-owner --mode='u=rwX,go=rX' --format=ustar \
				-cf "$dist/$name-image-$platform.tar" -C "$root" LICENCES etc payapp
		done
	done
}
piece "images' contents" images

(cd "$dist" && find . -type f ! -name SHA256SUMS | sed 's|^\./||' | LC_ALL=C sort | xargs sha256sum >SHA256SUMS && cat SHA256SUMS)
