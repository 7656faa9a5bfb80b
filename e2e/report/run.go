package report

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"

	"payapp/e2e/kit"
	"payapp/e2e/suite"
	"payapp/internal/findings"
)

// Status is how a walk ended.
type Status string

// The statuses. Again is passed, but only when it was tried again.
const (
	Passed  Status = "passed"
	Failed  Status = "failed"
	Skipped Status = "skipped"
	Again   Status = "again"
)

// Result is one walk that was done, or why it wasn't.
type Result struct {
	suite.Walk
	Status Status       `json:"status"`
	Reason string       `json:"reason,omitempty"` // of a skipped one
	Errors []string     `json:"errors,omitempty"` // of the last try; of the one before it if tried again
	Tries  int          `json:"tries"`
	Millis int64        `json:"ms"`
	Tabs   []kit.Record `json:"tabs,omitempty"`
}

// Run is a whole run.
type Run struct {
	Title     string        `json:"title"`
	URL       string        `json:"url"`
	Version   string        `json:"version"` // of what walked
	Began     time.Time     `json:"began"`
	Millis    int64         `json:"ms"`
	Seed      uint64        `json:"seed"`
	Preflight findings.List `json:"preflight,omitempty"`
	Walks     []Result      `json:"walks"`
}

// Count is how many walks ended so.
func (r Run) Count(status Status) (n int) {
	for _, w := range r.Walks {
		if w.Status == status {
			n++
		}
	}
	return n
}

// WriteJSON writes everything but pictures.
func (r Run) WriteJSON(w io.Writer) error {
	bare := r
	bare.Walks = make([]Result, len(r.Walks))
	for i, walk := range r.Walks {
		bare.Walks[i] = walk.withoutPictures()
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(bare)
}

func (r Result) withoutPictures() Result {
	tabs := make([]kit.Record, len(r.Tabs))
	for i, tab := range r.Tabs {
		tab.Film = append([]kit.Frame(nil), tab.Film...)
		for j := range tab.Film {
			tab.Film[j].Picture = nil
		}
		tabs[i] = tab
	}
	r.Tabs = tabs
	return r
}

type junitSuite struct {
	XMLName  xml.Name    `xml:"testsuite"`
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Time     string      `xml:"time,attr"`
	Stamp    string      `xml:"timestamp,attr"`
	Cases    []junitCase `xml:"testcase"`
	Out      string      `xml:"system-out,omitempty"`
}

type junitCase struct {
	Name    string     `xml:"name,attr"`
	Class   string     `xml:"classname,attr"`
	Time    string     `xml:"time,attr"`
	Failure *junitText `xml:"failure"`
	Skipped *junitText `xml:"skipped"`
	Out     string     `xml:"system-out,omitempty"`
}

type junitText struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// WriteJUnit writes the XML that CI systems read. Of walks that failed by the same cause
// the first one has all of its errors; report.json has all of everybody's.
func (r Run) WriteJUnit(w io.Writer) error {
	seconds := func(ms int64) string { return fmt.Sprintf("%.3f", float64(ms)/1000) }
	s := junitSuite{
		Name: "payapp e2e " + r.URL, Tests: len(r.Walks), Failures: r.Count(Failed), Skipped: r.Count(Skipped),
		Time: seconds(r.Millis), Stamp: r.Began.UTC().Format("2006-01-02T15:04:05"),
	}
	var lines []string
	first := map[string]bool{}
	for _, cause := range r.Causes() {
		lines = append(lines, cause.String())
		first[cause.Walks[0]] = true
	}
	s.Out = strings.Join(lines, "\n")
	for _, walk := range r.Walks {
		kind, _, _ := strings.Cut(walk.Name, "/")
		c := junitCase{Name: walk.Name, Class: "payapp." + kind, Time: seconds(walk.Millis)}
		switch walk.Status {
		case Failed:
			c.Failure = &junitText{Message: walk.Says()}
			if first[walk.Name] {
				c.Failure.Text = strings.Join(walk.Errors, "\n")
			}
		case Skipped:
			c.Skipped = &junitText{Message: walk.Reason}
		case Again:
			c.Out = "passed when it was tried again; before: " + strings.Join(walk.Errors, "\n")
		}
		s.Cases = append(s.Cases, c)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	encoder := xml.NewEncoder(w)
	encoder.Indent("", "\t")
	return encoder.Encode(s)
}
