package gallery

import (
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/scenarios"
)

func waitingEntries() []Entry {
	fresh := func(f *scenarios.Facts) { f.Verified = false }
	creating := func(f *scenarios.Facts) {
		f.Progress.PaidAt = now.Add(-time.Minute)
		f.Progress.InLine = &known.Sent{Method: "ONLINE", Operator: apiclient.Operator{Code: "004"}, At: f.Progress.PaidAt}
	}
	return []Entry{
		show("waiting", "In line for an answer, and nothing is known yet", trouble(scenarios.Unasked)),
		show("waiting-options", "In line for the ways to pay", trouble(scenarios.Unasked, func(f *scenarios.Facts) { f.Known = known.Missed(now).View() })),
		show("waiting-fresh", "In line, and nobody knows yet whose link it is", trouble(scenarios.Unasked, fresh)),
		show("waiting-creating", "Pay was pressed, and is in line", trouble(scenarios.Unasked, creating)),
		show("waiting-creating-fresh", "Pay is in line, and the link was opened with another token", trouble(scenarios.Unasked, creating, fresh)),
	}
}
