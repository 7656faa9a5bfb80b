#!/bin/sh
# Builds what is shipped: deploy/build.sh OUT. The same commit, version and Go give
# the same bytes, wherever that is done (`make reproducible`).
#
#   TAGS      "production" by default; "sandbox" is the sandbox alone, "" has all
#   VERSION, COMMIT, DATE   from git by default; where there is no .git, from the
#             archive that git made, and otherwise they stay unknown
set -eu
out=$1
case $out in /*) ;; *) out=$PWD/$out ;; esac
cd "$(dirname "$0")/.."
tags=${TAGS-production}
if [ -z "${COMMIT-}" ] && commit=$(git rev-parse HEAD 2>/dev/null); then
	VERSION=${VERSION:-$(git describe --tags --always --dirty 2>/dev/null)}
	DATE=$(TZ=UTC git show -s --date=format-local:%Y-%m-%dT%H:%M:%SZ --format=%cd HEAD)
	COMMIT=$commit
	[ -z "$(git status --porcelain 2>/dev/null)" ] || COMMIT=$commit-dirty
fi
stamp="-s -w -buildid="
for part in version:"${VERSION-}" commit:"${COMMIT-}" date:"${DATE-}"; do
	[ -z "${part#*:}" ] || stamp="$stamp -X payapp/internal/build.${part%%:*}=${part#*:}"
done
CGO_ENABLED=0 exec "${GO:-go}" build -trimpath -buildvcs=false -tags "$tags" -ldflags "$stamp" -o "$out" .
