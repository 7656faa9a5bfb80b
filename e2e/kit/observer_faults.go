package kit

import (
	"fmt"
	"slices"
	"strings"
)

// fault is what fails the walk.
type fault struct {
	text    string
	at      *document
	step    string // the customer's last
	problem bool   // an answer as a problem page has
	policy  bool   // the console's words for an issue of the policy
	second  string // the address of a page's second request
}

// document is what the tab shows: by its address, and once a page of the application is
// whole by that.
type document struct{ name string }

func (o *Observer) fault(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	o.faults = append(o.faults, fault{text: text, at: o.at, step: o.step})
	o.note("fault", "%s", text)
}

// failed is the fault of a request that failed, which says more than that there was a
// second one.
func (o *Observer) failed(address, format string, args ...any) {
	o.faults = slices.DeleteFunc(o.faults, func(f fault) bool { return address != "" && f.second == address })
	o.fault(format, args...)
}

// forgive drops the faults of answers as problem pages have.
func (o *Observer) forgive() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.faults = slices.DeleteFunc(o.faults, func(f fault) bool { return f.problem })
}

// explain says of answers as problem pages have why they came.
func (o *Observer) explain(why string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for i := range o.faults {
		if f := &o.faults[i]; f.problem && !strings.Contains(f.text, why) {
			f.text = strings.Replace(f.text, ": ", why+": ", 1)
		}
	}
}

// Take returns the faults and the journal, tokens masked, and forgets the faults. One
// that repeats is there once. Its second line says where it was first.
func (o *Observer) Take() (faults []string, journal []Entry) {
	o.mu.Lock()
	defer o.mu.Unlock()
	times := map[string]int{}
	for _, f := range o.faults {
		times[f.text]++
	}
	for _, f := range o.faults {
		if n := times[f.text]; n > 0 {
			faults = append(faults, o.mask(f.text+f.where(n)))
			times[f.text] = 0
		}
	}
	o.faults = nil
	for _, e := range o.journal {
		e.Text = o.mask(e.Text)
		journal = append(journal, e)
	}
	return faults, journal
}

// where is a line of the page, of the step before it, and of how often it was.
func (f fault) where(times int) string {
	var says []string
	if f.at != nil {
		says = append(says, "on "+f.at.name)
	}
	if f.step != "" {
		says = append(says, "after "+f.step)
	}
	if times > 1 {
		says = append(says, fmt.Sprintf("×%d", times))
	}
	if len(says) == 0 {
		return ""
	}
	return "\n    " + strings.Join(says, ", ")
}
