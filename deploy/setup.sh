#!/bin/sh
# Installs what the tests need where it is missing: Chromium, fonts for the
# scripts that pages are shown in, curl and openssl for the merchants' guide,
# redis-server for what replicas share, and a C compiler for the race detector.
# Works as root and as a user with sudo, with and without HOME.
set -eu

missing=""
need() { # command or file, package
	if ! command -v "$1" >/dev/null 2>&1 && ! [ -e "$1" ]; then
		missing="$missing $2"
	fi
}
need chromium chromium
need curl curl
need openssl openssl
need redis-server redis-server
need gcc gcc
need /usr/include/stdlib.h libc6-dev
need /usr/share/fonts/truetype/noto/NotoSansThai-Regular.ttf fonts-noto-core
need /usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc fonts-noto-cjk

[ -n "$missing" ] || exit 0
echo "installing:$missing"
root=""
if [ "$(id -u)" -ne 0 ]; then
	command -v sudo >/dev/null 2>&1 || { echo "these packages are needed, and there is no sudo:$missing" >&2; exit 1; }
	root="sudo -n"
fi
export DEBIAN_FRONTEND=noninteractive
$root apt-get update -qq
# shellcheck disable=SC2086 # a list of packages
$root apt-get install -y -qq --no-install-recommends $missing >/dev/null
