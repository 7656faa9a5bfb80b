#!/bin/sh
# Runs every fuzz target for the time given (default 1m), one after another, and the
# properties with a seed of chance.
set -eu
time=${1:-1m}
grep -rl --include='*_test.go' '^func Fuzz' . | while read -r file; do
	package=$(dirname "$file")
	sed -n 's/^func \(Fuzz[A-Za-z0-9_]*\)(.*/\1/p' "$file" | while read -r target; do
		echo "== $package $target"
		go test -run '^$' -fuzz "^$target\$" -fuzztime "$time" "$package"
	done
done
grep -rl --include='*_test.go' '_ "payapp/internal/testing/seeded"' . | while read -r file; do
	go test "$(dirname "$file")" -timeout 1h -rapid.seed 0 -rapid.checks 20000
done
