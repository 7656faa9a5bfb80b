package conform

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"payapp/internal/assumptions"
	"payapp/internal/findings"
)

// seen is what was found about one name; the zero value is nothing to tell.
type seen struct {
	verdict findings.Verdict
	says    string
}

func kept(saw string) seen { return seen{findings.Well, "kept: " + saw} }

// differs is a fault if it has to be mended before customers come; does is what payapp
// makes of it.
func differs(grave bool, saw, does string) seen {
	if grave {
		return seen{findings.Fault, "differs: " + saw + "; " + does}
	}
	return seen{findings.Warning, "differs: " + saw + "; " + does}
}

func untried(why string) seen { return seen{findings.Unknown, "couldn't be tried: " + why} }

// rank orders what several payments tell about one name: the worst stays.
var rank = []findings.Verdict{"", findings.Unknown, findings.Well, findings.Warning, findings.Fault}

func (r *run) note(name string, s seen) {
	before := r.seen[name]
	worse := slices.Index(rank, s.verdict) - slices.Index(rank, before.verdict)
	if worse > 0 {
		r.seen[name] = s
	} else if worse == 0 && slices.Index(rank, s.verdict) > 2 && !strings.Contains(before.says, s.says) {
		r.seen[name] = seen{s.verdict, before.says + "; " + s.says}
	}
}

// why nothing is asked about some assumptions.
var why = map[string]string{
	"a rule of ours, which no answer shows": `crypto-qr instruction-language overdue status-amount late-reference payment-location field-places offline-twd
		missing-verifies fpx-account-type email-form netbanking-phone other-forms promptpay-account phone-form locked-soft locked-unsendable data-unasked
		fpx-banks taiwan-chains unknown-names rate-pause token-share left-out-sent text-notation code-scheme`,
	"it needs a payment that ends: --pay":     "status-words ends money-paid failure-reason",
	"it can't be brought about from outside":  "refusal-kept rate-scope rate-counting broken-required callback-form upi-reference",
	"the gateway answered nothing with a 429": "retry-after",
}

// report lists what was seen: about the interface itself, then about each assumption.
func (r *run) report() (list findings.List) {
	names := slices.Sorted(maps.Keys(r.seen))
	names = slices.DeleteFunc(names, func(name string) bool { _, ok := assumptions.Find(name); return ok })
	for _, a := range assumptions.All() {
		names = append(names, a.Name)
		reason := "no payment's answer or method was like it"
		if r.token.IsZero() {
			reason = "no token was made, so nothing was asked"
		}
		for said, about := range why {
			if slices.Contains(strings.Fields(about), a.Name) {
				reason = said
			}
		}
		r.note(a.Name, cmp.Or(r.seen[a.Name], untried(reason)))
	}
	for _, name := range names {
		found := findings.Finding{Name: name, Verdict: r.seen[name].verdict, Says: r.seen[name].says}
		if a, ok := assumptions.Find(name); found.Verdict == findings.Fault || found.Verdict == findings.Warning {
			found.Mend = "ask the gateway's operator: the interface says otherwise"
			if ok {
				found.Mend = a.Change()
			}
		}
		list = append(list, found)
	}
	return list
}
