package scenarios

import (
	"maps"
	"slices"

	"payapp/internal/known"
)

// Pay takes the details or review form. If it returns no creation, Next shows
// what is missing. Only fields that were asked are taken from typed. A form
// whose page showed something other than what is due, or that has no mark,
// creates nothing.
func (f Facts) Pay(typed map[string]string, mark Mark) (Progress, *Creation, error) {
	plan, ok := planOf(f.withoutRefusal())
	switch {
	case !ok && (!f.missing() || f.creating()):
		return f.begun(typed, mark), nil, ErrNotDue
	case !ok || !mark.fits(f.seenBefore(plan)):
		return f.changed(typed, mark), nil, ErrNotDue
	}
	before := plan.values()
	progress := f.Progress.with(func(p *Progress) {
		p.Notice, p.Refused, p.InLine = NoNotice, "", nil
		p.ShowFaults = false // the gateway decides again about what it rejected last time
		plan.take(p, typed)
	})
	g := f.withoutRefusal()
	g.Progress = progress
	plan, ok = planOf(g)
	if !ok {
		return progress, nil, ErrNotDue
	}
	// "Pay anyway" is valid for the values that the warning was about.
	confirmed := f.Progress.Warned && maps.Equal(before, plan.values())
	if !plan.Ready(confirmed) {
		return progress.with(func(p *Progress) {
			p.ShowFaults, p.Warned = true, len(plan.Faults) == 0
			p.Disputed = slices.DeleteFunc(slices.Clone(p.Disputed), func(name string) bool { return before[name] != plan.values()[name] })
		}), nil, nil
	}
	progress = progress.with(func(p *Progress) { p.Warned, p.Disputed, p.PaidAt = false, nil, f.Now })
	return progress, &Creation{
		Method:      MethodBody(plan.Method, plan.Operator.Code, plan.Values),
		CallbackURL: f.Order.CallbackURL,
		Sent:        known.Sent{Method: plan.Method.Code, Operator: plan.Operator, Account: plan.Values["accountNumber"], At: f.Now},
	}, nil
}

func (f Facts) withoutRefusal() Facts {
	f.Progress = f.TryAgain()
	return f
}

// planOf is the plan of the current step, if that step can pay.
func planOf(f Facts) (Plan, bool) {
	if !f.missing() {
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

// take keeps what was typed into the fields that are asked. Locked fields,
// amount and option come from the sealed order, whatever a form says.
func (p Plan) take(progress *Progress, typed map[string]string) {
	for _, a := range p.Asked {
		if value, given := typed[a.Field.Name]; given {
			progress.Typed[a.Field.Meaning()] = bounded(value)
		}
	}
}

// values is what the asked fields contain, as it would be sent: another
// spelling of the same, such as "TW" and "Taiwan", is the same value.
func (p Plan) values() map[string]string {
	values := map[string]string{}
	for _, a := range p.Asked {
		values[a.Field.Name] = p.Method.Check(a.Field, a.Value).Value
	}
	return values
}
