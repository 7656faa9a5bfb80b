#!/bin/sh
# race.sh COMMAND…: runs tests with the race detector, and once more if the detector has
# crashed. In a bubble of testing/synctest it does now and then (golang/go#78156), which
# says nothing about what is tested; a fault of ours panics, and isn't tried again.
out=$(mktemp)
trap 'rm -f "$out"' EXIT
"$@" >"$out" 2>&1
rc=$?
if [ $rc != 0 ] && grep -qE '^SIGSEGV: segmentation violation|ThreadSanitizer:? CHECK failed' "$out"; then
	echo "the race detector crashed (golang/go#78156), so once more"
	"$@" >"$out" 2>&1
	rc=$?
fi
cat "$out"
exit $rc
