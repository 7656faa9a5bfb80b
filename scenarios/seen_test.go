package scenarios

import (
	"errors"
	"testing"
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/money"
)

// markOfPage is the mark on a page of these facts.
func markOfPage(t *testing.T, f Facts) Mark {
	t.Helper()
	seen, ok := f.Seen(due(f))
	if !ok {
		t.Fatalf("%T has no mark", due(f))
	}
	return func(part int, value string) bool { return seen[part] == value }
}

// Everything on a page with Pay counts: if any of it has changed, the press
// creates nothing.
func TestPayIsBoundToWhatItsPageShows(t *testing.T) {
	chosen := func(method, operator string, pairs ...string) Facts {
		f := facts(t, thai(), pairs...)
		f.Progress.Method, f.Progress.Operator, f.Progress.OperatorDecided = method, operator, true
		return f
	}
	page := chosen("ONLINE", "BBL")
	if _, creation, err := page.Pay(nil, markOfPage(t, page)); creation == nil || err != nil {
		t.Fatalf("its own page doesn't pay: %v", err)
	}
	for name, now := range map[string]Facts{
		"method":      chosen("OFFLINE", "BBL"),
		"operator":    chosen("ONLINE", "SCB"),
		"no operator": chosen("ONLINE", ""),
		"amount":      chosen("ONLINE", "BBL", "amount", "1234.51"),
		"token":       chosen("ONLINE", "BBL", "token", "a.b.d"),
		"returnUrl":   chosen("ONLINE", "BBL", "returnUrl", "https://other.example/"),
		"data":        chosen("ONLINE", "BBL", "accountName", "Somchai Jaidee"),
	} {
		progress, creation, err := now.Pay(nil, markOfPage(t, page))
		if creation != nil || !errors.Is(err, ErrNotDue) || progress.Notice != Changed {
			t.Errorf("%s: creation %v, error %v, notice %q", name, creation, err, progress.Notice)
		}
		if progress.Method != now.Progress.Method || progress.Operator != now.Progress.Operator {
			t.Errorf("%s: the choice is changed to %s %s", name, progress.Method, progress.Operator)
		}
	}
	if _, creation, _ := page.Pay(nil, nil); creation != nil {
		t.Error("a form without a mark pays")
	}
}

// Another browser's Pay has no answer yet, and may come to nothing: what this one
// typed is kept until the gateway is known to have the payment.
func TestAPayBesideAnothersKeepsWhatWasTyped(t *testing.T) {
	f := facts(t, thai())
	f.Progress.Method = "PROMPTPAY"
	mark := markOfPage(t, f)
	f.Known = withSent(f.Known, known.Sent{Method: "PROMPTPAY", At: noon.Add(time.Second)})
	progress, creation, err := f.Pay(map[string]string{"accountNumber": "0801234567"}, mark)
	if creation != nil || !errors.Is(err, ErrNotDue) {
		t.Errorf("creation %v, error %v", creation, err)
	}
	f.Known, f.Progress = known.Missed(noon.Add(time.Minute)).View(), progress
	if got := shown(t, f, "PROMPTPAY", "accountNumber"); got != "0801234567" {
		t.Errorf("the form has %q", got)
	}
}

// A choice is bound only to the link and its amount: method and operator are in
// the form.
func TestAChoiceIsBoundToItsLink(t *testing.T) {
	f := facts(t, thai())
	mark := markOfPage(t, f)
	f.Progress.Method = "OFFLINE" // chosen in another tab
	if _, outdated := f.ChoiceOutdated(mark); outdated {
		t.Error("another method is no other link")
	}
	if _, outdated := f.ChoiceOutdated(nil); outdated {
		t.Error("a choice needs no mark")
	}
	other := facts(t, thai(), "amount", "1")
	if progress, outdated := other.ChoiceOutdated(mark); !outdated || progress.Notice != Changed {
		t.Errorf("another amount: %t %q", outdated, progress.Notice)
	}
}

// "I have paid" and the number are bound to the payment and its amount. If
// neither is due there is nothing to report.
func TestANumberIsBoundToItsPayment(t *testing.T) {
	at := func(required string, status string) Facts {
		f := facts(t, nil, "currencyCode", "INR")
		p := apiclient.Payin{MethodCode: "P2A_V2", Status: status, Account: apiclient.Account{Number: "1"}, Money: f.Order.Money}
		if required != "" {
			p.MoneyRequired = money.MustParse(required, "INR")
		}
		f = created(f, p)
		f.Progress.SaidPaidAt = noon
		return f
	}
	mark := markOfPage(t, at("", ""))
	for i, c := range []struct {
		now      Facts
		outdated bool
	}{{at("", ""), false}, {at("1235", ""), true}, {at("1235", "SUCCESS"), false}} {
		progress, _, sent := c.now.GiveReferenceNumber("4321", mark)
		outdated := progress.Notice == Changed
		if outdated != c.outdated || outdated && (progress.Reference != "4321" || sent) {
			t.Errorf("%d: outdated %t, number %q, notice %q, sent %t", i, outdated, progress.Reference, progress.Notice, sent)
		}
		if said := c.now.SayPaid(mark); (said.Notice == Changed) != c.outdated {
			t.Errorf("%d: \"I have paid\" leaves the notice %q", i, said.Notice)
		}
	}
}
