package dialect

import (
	"slices"
	"time"
)

// apart is how much newer an answer must be than an end to take it back: a gateway's
// replicas may be behind, and clocks differ. Within slack of that, both are right.
const (
	apart = time.Minute
	slack = 10 * time.Second
)

// may are what the page's process can know when it decides: what it was certainly told
// before, and perhaps what came meanwhile, or through another process and the browser.
func (t Truth) may() (list [][]Heard) {
	surely := func(h Heard) bool { return h.By == t.By && h.At < t.Began }
	pick := func(which func(Heard) bool) {
		var some []Heard
		for _, h := range t.Heard {
			if surely(h) || which(h) {
				some = append(some, h)
			}
		}
		list = append(list, some)
	}
	pick(func(Heard) bool { return false })
	for _, last := range t.Heard {
		pick(func(h Heard) bool { return h.At <= last.At && h.By == t.By })
		pick(func(h Heard) bool { return h.At <= last.At })
	}
	return list
}

// so reports whether it is so by something that the page's process can know. Nothing
// was written down: then it may be.
func (t Truth) so(by func([]Heard) bool) bool {
	return t.Heard == nil || slices.ContainsFunc(t.may(), by)
}

func anyOf(of func(Said) bool) func([]Heard) bool {
	return func(list []Heard) bool {
		return slices.ContainsFunc(list, func(h Heard) bool { return of(h.Said) })
	}
}

func described(h Said) bool { return h.Described }
func success(h Said) bool   { return h.Word == "SUCCESS" }
func ended(h Said) bool     { return h.Failed() || h.Expired() }

// then is when something was last said; the zero time if it wasn't.
func then(list []Heard, of func(Said) bool) (at time.Time) {
	for _, h := range list {
		if of(h.Said) && h.Then.After(at) {
			at = h.Then
		}
	}
	return at
}

// end is the last end that holds: "failed", "expired" or "". unsure: it may be taken
// back already, or not yet.
func end(list []Heard) (status string, unsure bool) {
	at := then(list, ended)
	if at.IsZero() || anyOf(success)(list) {
		return "", false
	}
	if another(list, at) {
		unsure = true
	}
	later := then(list, func(h Said) bool { return h.Described && !ended(h) }).Sub(at)
	for _, h := range list {
		switch {
		case h.Failed() && h.Then.Equal(at):
			status = "failed"
		case h.Expired() && h.Then.Equal(at):
			status = "expired"
		}
	}
	if later > apart+slack {
		return "", false
	}
	return status, unsure || later > apart-slack
}

// another reports whether answers after the end name another way to pay than any before:
// then the end may be the first try's alone.
func another(list []Heard, end time.Time) bool {
	before := map[string]bool{"": true}
	for _, h := range list {
		if !h.Then.After(end) || h.When.Before(end) {
			before[h.Way] = true
		}
	}
	return slices.ContainsFunc(list, func(h Heard) bool { return h.When.After(end) && h.Described && !ended(h.Said) && !before[h.Way] })
}

// Fits reports whether a page may have this data-status.
func (t Truth) Fits(status string) bool {
	if status == "unknown" && t.troubled() {
		return true
	}
	return t.so(func(list []Heard) bool {
		ended, unsure := end(list)
		switch {
		case anyOf(success)(list):
			return status == "success"
		case ended != "" && !unsure:
			return status == ended
		case anyOf(described)(list):
			return status == "pending" || ended != "" && status == ended
		}
		return status == "pending" || status == "unknown" || status == ""
	})
}

// troubled: the gateway has failed within a minute, so that it may not be asked.
func (t Truth) troubled() bool {
	return slices.ContainsFunc(t.Heard, func(h Heard) bool {
		return (h.Status == 0 || h.Status >= 500 || h.Status == 401 || h.Status == 403) && t.Now.Sub(h.Then) < apart
	})
}

// Certain is what the page's process was told last about the payment; false unless
// nothing else has come since, and that is how the gateway has it now.
func (t Truth) Certain() (last Said, ok bool) {
	at := int64(0)
	for _, h := range t.Heard {
		if success(h.Said) && t.Word != "SUCCESS" {
			return last, false // it was taken back
		}
		if h.By == t.By && h.Call == "read" && h.At < t.Began {
			last, at = h.Said, max(at, h.Last)
		} else if h.At >= t.Began {
			return last, false
		}
	}
	return last, at > max(t.Changed, t.Behind)
}

// LastRequired is the amount to pay that was told last, "" = none was.
func (t Truth) LastRequired() string {
	for _, h := range slices.Backward(t.Heard) {
		if h.Required.Amount != "" {
			return h.Required.String()
		}
	}
	return ""
}

// LastRead is when the payment was last read.
func (t Truth) LastRead() time.Time {
	return then(t.Heard, func(h Said) bool { return h.Call == "read" })
}

// answeredLast reports whether an answer to the last creation came; a gateway's own
// error is none.
func answeredLast(list []Heard) bool {
	for _, h := range slices.Backward(list) {
		if h.Call == "create" {
			return h.Status != 0 && h.Status < 500 && h.Status != 429
		}
	}
	return false
}

// Differs says in which way a page's data-status isn't what was told.
func (t Truth) Differs(status string) string {
	list := t.may()[0]
	ended, _ := end(list)
	switch {
	case anyOf(success)(list):
		return "not paid, told that it is"
	case status == "unknown":
		return "unknown, told what it is"
	case ended == "" && anyOf(func(h Said) bool { return h.Failed() || h.Expired() })(list):
		return "ended, told that it goes on"
	case ended != "":
		return "not ended, told that it is"
	}
	return "not as told"
}
