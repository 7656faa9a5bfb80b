package gallery

import (
	"time"

	"payapp/internal/known"
	"payapp/scenarios"
)

func waitingEntries() []Entry {
	inLine := func(change func(*scenarios.Facts)) moment {
		return moment{money: "1234.50 THB", facts: func(f *scenarios.Facts) {
			f.Known, f.Trouble = known.Payment{}, scenarios.InLine
			if change != nil {
				change(f)
			}
		}}
	}
	fresh := func(f *scenarios.Facts) { f.Verified = false }
	creating := func(f *scenarios.Facts) {
		f.Progress.PaidAt = now.Add(-time.Minute)
		f.Progress.InLine = &scenarios.Submitted{Method: "ONLINE", Operator: "004", Since: f.Progress.PaidAt}
	}
	return []Entry{
		show("waiting", "In line for an answer, and nothing is known yet", inLine(nil)),
		show("waiting-options", "In line for the ways to pay", inLine(func(f *scenarios.Facts) { f.Known = known.Missing(now) })),
		show("waiting-fresh", "In line, and nobody knows yet whose link it is", inLine(fresh)),
		show("waiting-creating", "Pay was pressed, and is in line", inLine(creating)),
		show("waiting-creating-fresh", "Pay is in line, and the link was opened with another token", inLine(func(f *scenarios.Facts) {
			creating(f)
			fresh(f)
		})),
	}
}
