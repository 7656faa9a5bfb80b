package e2e

import (
	"strings"
	"testing"

	"payapp/e2e/kit"
)

// TestPagesAgainstTheirOrder alters pages in one of the places that say what is paid, in two and in all of
// them: the walk fails by the first of them, whatever it asks.
func TestPagesAgainstTheirOrder(t *testing.T) {
	words := strings.NewReplacer("฿99.00</bdi>", "฿98.00</bdi>")
	hooks := strings.NewReplacer(`data-amount="99.00"`, `data-amount="98.00"`)
	titles := strings.NewReplacer("Scan to pay ฿99.00", "Scan to pay ฿98.00", "with ฿99.00", "with ฿98.00", "Pay ฿99.00", "Pay ฿98.00")
	all := func(replacers ...*strings.Replacer) func(string) string {
		return func(html string) string {
			for _, r := range replacers {
				html = r.Replace(html)
			}
			return html
		}
	}
	const hooked = `the page shows the amount "฿99.00", and its hook says 98.00`
	const shown, ordered = `the page shows the amount "฿98.00", and its hook says 99.00`, "the page says 98.00 THB, and what was ordered is 99.00 THB"
	for _, c := range []struct {
		name   string
		change func(string) string
		want   string
	}{
		{"words", all(words), shown},
		{"hook", all(hooks), hooked},
		{"title", all(titles), `shows the amount "฿98.00", and its hooks say 99.00`},
		{"words and hook", all(words, hooks), ordered},
		{"everywhere", func(html string) string { return strings.ReplaceAll(html, "99.00", "98.00") }, ordered},
		{"the currency everywhere", all(strings.NewReplacer(`data-currency="THB"`, `data-currency="INR"`, "฿", "₹")), "the page says 99.00 INR, and what was ordered is 99.00 THB"},
		{"the payee everywhere", func(html string) string { return strings.ReplaceAll(html, "Demo Shop", "Thief Shop") }, "the page says that Thief Shop is paid, and the order's payee is Demo Shop"},
		{"the order", func(html string) string { return strings.ReplaceAll(html, "e2e-", "e2f-") }, "the page says that the order is e2f-"},
		{"no amount", func(html string) string { return strings.ReplaceAll(html, "data-amount", "data-sum") }, "the page says no amount, and what was ordered is 99.00 THB"},
		{"the status", func(html string) string {
			return strings.NewReplacer(`data-page="instructions" data-status="pending"`, `data-page="status" data-status="success"`).Replace(html)
		}, "the page says success, and the gateway PENDING"},
		{"the code's payee", func(html string) string {
			return strings.NewReplacer(`data-row="payeeName" data-value="Demo Shop"`, `data-row="payeeName" data-value="Thief"`, `<bdi translate="no">Demo Shop</bdi></dd>`, `<bdi translate="no">Thief</bdi></dd>`).Replace(html)
		}, `the page's row payeeName says "Thief", which the gateway never answered`},
	} {
		t.Run(c.name, func(t *testing.T) {
			begin(t)
			w := unseen(t)
			l := spoil(t, w.App)
			l.change, w.App = c.change, l.address
			var b *kit.Tab
			said := fails(t, func(d *doomed) {
				b = kit.Open(d, w, customer{Device: phone})
				b.Enter(kit.NewOrder(d, w, "99.00", "THB"))
				b.Pay(choice{Method: "PROMPTPAY", Fields: [][2]string{{"accountNumber", "0801234567"}}})
			})
			faults, _ := b.Observer.Take()
			if said := append(said, faults...); len(said) == 0 || !strings.Contains(said[0], c.want) {
				t.Errorf("it said %q, want %q first", said, c.want)
			}
		})
	}
	// What is meant is no fault: another amount that the order says, and one that the gateway answered.
	t.Run("another amount is meant", func(t *testing.T) {
		begin(t)
		w := worldOf(t).World
		l := spoil(t, w.App)
		l.change = func(html string) string { return strings.ReplaceAll(html, "99.00", "98.00") }
		w.App = l.address
		o := kit.NewOrder(t, &w, "99.00", "THB")
		o.Amount = "98.00"
		kit.Open(t, &w, customer{Device: phone}).Enter(o)
	})
	t.Run("the gateway requires another amount", func(t *testing.T) {
		begin(t)
		b := open(t, customer{Device: phone})
		b.Enter(newOrder(t, "99.00", "THB", "steering", "~required~paid-partial"))
		b.Pay(choice{Method: "PROMPTPAY", Fields: [][2]string{{"accountNumber", "0801234567"}}})
		b.WaitMoment("unpaid")
		b.WaitMoment("paid-other")
	})
}
