package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"payapp/e2e/crowd/internal/town"
)

func main() {
	if len(os.Args) == 4 && os.Args[1] == "bare" {
		fmt.Fprintln(os.Stderr, bare(os.Args[2], os.Args[3]))
		os.Exit(2)
	}
	measure(context.Background(), os.Stdout)
}

// measure prints a table for each subject. Whatever fails panics: where tells
// what it was, and processes are ended by what is deferred.
func measure(ctx context.Context, out io.Writer) {
	logs := must(os.MkdirTemp("", "payapp-cost-"))
	defer func() { _ = os.RemoveAll(logs) }()
	t := must(town.Open(ctx, town.Plan{
		Binary: build(ctx, logs, "production"), Sandbox: build(ctx, logs, "sandbox"), Logs: logs, Replicas: 1, Say: func(string, ...any) {},
	}))
	defer t.Close()
	commit := must(exec.CommandContext(ctx, "git", "describe", "--always", "--dirty").Output())
	load := must(os.ReadFile("/proc/loadavg")) // a busy machine's ratios are others
	fmt.Fprintf(out, "%s, commit %s, %s, %d processors, load before: %s\n", time.Now().Format(time.DateOnly),
		bytes.TrimSpace(commit), runtime.Version(), runtime.NumCPU(), bytes.Join(bytes.Fields(load)[:3], []byte(" ")))
	for _, subject := range []func(context.Context, io.Writer, *town.Town){starts, pages, payments, memory} {
		subject(ctx, out, t)
	}
}

// build makes a binary as it is shipped.
func build(ctx context.Context, folder, tags string) string {
	binary := filepath.Join(folder, tags)
	command := exec.CommandContext(ctx, "deploy/build.sh", binary)
	command.Env, command.Stderr = append(os.Environ(), "TAGS="+tags), os.Stderr
	check(command.Run())
	return binary
}

// table prints a Markdown table's head.
func table(out io.Writer, columns ...string) {
	fmt.Fprintf(out, "\n| %s |\n%s|\n", strings.Join(columns, " | "), strings.Repeat("|---", len(columns)))
}

func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
