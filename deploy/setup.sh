#!/bin/sh
# Installs what the tests need where it is missing: Chromium, where there is one
# also without its windows, in which the suites take a third of the time, fonts for the
# scripts that pages are shown in, curl and openssl for the merchants' guide,
# redis-server for what replicas share, Prometheus, Alertmanager and the blackbox
# exporter, HAProxy and nginx for what operators are given, jq for their runbook, and a
# C compiler for the race detector. No service is started.
# Works as root and as a user with sudo, with and without HOME. With `whole` also what
# `make test-all` needs, npm and the modules of e2e/playwright.
set -eu

missing=""
need() { # command or file, package
	if ! command -v "$1" >/dev/null 2>&1 && ! [ -e "$1" ]; then
		missing="$missing $2"
	fi
}
need chromium chromium
faster=""
command -v chromium-headless-shell >/dev/null 2>&1 || faster="chromium-headless-shell"
# The merchants' shops in docs/examples.
need node nodejs
need python3 python3
need php php-cli
need curl curl
need openssl openssl
need redis-server redis-server
need jq jq
need promtool prometheus
need amtool prometheus-alertmanager
need prometheus-blackbox-exporter prometheus-blackbox-exporter
need /usr/sbin/haproxy haproxy
need /usr/sbin/nginx nginx-light
need gcc gcc
need /usr/include/stdlib.h libc6-dev
need /usr/share/fonts/truetype/noto/NotoSansThai-Regular.ttf fonts-noto-core
need /usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc fonts-noto-cjk

# The package for Playwright has its modules beside it, pinned; its tests use the Chromium above.
what=${1:-}
[ "$what" != whole ] || need npm npm
modules() {
	[ "$what" = whole ] || return 0
	cd "$(dirname "$0")/../e2e/playwright"
	[ node_modules/.package-lock.json -nt package-lock.json ] ||
		npm ci --ignore-scripts --no-audit --no-fund --loglevel=error || echo "without its modules TestPlaywrightPackage fails" >&2
}

[ -n "$missing$faster" ] || { modules; exit 0; }
root=""
if [ "$(id -u)" -ne 0 ]; then
	if command -v sudo >/dev/null 2>&1; then
		root="sudo -n"
	elif [ -n "$missing" ]; then
		echo "these packages are needed, and there is no sudo:$missing" >&2
		exit 1
	else
		modules
		exit 0
	fi
fi
export DEBIAN_FRONTEND=noninteractive
# Debian starts what it installs, unless this file forbids it.
policy=/usr/sbin/policy-rc.d
if ! [ -e $policy ]; then
	printf '#!/bin/sh\nexit 101\n' | $root tee $policy >/dev/null && $root chmod +x $policy
	trap '$root rm -f $policy' EXIT
fi
install() {
	echo "installing: $*"
	$root apt-get update -qq
	$root apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}
# The tests pass without what only makes them faster.
[ -z "$faster" ] || install "$faster" || echo "without $faster the browser suites take three times as long" >&2
# shellcheck disable=SC2086 # a list of packages
[ -z "$missing" ] || install $missing
modules
