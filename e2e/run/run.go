package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"payapp/e2e/kit"
	"payapp/e2e/report"
	"payapp/e2e/suite"
)

// Run does what the options say, and returns the exit code. An error with
// ExitUsage is about the command line.
func Run(ctx context.Context, o Options, out io.Writer) (code int, err error) {
	if err := o.check(); err != nil {
		return ExitUsage, err
	}
	seen := look(ctx, o)
	if err := seen.Print(o.Progress); err != nil {
		return ExitPreflight, err
	}
	if seen.Faults() > 0 && !o.List {
		return ExitPreflight, errors.New("nothing was walked: the preflight found what must be mended first")
	}
	if o.Languages, err = o.languagesOf(seen.languages); err != nil {
		return ExitUsage, err
	}
	if o.Preflight {
		return 0, nil
	}
	failed, err := lastFailed(o)
	if err != nil {
		return ExitUsage, err
	}
	chosen, err := o.choose(suite.All(seen.languages), failed)
	if err != nil {
		return ExitUsage, err
	}
	if o.List {
		return 0, list(out, chosen, seen.world)
	}
	if len(chosen) == 0 {
		return ExitUsage, errors.New("no walk fits; --list shows what there is")
	}
	r := &runner{options: o, world: seen.world}
	done := report.Run{
		Title: "payapp e2e", URL: seen.world.App, Version: o.Version, Began: time.Now(), Seed: o.Seed, Preflight: seen.List,
	}
	if done.Seed == 0 {
		done.Seed = rand.Uint64N(1e9) + 1
	}
	if done.Walks, err = r.all(ctx, seen, chosen, done.Seed); err != nil {
		return ExitPreflight, err
	}
	done.Millis = time.Since(done.Began).Milliseconds()
	if err := write(o.Out, done); err != nil {
		return ExitFailed, err
	}
	return sum(ctx, o, out, done), nil
}

// sum tells how the run ended.
func sum(ctx context.Context, o Options, out io.Writer, done report.Run) int {
	reasons := map[string]int{}
	for _, w := range done.Walks {
		if w.Status == report.Skipped {
			reasons[w.Reason]++
		}
	}
	passed, again, failed := done.Count(report.Passed), done.Count(report.Again), done.Count(report.Failed)
	took := (time.Duration(done.Millis) * time.Millisecond).Round(time.Second)
	fmt.Fprintf(out, "\n%d passed, %d failed, %d skipped in %v; seed %d\n", passed+again, failed, done.Count(report.Skipped), took, done.Seed)
	for _, cause := range done.Causes() {
		fmt.Fprintln(out, cause)
	}
	if again > 0 {
		fmt.Fprintf(out, "%d of them passed only when tried again (--retries)\n", again)
	}
	for reason, n := range reasons {
		fmt.Fprintf(out, "skipped %d: %s\n", n, reason)
	}
	fmt.Fprintf(out, "report: %s\n", filepath.Join(o.Out, "report.html"))
	switch {
	case ctx.Err() != nil:
		return ExitStopped
	case failed > 0:
		return ExitFailed
	case passed+again == 0:
		return ExitNothing
	}
	return 0
}

func list(out io.Writer, chosen []suite.Walk, world *kit.World) error {
	for _, w := range chosen {
		why := ""
		if lacks := w.Lacks(world); lacks != "" {
			why = "  (skipped: " + lacks + ")"
		}
		if _, err := fmt.Fprintf(out, "%-64s %v%s\n", w.Name, w.Tags, why); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(out, "%d walks\n", len(chosen))
	return err
}

// lastFailed are the names of what failed in the report that is there.
func lastFailed(o Options) (names []string, err error) {
	if !o.LastFailed {
		return nil, nil
	}
	data, err := os.ReadFile(filepath.Join(o.Out, "report.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("--last-failed: there is no report in %s", o.Out)
	}
	if err != nil {
		return nil, err
	}
	var last report.Run
	if err := json.Unmarshal(data, &last); err != nil {
		return nil, fmt.Errorf("--last-failed: %w", err)
	}
	for _, w := range last.Walks {
		if w.Status == report.Failed {
			names = append(names, w.Name)
		}
	}
	return names, nil
}

// runner walks, several at once.
type runner struct {
	options  Options
	world    *kit.World
	progress *progress
}

func (r *runner) all(ctx context.Context, seen *preflight, chosen []suite.Walk, seed uint64) ([]report.Result, error) {
	if err := os.RemoveAll(filepath.Join(r.options.Out, "failures")); err != nil {
		return nil, err
	}
	browser, err := kit.StartBrowser(kit.Options{Headed: r.options.Headed, Flags: seen.flags})
	if err != nil {
		return nil, err
	}
	defer browser.Stop()
	if browser.Again != nil {
		fmt.Fprintf(r.options.Progress, "the browser was started twice: %v\n", browser.Again)
	}
	r.world.Browser, r.world.Film, r.world.Pause = browser, true, r.options.Slow
	r.world.Patience = r.options.Patience + r.options.Slow
	r.world.Failures = filepath.Join(r.options.Out, "failures")
	r.world.Left = r.take

	results := make([]report.Result, 0, len(chosen)*r.options.Repeat)
	for range r.options.Repeat {
		for _, w := range chosen {
			results = append(results, report.Result{Walk: w})
		}
	}
	order := rand.New(rand.NewPCG(seed, 0)).Perm(len(results))
	r.progress = newProgress(r.options.Progress, r.options.Terminal, len(results))
	next := make(chan int)
	var workers sync.WaitGroup
	for range r.options.Workers {
		workers.Go(func() {
			for i := range next {
				r.progress.start()
				r.walk(ctx, &results[i])
				r.progress.end(results[i])
			}
		})
	}
	for _, i := range order {
		next <- i
	}
	close(next)
	workers.Wait()
	return results, nil
}

func (r *runner) walk(ctx context.Context, result *report.Result) {
	if result.Reason = result.Lacks(r.world); result.Reason == "" && ctx.Err() != nil {
		result.Reason = wasStopped
	}
	if result.Reason != "" {
		result.Status = report.Skipped
		return
	}
	began := time.Now()
	var before []string
	for result.Tries = 1; ; result.Tries++ {
		w := attempt(ctx, result.Name, func(w *walker) { result.Do(w, r.world) })
		result.Tabs = w.tabs
		slices.SortFunc(result.Tabs, func(a, b kit.Record) int { return a.Began.Compare(b.Began) }) // the last was closed first
		switch {
		case w.failed && stopped(ctx):
			result.Status, result.Reason = report.Skipped, wasStopped
		case w.failed && result.Tries <= r.options.Retries:
			before = w.errors
			continue
		case w.failed:
			result.Status, result.Errors = report.Failed, w.errors
		case w.skipped != "":
			result.Status, result.Reason = report.Skipped, w.skipped
		case result.Tries > 1:
			result.Status, result.Errors = report.Again, before
		default:
			result.Status = report.Passed
		}
		break
	}
	result.Millis = time.Since(began).Milliseconds()
}

// wasStopped is why a walk was skipped that didn't begin, or that an interruption ended.
const wasStopped = "the run was stopped"

// stopped reports whether a walk failed because the run was interrupted. A terminal
// interrupts the browser as well, which may be first.
func stopped(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return true
	case <-time.After(500 * time.Millisecond):
		return false
	}
}

// take is told what a tab left.
func (r *runner) take(t kit.T, record kit.Record) {
	for i, file := range record.Files {
		if within, err := filepath.Rel(r.options.Out, file); err == nil {
			record.Files[i] = filepath.ToSlash(within)
		}
	}
	w := t.(*walker)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.tabs = append(w.tabs, record)
}

// write writes the reports.
func write(folder string, done report.Run) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for name, how := range map[string]func(io.Writer) error{
		"report.html": done.WriteHTML, "report.json": done.WriteJSON, "junit.xml": done.WriteJUnit,
	} {
		file, err := os.Create(filepath.Join(folder, name))
		if err != nil {
			return err
		}
		if err := errors.Join(how(file), file.Close()); err != nil {
			return err
		}
	}
	return nil
}
