package scenarios

import (
	"maps"
	"slices"
)

// Pay takes the details or review form. Without a creation, Next shows what is
// missing. Only fields that were asked are taken from typed. A form whose page
// showed something else than what is due, or that doesn't say what it showed,
// pays nothing.
func (f Facts) Pay(typed map[string]string, mark Mark) (Progress, *Creation, error) {
	plan, ok := planOf(f.withoutRefusal())
	switch {
	case !ok && (f.Reading.State != NotCreated || f.Progress.Accepted || f.creating()):
		return f.begun(mark), nil, ErrNotDue
	case !ok || !mark.fits(f.seenBefore(plan)):
		return f.changed(typed, mark), nil, ErrNotDue
	}
	before := plan.values()
	progress := f.Progress.with(func(w *Progress) {
		w.Notice, w.Refused, w.InLine = NoNotice, "", nil
		w.ShowFaults = false // what the gateway didn't take last time is for it to judge again
		plan.take(w, typed)
	})
	g := f.withoutRefusal()
	g.Progress = progress
	plan, ok = planOf(g)
	if !ok {
		return progress, nil, ErrNotDue
	}
	// "Pay anyway" counts for the values that the warning was about.
	confirmed := f.Progress.Warned && maps.Equal(before, plan.values())
	if !plan.Ready(confirmed) {
		return progress.with(func(w *Progress) {
			w.ShowFaults, w.Warned = true, len(plan.Faults) == 0
			w.Disputed = slices.DeleteFunc(slices.Clone(w.Disputed), func(name string) bool { return before[name] != plan.values()[name] })
		}), nil, nil
	}
	progress = progress.with(func(w *Progress) { w.Warned, w.Disputed, w.PaidAt = false, nil, f.Now })
	return progress, &Creation{
		Method:      MethodBody(plan.Method, plan.Operator.Code, plan.Values),
		CallbackURL: f.Order.CallbackURL,
		Code:        plan.Method.Code,
		Operator:    plan.Operator,
		Account:     plan.Values["accountNumber"],
	}, nil
}

func (f Facts) withoutRefusal() Facts {
	f.Progress = f.TryAgain()
	return f
}

// planOf is the plan of the step that is due, if it is one that pays.
func planOf(f Facts) (Plan, bool) {
	if f.Reading.State != NotCreated || f.Progress.Accepted {
		return Plan{}, false
	}
	switch step := Next(f).(type) {
	case FillDetails:
		return step.Plan, true
	case ReviewPayment:
		return step.Plan, true
	}
	return Plan{}, false
}

// take keeps what was typed into the fields that are asked. A locked one, the
// amount and the option are the sealed ones, whatever a form says.
func (p Plan) take(w *Progress, typed map[string]string) {
	for _, a := range p.Asked {
		if value, given := typed[a.Field.Name]; given {
			w.Typed[a.Field.Meaning()] = bounded(value)
		}
	}
}

// values is what the asked fields hold, as it would be sent: another spelling of
// the same, "TW" and then "Taiwan", is no other value.
func (p Plan) values() map[string]string {
	values := map[string]string{}
	for _, a := range p.Asked {
		values[a.Field.Name] = p.Method.Check(a.Field, a.Value).Value
	}
	return values
}
