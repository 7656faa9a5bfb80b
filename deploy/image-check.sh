#!/bin/sh
# Builds the Dockerfile's stages around binaries made on this machine, and looks
# inside the last one: what is shipped, as whom it runs, what it needs, and that it
# starts and refuses as it should. Nothing is pulled and no daemon is needed:
# Debian's buildah does it, as root or in a user namespace.
set -eu
cd "$(dirname "$0")/.."

export BUILDAH_ISOLATION=chroot STORAGE_DRIVER=vfs GOFLAGS="${GOFLAGS:--buildvcs=false}"
go=${GO:-go}
work=$(mktemp -d)
image=localhost/payapp-check:$$
sandbox=localhost/payapp-sandbox-check:$$
container=""
pids=""
cleanup() {
	for pid in $pids; do kill "$pid" 2>/dev/null || true; done
	if [ -n "$container" ]; then
		buildah umount "$container" >/dev/null 2>&1 || true
		buildah rm "$container" >/dev/null 2>&1 || true
	fi
	buildah rmi "$image" "$sandbox" >/dev/null 2>&1 || true
	rm -rf "$work"
}
trap cleanup EXIT
trap 'exit 1' INT TERM

fail() { echo "image-check: $*" >&2; exit 1; }
say() { echo "image-check: $*"; }

for tool in buildah curl; do
	command -v "$tool" >/dev/null 2>&1 || {
		say "installing $tool"
		root=""
		[ "$(id -u)" -eq 0 ] || root="sudo -n"
		DEBIAN_FRONTEND=noninteractive $root apt-get install -y -qq --no-install-recommends "$tool" >/dev/null ||
			fail "$tool is needed: apt-get install $tool"
	}
done

# 1. The binaries, exactly as the Dockerfile's build stages make them.
version=v0.0.0-check commit=0123456789abcdef0123456789abcdef01234567
mkdir -p "$work/stage" "$work/build/out" "$work/build/etc/ssl/certs" "$work/build-sandbox"
grep -q '^RUN deploy/build.sh /out/payapp && /out/payapp licences >/out/LICENCES$' Dockerfile || fail "the Dockerfile builds otherwise"
cp /etc/ssl/certs/ca-certificates.crt "$work/build/etc/ssl/certs/"
cp -r "$work/build/." "$work/build-sandbox"
VERSION=$version COMMIT=$commit DATE=2026-01-01T00:00:00Z GO=$go deploy/build.sh "$work/build/out/payapp"
TAGS=sandbox VERSION=$version COMMIT=$commit GO=$go deploy/build.sh "$work/build-sandbox/out/payapp"
"$work/build-sandbox/out/payapp" version | grep -q 'sandbox alone$' || fail "the sandbox's image has more than the sandbox"
for stage in build build-sandbox; do "$work/$stage/out/payapp" licences >"$work/$stage/out/LICENCES"; done
mv "$work/build" "$work/build-sandbox" "$work/stage"

# 2. The stages around them: what they copy comes from here.
{
	printf 'FROM scratch AS build\nCOPY build /\nFROM scratch AS build-sandbox\nCOPY build-sandbox /\n'
	sed -n '/^FROM scratch AS sandbox/,$p' Dockerfile
} >"$work/Containerfile"
make_image() { # target, tag
	buildah build --quiet --pull-never --format docker --build-arg VERSION=$version --build-arg COMMIT=$commit \
		--file "$work/Containerfile" --target "$1" --tag "$2" "$work/stage" >/dev/null
}
make_image image "$image"
make_image sandbox "$sandbox"

# 3. What is inside.
inspect() { buildah inspect --type image --format "$1" "$image"; }
[ "$(inspect '{{.OCIv1.Config.User}}')" = 65532:65532 ] || fail "it runs as '$(inspect '{{.OCIv1.Config.User}}')'"
[ "$(inspect '{{.OCIv1.Config.Entrypoint}}')" = "[/payapp]" ] || fail "the entrypoint is $(inspect '{{.OCIv1.Config.Entrypoint}}')"
for label in version=$version revision=$commit title=payapp; do
	got=$(inspect "{{index .OCIv1.Config.Labels \"org.opencontainers.image.${label%%=*}\"}}")
	[ "$got" = "${label#*=}" ] || fail "the label ${label%%=*} is '$got'"
done
inspect '{{.Docker.Config.Healthcheck.Test}}' | grep -q '/payapp health' || fail "there is no health check"
buildah inspect --type image --format '{{.OCIv1.Config.Cmd}} {{.Docker.Config.Healthcheck.Test}}' "$sandbox" |
	grep -q '\[sandbox\] .*8081/shop' || fail "the sandbox's image runs something else"
for label in version=$version revision=$commit title=payapp-sandbox; do
	got=$(buildah inspect --type image --format "{{index .OCIv1.Config.Labels \"org.opencontainers.image.${label%%=*}\"}}" "$sandbox")
	[ "$got" = "${label#*=}" ] || fail "the sandbox's label ${label%%=*} is '$got'"
done

cat >"$work/look.sh" <<'LOOK'
set -eu
root=$(buildah mount "$1")
(cd "$root" && find . ! -type d | sort) >"$2/files"
cp "$root/payapp" "$2/payapp"
buildah umount "$1" >/dev/null
LOOK
container=$(buildah from --pull-never "$image")
if [ "$(id -u)" -eq 0 ]; then
	sh "$work/look.sh" "$container" "$work"
else
	buildah unshare sh "$work/look.sh" "$container" "$work"
fi
printf './LICENCES\n./etc/ssl/certs/ca-certificates.crt\n./payapp\n' >"$work/want"
# buildah's chroot leaves empty mount points for these.
grep -v -x -e ./etc/hosts -e ./etc/resolv.conf -e ./run/.containerenv "$work/files" >"$work/got" || true
diff "$work/want" "$work/got" >&2 || fail "that isn't one binary, its licences and the certificates"
cmp -s "$work/payapp" "$work/stage/build/out/payapp" || fail "the binary inside is another one"

# 4. The binary: static, and without a trace of the sandbox.
"$work/payapp" version | grep -q "payapp $version, commit $commit of 2026-01-01" || fail "it says that it is $("$work/payapp" version)"
if readelf -l "$work/payapp" 2>/dev/null | grep -q INTERP; then fail "the binary is not static"; fi
$go version -m "$work/payapp" >"$work/modules"
grep -q 'tags=production' "$work/modules" || fail "it wasn't built with -tags production"
if grep -q 'modernc.org/sqlite' "$work/modules"; then fail "the sandbox's database is in the binary"; fi
for trace in payapp/sandbox. payapp/sandbox/ demo-secret DEMO-BANKS SwaggerUIBundle console/calls; do
	if grep -q -F "$trace" "$work/payapp"; then fail "the binary holds \"$trace\""; fi
done

# 5. It refuses a bad configuration, all faults at once, and takes a good one.
if env -i "$work/payapp" >"$work/refusal" 2>&1; then fail "it starts with no configuration"; fi
grep -q PAYAPP_GATEWAY_URL "$work/refusal" || fail "it doesn't say that the gateway is missing: $(cat "$work/refusal")"
if env -i PAYAPP_GATEWAY_URL=http://gateway.example PAYAPP_PUBLIC_URL=nonsense PAYAPP_SESSION_KEYS=c2hvcnQ= "$work/payapp" >"$work/refusal" 2>&1; then
	fail "it starts with a bad configuration"
fi
for name in PAYAPP_GATEWAY_URL PAYAPP_PUBLIC_URL PAYAPP_SESSION_KEYS; do
	grep -q "$name: " "$work/refusal" || fail "$name isn't among the faults: $(cat "$work/refusal")"
done

# 6. It serves a payment from a gateway on this machine.
wait_for() { # banner, pid, log
	until grep -q 'Ctrl-C stops\|readyz' "$1" 2>/dev/null; do
		kill -0 "$2" 2>/dev/null || fail "it ended: $(cat "$3")"
		sleep 0.01
	done
}
address() { sed -n "s|^ *$2 *\(http://[^/ ]*\).*|\1|p" "$1"; }

env -i PAYAPP_SANDBOX_ADDR=127.0.0.1:0 PAYAPP_SANDBOX_DB=:memory: PAYAPP_SANDBOX_CALM=true "$work/stage/build-sandbox/out/payapp" >"$work/gateway" 2>"$work/gateway.log" &
pids="$pids $!"
wait_for "$work/gateway" $! "$work/gateway.log"
gateway=$(address "$work/gateway" shop)

start=$(date +%s%N)
env -i PAYAPP_ADDR=127.0.0.1:0 PAYAPP_ADMIN_ADDR=127.0.0.1:0 PAYAPP_ALLOW_HTTP_RETURN=true PAYAPP_DRAIN_DELAY=0s \
	PAYAPP_GATEWAY_URL="$gateway" PAYAPP_PUBLIC_URL=http://localhost PAYAPP_TRUSTED_PROXIES=none PAYAPP_SESSION_KEYS="$(head -c 32 /dev/urandom | base64)" \
	"$work/payapp" >"$work/banner" 2>"$work/log" &
pid=$!
pids="$pids $pid"
wait_for "$work/banner" "$pid" "$work/log"
say "ready after $((($(date +%s%N) - start) / 1000000)) ms, $(awk '/VmRSS/ {printf "%.0f MB", $2 / 1024}' "/proc/$pid/status") resident"

app=$(address "$work/banner" pay)
admin=$(address "$work/banner" admin)
[ "$(env -i PAYAPP_ADMIN_ADDR="${admin#http://}" "$work/payapp" health --ready)" = ready ] || fail "payapp health doesn't say ready"
curl -sf "$admin/metrics" | grep -q "^payapp_build_info{.*version=\"$version\"" || fail "no metric tells the build"
grep -q "\"msg\":\"start\",\"version\":\"$version\",\"commit\":\"$commit\"" "$work/log" || fail "the log doesn't tell the build"
link=$(curl -sf -H 'Accept: application/json' -d scenario=4 -d method=THB/PROMPTPAY "$gateway/shop" |
	sed -n 's/.*"redirectUrl":"\([^"]*\)".*/\1/p' | sed 's/\\u0026/\&/g')
[ -n "$link" ] || fail "the shop gave no link"
curl -sfL -c "$work/cookies" -b "$work/cookies" "$app/?${link#*\?}" >"$work/page" || fail "the payment doesn't open: $(cat "$work/log")"
grep -q 'data-page="details"' "$work/page" || fail "the payment's page isn't the one expected"
kill -TERM "$pid"
wait "$pid" || fail "it doesn't stop cleanly: $(cat "$work/log")"

say "one static binary of $(($(stat -c %s "$work/payapp") / 1048576)) MB, its licences, the certificates, user 65532, no sandbox: well"
