package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"
)

func main() {
	never := flag.String("never", "", "tests (a regular expression) that the switches themselves make fail")
	slow := flag.String("slow", "", "tests (likewise) that only survivors are shown")
	every := flag.Int("every", 1, "run each n-th mutant only")
	at := flag.Int("p", 2, "how many run at once")
	flag.Parse()
	for _, directory := range flag.Args() {
		if err := mutate(directory, *never, *slow, *every, *at); err != nil {
			fmt.Fprintln(os.Stderr, "mutants:", err)
			os.Exit(1)
		}
	}
}

// trial is a package whose mutants are in one test program.
type trial struct {
	directory, program string
	mutants            []mutant
	arguments          []string
}

func mutate(directory, never, slow string, every, at int) error {
	scratch, err := os.MkdirTemp("", "mutants-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	t, err := build(directory, scratch)
	if err != nil {
		return err
	}
	seen, err := t.seen(never, filepath.Join(scratch, "seen"))
	if err != nil {
		return err
	}
	var chosen []int
	for i, number := range seen {
		if i%every == 0 {
			chosen = append(chosen, number)
		}
	}
	alive := chosen
	if slow != "" {
		alive = t.alive(alive, strings.Trim(never+"|"+slow, "|"), at)
	}
	alive = t.alive(alive, never, at)
	for _, number := range alive {
		fmt.Printf("%s: %s\n", t.mutants[number].where, t.mutants[number].what)
	}
	fmt.Printf("%s: %d mutants, %d reached by its tests, %d run, %d live\n", directory, len(t.mutants)-1, len(seen), len(chosen), len(alive))
	return nil
}

// build compiles the package's tests with all its mutants.
func build(directory, scratch string) (*trial, error) {
	root, err := filepath.Abs(directory)
	if err != nil {
		return nil, err
	}
	names, err := command(root, "go", "list", "-f", `{{.Name}}{{range .GoFiles}} {{.}}{{end}}`)
	if err != nil {
		return nil, err
	}
	fields := strings.Fields(names)
	w := &rewriter{files: token.NewFileSet(), mutants: []mutant{{}}} // 0 is none
	overlay := map[string]string{}
	for _, name := range fields[1:] {
		source, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return nil, err
		}
		changed, err := w.file(filepath.Join(directory, name), source)
		if err != nil {
			return nil, err
		}
		overlay[filepath.Join(root, name)] = filepath.Join(scratch, name)
		if err := os.WriteFile(filepath.Join(scratch, name), changed, 0o600); err != nil {
			return nil, err
		}
	}
	helper := filepath.Join(scratch, "mutant_switches.go")
	overlay[filepath.Join(root, "mutant_switches.go")] = helper
	if err := os.WriteFile(helper, fmt.Appendf(nil, switches, fields[0]), 0o600); err != nil {
		return nil, err
	}
	list, err := json.Marshal(map[string]any{"Replace": overlay})
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(scratch, "overlay.json"), list, 0o600); err != nil {
		return nil, err
	}
	t := &trial{directory: root, program: filepath.Join(scratch, "program"), mutants: w.mutants}
	changed := "-overlay=" + filepath.Join(scratch, "overlay.json")
	if _, err := command(root, "go", "test", "-c", "-vet=off", changed, "-o", t.program, "."); err != nil {
		return nil, err
	}
	const quiet = "-rapid.nofailfile" // otherwise rapid writes to testdata what made a mutant fail
	if _, err := command(root, t.program, quiet, "-test.run=^$"); err == nil {
		t.arguments = []string{quiet}
	}
	return t, nil
}

func command(directory, name string, arguments ...string) (string, error) {
	c := exec.CommandContext(context.Background(), name, arguments...)
	var out, problems bytes.Buffer
	c.Dir, c.Stdout, c.Stderr = directory, &out, &problems
	if err := c.Run(); err != nil {
		return "", fmt.Errorf("%s: %w\n%s", name, err, problems.Bytes())
	}
	return out.String(), nil
}

// Limits of the tests of one mutant: in time, for one that loops for ever, and
// in KB of address space, for one that fills the memory.
const (
	slowest = 3 * time.Minute
	largest = "4000000"
)

// test runs the tests with a mutant, 0 for none, and reports whether they pass.
func (t *trial) test(number int, skip, log string) bool {
	ctx, cancel := context.WithTimeout(context.Background(), slowest)
	defer cancel()
	arguments := slices.Concat([]string{"-test.failfast"}, t.arguments)
	if skip != "" {
		arguments = append(arguments, "-test.skip", skip)
	}
	limited := []string{"-c", "ulimit -v " + largest + ` && exec "$0" "$@"`, t.program}
	c := exec.CommandContext(ctx, "sh", append(limited, arguments...)...)
	c.Dir = t.directory
	c.Env = append(os.Environ(), "MUTANT="+strconv.Itoa(number), "MUTANTS_SEEN="+log)
	return c.Run() == nil
}

// seen lists the mutants that tests reach. The tests must pass without a
// mutant.
func (t *trial) seen(never, log string) ([]int, error) {
	if !t.test(0, never, log) {
		return nil, fmt.Errorf("%s: its tests fail without a mutant", t.directory)
	}
	data, err := os.ReadFile(log)
	if err != nil {
		return nil, err
	}
	var list []int
	for _, line := range strings.Fields(string(data)) {
		number, err := strconv.Atoi(line)
		if err != nil {
			return nil, err
		}
		list = append(list, number)
	}
	slices.Sort(list)
	return slices.Compact(list), nil // more than one process may have told it
}

// alive are the mutants with which the tests pass.
func (t *trial) alive(numbers []int, skip string, at int) []int {
	passed := make([]bool, len(numbers))
	var runs errgroup.Group
	runs.SetLimit(at)
	for i, number := range numbers {
		runs.Go(func() error {
			passed[i] = t.test(number, skip, "")
			return nil
		})
	}
	_ = runs.Wait() // none fails
	var list []int
	for i, number := range numbers {
		if passed[i] {
			list = append(list, number)
		}
	}
	return list
}
