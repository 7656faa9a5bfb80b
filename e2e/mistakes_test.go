package e2e

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"payapp/e2e/kit"
)

// What a test forgets or misspells is told at once, by the first line of its failure: a
// refused field with the page's words, a value that its input cuts with what is left, a
// row or a field that isn't there with those that are.
func TestMistakesAreTold(t *testing.T) {
	given := [][2]string{{"accountNumber", "0801234567"}}
	for _, c := range []struct {
		name, want string
		fields     [][2]string
		do         func(*kit.Tab)
		there      string
		order      func(kit.T, *kit.World) order // an ordinary one if nil
	}{
		{"a forgotten field", `the page refuses accountNumber, which the choice doesn't fill in: "`, nil, nil, "", nil},
		{"a blank field", `the page refuses accountNumber, given as " ": "`, [][2]string{{"accountNumber", " "}}, nil, "", nil},
		{"a value that the input cuts", `field "accountNumber" holds "000`, [][2]string{{"accountNumber", strings.Repeat("0", 200)}}, nil, `0", and was given "000`, nil},
		{"a misspelt field", `field "acountNumber" isn't on the page; there are `, [][2]string{{"acountNumber", "0801234567"}}, nil, "accountNumber", nil},
		{
			"a misspelt row", `row "qrcode" isn't on the page; there are `, given,
			func(b *kit.Tab) { b.Want("instructions"); b.Row("qrcode") }, "qrCode", nil,
		},
		{"a misspelt link", `no page has the action "retrn"; there are `, given, func(b *kit.Tab) { b.Link("retrn") }, "return", nil},
		{"a misspelt hook", `no page has the hook "stauts"; there are `, given, func(b *kit.Tab) { b.Hook("stauts") }, "status", nil},
		{"a misspelt moment", `no page has the moment "payed"; there are `, given, func(b *kit.Tab) { b.WaitMoment("payed") }, "paid-other", nil},
		{"another moment", "success is final, instead of moment unsure (PROCESSING", given, func(b *kit.Tab) { b.WaitMoment("unsure") }, "its moment is paid (", func(t kit.T, w *kit.World) order {
			return kit.NewOrder(t, w, "99.00", "THB", "steering", "~success@1s")
		}},
		{"a button that isn't there", `[data-action="pay"] is not on the page; of actions there are `, given, func(b *kit.Tab) { b.Press(action("pay")) }, "refresh", nil},
		{"parameters that aren't pairs", "the last one has no value", nil, nil, "", func(t kit.T, w *kit.World) order { return kit.NewOrder(t, w, "99.00", "THB", "lang", "th", "taxId") }},
		{"an amount with a comma", `the amount is "1,250.00": digits`, nil, nil, "", func(t kit.T, w *kit.World) order { return kit.NewOrder(t, w, "1,250.00", "THB") }},
		{"a currency in small letters", "POST /auth-tokens: 400 Bad Request: money.currencyCode is none of what there is", nil, nil, "", func(t kit.T, w *kit.World) order { return kit.NewOrder(t, w, "99.00", "thb") }},
		{"directives that contradict each other", "~success@1s and ~refused contradict each other", nil, nil, "", func(t kit.T, w *kit.World) order {
			return kit.NewOrder(t, w, "99.00", "THB", "steering", "~success@1s~refused")
		}},
		{"another amount in the link than in its token", "answer 403: the link says amount 98.00, and its token 99; the page says ", nil, func(*kit.Tab) {}, "", func(t kit.T, w *kit.World) order {
			return kit.NewOrder(t, w, "99.00", "THB", "amount", "98.00")
		}},
		{"an address without https", `answer 400: the page says "This payment link can't be used; returnUrl: not valid": `, nil, func(*kit.Tab) {}, "", func(t kit.T, w *kit.World) order {
			return kit.NewOrder(t, w, "99.00", "THB", "returnUrl", "shop.example/back")
		}},
		{"a payment that isn't there", `answer 404: the page says "Not Found There is no payin other here.`, given, func(b *kit.Tab) { b.Play("/scan/other", "pay") }, "", nil},
		{"a gateway that takes no payment", `paying leads nowhere, but to the page details again: the page says "We got no answer`, given, nil, "the gateway answered payin-create with 503 ×", func(t kit.T, w *kit.World) order {
			m := kit.NewMerchant(t, w, kit.MerchantTerms{})
			m.Fault(t, "503", "payin-create", 100)
			return m.NewOrder(t, "99.00", "THB")
		}},
		{"a problem at the end", "the test ends at the problem CUSTOMER_NOT_REGISTERED, which it doesn't expect", given, func(*kit.Tab) {}, "the gateway answered payin-create with 406", func(t kit.T, w *kit.World) order {
			return kit.NewOrder(t, w, "99.00", "THB", "steering", "~refuse-unregistered")
		}},
		{"a page that changes after the last step", `the page shows the amount "฿98.00", and its hook says 99.00`, given, func(b *kit.Tab) {
			b.Want("instructions")
			b.Tell(`document.querySelector("[data-amount]").textContent = "฿98.00"`)
		}, "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			begin(t)
			var walked *doomed
			var met []string
			t.Run("walk", func(t *testing.T) { // its tab says at the end what it has seen
				w := unseen(t)
				fails(t, func(d *doomed) {
					walked = d
					b := kit.Open(d, w, customer{Device: phone})
					if c.order == nil {
						c.order = func(t kit.T, w *kit.World) order { return kit.NewOrder(t, w, "99.00", "THB") }
					}
					b.Enter(c.order(d, w))
					met = b.Pay(choice{Method: "PROMPTPAY", Fields: c.fields})
					if c.do != nil {
						c.do(b)
					}
				})
			})
			if len(walked.said) == 0 || c.do == nil && met != nil {
				t.Fatalf("it met %q and said %q", met, walked.said)
			}
			first, rest, _ := strings.Cut(walked.said[0], "\n")
			if !strings.Contains(first, c.want) || strings.Contains(first, `"": `) || !strings.Contains(first, c.there) {
				t.Errorf("it said %q, want %q", first, c.want)
			}
			if lines := strings.Count(rest, "\n"); lines > 10 {
				t.Errorf("it has %d more lines:\n%s", lines, rest)
			}
		})
	}
}

// A token that is over before its payment: the page that nobody will tell of the end any more fails the
// wait for it at once, and says so. With a token that is valid for longer the same test passes.
func TestATokenThatIsOver(t *testing.T) {
	for _, validity := range []string{"30m", "3h"} {
		t.Run(validity, func(t *testing.T) {
			begin(t)
			w := unseen(t)
			m := kit.NewMerchant(t, w, kit.MerchantTerms{})
			said := fails(t, func(d *doomed) {
				b := kit.Open(d, w, customer{Device: phone})
				b.Enter(m.NewOrder(d, "99.00", "THB", "validity", validity))
				b.Pay(choice{Method: "PROMPTPAY", Fields: [][2]string{{"accountNumber", "0801234567"}}})
				m.MoveClock(d, time.Hour)
				b.WaitStatus("expired")
			})
			told := strings.Join(said, "\n")
			if over := strings.Contains(told, "never status expired: the page no longer updates by itself: the page says "); over != (validity == "30m") || !over && told != "" {
				t.Errorf("it said %q", said)
			}
		})
	}
}

// logged keeps what its walk logs.
type logged struct {
	doomed
	log []string
}

func (l *logged) Logf(format string, args ...any) {
	l.log = append(l.log, fmt.Sprintf(format, args...))
}

// A page that hangs leaves no picture and no HTML: the evidence ends after its own patience, and only what is there is
// named.
func TestEvidenceOfAPageThatHangs(t *testing.T) {
	begin(t)
	folder := t.TempDir()
	var l *logged
	t.Run("walk", func(t *testing.T) {
		w := worldOf(t).World
		w.Failures, w.Left = folder, nil
		l = &logged{doomed: doomed{T: t}}
		b := kit.Open(l, &w, customer{Device: phone})
		b.Enter(newOrder(t, "99.00", "THB"))
		w.Patience = time.Second
		b.Tell(`setTimeout(() => { for (;;); })`)
		l.Errorf("on purpose")
	})
	kept := ""
	for _, line := range l.log {
		if files, ok := strings.CutPrefix(line, "kept "); ok {
			kept = files
		}
	}
	files, err := filepath.Glob(filepath.Join(folder, "*", "*"))
	if err != nil || len(files) != 1 || kept != files[0] || !strings.HasSuffix(kept, ".log") {
		t.Errorf("it says that it kept %q, and there are %q (%v)", kept, files, err)
	}
}
