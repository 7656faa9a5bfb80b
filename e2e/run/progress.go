package run

import (
	"fmt"
	"io"
	"sync"
	"time"

	"payapp/e2e/report"
)

// progress tells how far the run is.
type progress struct {
	w        io.Writer
	terminal bool
	mu       sync.Mutex
	began    time.Time
	total    int
	running  int
	ended    map[report.Status]int
	causes   map[string]string // the first walk that failed by each
	printed  time.Time
}

// tellEvery is how often a file is told of progress; a terminal at every change.
const tellEvery = 10 * time.Second

func newProgress(w io.Writer, terminal bool, total int) *progress {
	return &progress{
		w: w, terminal: terminal, total: total, began: time.Now(), printed: time.Now(),
		ended: map[report.Status]int{}, causes: map[string]string{},
	}
}

func (p *progress) start() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.running++
	p.tell(false)
}

func (p *progress) end(r report.Result) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.running--
	p.ended[r.Status]++
	if r.Status == report.Failed {
		says := r.Says()
		if like, known := p.causes[r.Cause()]; known {
			says = "as " + like
		} else {
			p.causes[r.Cause()] = r.Name
		}
		p.line(fmt.Sprintf("failed   %s: %.300s\n", r.Name, says))
	}
	p.tell(p.done() == p.total)
}

func (p *progress) done() (n int) {
	for _, of := range p.ended {
		n += of
	}
	return n
}

func (p *progress) tell(anyway bool) {
	if !p.terminal && !anyway && time.Since(p.printed) < tellEvery {
		return
	}
	p.printed = time.Now()
	left := "?"
	if done := p.done(); done > 0 {
		left = (time.Since(p.began) / time.Duration(done) * time.Duration(p.total-done)).Round(time.Second).String()
	}
	line := fmt.Sprintf("%d of %d done, %d running, %d failed, %d skipped, about %s left",
		p.done(), p.total, p.running, p.ended[report.Failed], p.ended[report.Skipped], left)
	if p.terminal {
		fmt.Fprintf(p.w, "\r\x1b[K%s", line)
		if anyway {
			fmt.Fprintln(p.w)
		}
		return
	}
	fmt.Fprintln(p.w, line)
}

// line prints beside the line that changes.
func (p *progress) line(text string) {
	if p.terminal {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
	fmt.Fprint(p.w, text)
}
