package model

import (
	"cmp"
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"payapp/internal/testing/browser"
	"payapp/internal/testing/dialect"
)

// madeBy is a header of ours: which replica made the page.
const madeBy = "X-Made-By"

// load is when a page's last request began.
type load struct{ began int64 }

func (c *customer) loaded(p *browser.Page, began int64) { c.world.loads.Store(p, load{began}) }

// told is the truth beside a gateway that writes down what it told whom.
func (w *world) told(pay *payment, p *browser.Page, c *customer, t dialect.Truth) dialect.Truth {
	rejected, told := t.Rejected, t.NumberTold
	t.State = w.other.State(pay.id)
	t.Rejected, t.NumberTold = rejected, told
	t.Elsewhere = !t.Begun && w.now().Sub(t.Found) < unnoticed
	t.By, t.Now = p.Header.Get(madeBy), w.now()
	if at, ok := w.loads.Load(p); ok {
		t.Began = at.(load).began
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if l := c.session(p.URL.Path).link; l != nil {
		t.Heard = append([]dialect.Heard{}, w.other.Heard(l.token)...)
	}
	return t
}

// shown is what a browser was shown of how to pay, at one address.
type shown struct {
	ways   []string // rows, codes and links by which one may pay
	amount string   // another amount than the order's, "" = none
	form   bool     // the form for an external reference
}

// waysOn are the means to pay that the page shows.
func waysOn(p *browser.Page) (list []string) {
	browser.Walk(p.Doc, func(n *html.Node) bool {
		row, action := browser.Attr(n, "data-row"), browser.Attr(n, "data-action")
		switch {
		case browser.HasAttr(n, "data-qr"):
			list = append(list, "code")
		case p.Hook("page") == "instructions" && (row == "accountNumber" || row == "reference" || row == "address"):
			list = append(list, row+" "+browser.Attr(n, "data-value"))
		case action == "proceed" || action == "open-app":
			list = append(list, action+" "+browser.Attr(n, "href"))
		}
		return false
	})
	slices.Sort(list)
	return slices.Compact(list)
}

// asks are the amounts of a page without its order's: what it may ask to pay instead.
func (p *payment) asks(page *browser.Page) (list []string) {
	for _, m := range amounts(page) {
		if m != p.orderMoney() {
			list = append(list, m)
		}
	}
	return list
}

func (p *payment) orderMoney() string { return p.links[0].money }

// stance is what a page leads its reader to do, in words that must not meet their
// opposite in another view.
type stance string

// The stances.
const (
	paid      stance = "paid"
	notPaid   stance = "not paid"
	tryAgain  stance = "try again"
	payNow    stance = "pay now"
	dontPay   stance = "don't pay again"
	exists    stance = "it exists"
	unstarted stance = "nothing was started"
	waiting   stance = "waiting for your payment"
	worked    stance = "it is worked on"
	stopped   stance = "stopped"
)

// forbidden are the pairs of which one view says the one, another the other.
var forbidden = [][2]stance{
	{paid, notPaid}, {paid, tryAgain}, {paid, payNow}, {payNow, dontPay}, {payNow, tryAgain}, {exists, unstarted},
	{waiting, worked}, {payNow, stopped},
}

var (
	again = regexp.MustCompile(`(?i)start again|try again|(or|and) pay another way`)
	never = regexp.MustCompile(`(?i)don't (pay|start) again`)
	maybe = regexp.MustCompile(`(?i)if you've already paid`)
)

// stances of a page in the language of keys. asIfAlone: what it says because of what
// this customer did doesn't count.
func stances(p *browser.Page) (list []stance) {
	add := func(s stance, is bool) {
		if is {
			list = append(list, s)
		}
	}
	status, page, problem := p.Hook("status"), p.Hook("page"), p.Hook("problem")
	add(paid, status == "success")
	add(notPaid, status != "" && status != "success" || problem == "amount-mismatch")
	add(exists, status != "" && status != "unknown")
	add(unstarted, problem == "not-started" || slices.Contains([]string{"options", "details", "review"}, page))
	add(payNow, (page == "instructions" || page == "leaving") && len(waysOn(p)) > 0)
	add(worked, p.Hook("moment") == "working" || p.Hook("moment") == "part")
	keys := dialect.English().Keys(p.Body)
	edited := slices.Contains(keys, "status.receipt.link") // what stops is this link's own amount
	add(stopped, slices.Contains([]string{"amount-mismatch", "link-refused"}, problem) && !edited)
	for _, k := range keys {
		add(waiting, k == "status.pending.heading")
		text := dialect.English().Text(k)
		add(tryAgain, strings.HasPrefix(k, "status.") && again.MatchString(text))
		add(dontPay, never.MatchString(text) && !maybe.MatchString(text))
	}
	return list
}

// judgePairs compares what the views of a payment say: its tabs, in all browsers and
// by all links, that were loaded after the last answer to their own token and were
// told how it is now.
func (w *world) judgePairs() {
	type view struct {
		c       *customer
		page    *browser.Page
		stances []stance
	}
	for _, pay := range w.payments {
		var views []view
		hidden := w.other.State(pay.id).Hidden
		for _, c := range w.people {
			for _, t := range c.tabs {
				if t.payment != pay || t.page == nil || w.of(t.page.URL.Path) != pay {
					continue
				}
				truth := w.told(pay, t.page, c, dialect.Truth{})
				if last, ok := truth.Certain(); ok {
					if last.Works() && slices.Contains(stances(t.page), waiting) {
						w.fail("pair: waiting, told that it is worked on", "of %s it was told %s, and %s says waiting", pay.id, last.Word, hooks(t.page))
					}
					views = append(views, view{c, t.page, stances(t.page)})
				}
			}
		}
		for _, one := range views {
			for _, other := range views {
				if one.c == other.c && one.page.URL.Path == other.page.URL.Path && one.page.Hook("moment") != other.page.Hook("moment") {
					w.fail("pair: two moments", "of %s one tab is %s, another %s", pay.id, hooks(one.page), hooks(other.page))
				}
				for _, pair := range forbidden {
					if !slices.Contains(one.stances, pair[0]) || !slices.Contains(other.stances, pair[1]) {
						continue
					}
					if hidden && pair[0] == exists {
						continue // reads say otherwise than the creation
					}
					if one.page == other.page && pair[1] == tryAgain {
						continue // one page says for whom
					}
					d, same := other.c.deedsOf(pay), one.c == other.c && one.page.URL.Path == other.page.URL.Path
					if pair[1] == dontPay && !same && (d.saidPaid || d.returned) {
						continue // only that link knows
					}
					w.tell("%v, %v", dialect.English().Keys(one.page.Body), dialect.English().Keys(other.page.Body))
					w.fail("pair: "+string(pair[0])+", "+string(pair[1]), "of %s one view says %q, another %q: %s, %s",
						pay.id, pair[0], pair[1], hooks(one.page), hooks(other.page))
				}
			}
		}
	}
}

// judgeTold: the page's status and amounts are those that its token was told.
func (w *world) judgeTold(c *customer, pay *payment, p *browser.Page, at string) {
	truth := w.told(pay, p, c, dialect.Truth{})
	status := p.Hook("status")
	speaks := !slices.Contains([]string{"waiting", "languages", "problem", "leaving"}, p.Hook("page"))
	if speaks && !truth.Fits(status) {
		w.tell("%+v", truth)
		w.fail("status: "+truth.Differs(status), "%s, but it was told otherwise", at)
	}
	problem := p.Hook("problem")
	told := slices.ContainsFunc(truth.Heard, func(h dialect.Heard) bool {
		return h.Reason == problem || h.Call == "create" && h.Status >= 400 && cmp.Or(h.Code, "refused") == problem
	})
	if (problem == "refused" || slices.Contains(dialect.Reasons, problem)) && !told {
		w.fail("owed: the code", "%s, and it wasn't told that", at)
	}
	last, certain := truth.Certain()
	shownAmounts := amounts(p)
	has := func(m dialect.Amount) bool { return slices.Contains(shownAmounts, m.String()) }
	for _, row := range []string{"money", "moneyRequired"} { // the order's, and what was to be paid, in a receipt
		if amount, ok := p.Row(row); ok {
			shownAmounts = append(shownAmounts, dialect.Amount{Amount: json.Number(amount), Currency: last.Requested.Currency}.String())
		}
	}
	if certain && last.Word == "SUCCESS" && last.Money != last.Requested && last.Requested.Amount != "" &&
		(!has(last.Money) || !has(last.Requested) || slices.Contains(dialect.English().Keys(p.Body), "status.success.next")) {
		w.fail("money: paid otherwise", "%s: %s came of %s, and it names %v", at, last.Money, last.Requested, shownAmounts)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.session(p.URL.Path)
	s.shown.form = s.shown.form || p.Hook("page") == "reference" && p.Input("reference") != nil
	if ways := waysOn(p); len(ways) > 0 && p.Hook("page") == "instructions" {
		other := pay.asks(p)
		newest := ""
		if n := len(truth.Heard); n > 0 && truth.Heard[n-1].Required.Amount != "" {
			newest = truth.Heard[n-1].Required.String()
		}
		if s.shown.amount != "" && !slices.Contains(other, s.shown.amount) && (newest == "" || !slices.Contains(other, newest)) {
			w.fail("money: to pay", "%s: it asks for %v with the way for which this browser was told to pay %s", at, shownAmounts, s.shown.amount)
		}
		s.shown.ways = ways
		if len(other) > 0 && slices.ContainsFunc(truth.Heard, func(h dialect.Heard) bool { return h.Required.String() == other[0] }) {
			s.shown.amount = other[0]
		}
	}
	// Another amount to pay may have been told since, in an answer that no page showed.
	first := slices.IndexFunc(truth.Heard, func(h dialect.Heard) bool { return h.Described })
	asked := first >= 0 && truth.Heard[first].Required.Amount != "" // what is told later may be the rest
	named := !asked || slices.Contains(shownAmounts, s.shown.amount) || slices.Contains(shownAmounts, truth.LastRequired())
	if status == "success" && certain && last.Money == last.Requested && s.shown.amount != "" && slices.Contains(shownAmounts, pay.orderMoney()) && !named {
		w.fail("money: that was paid", "%s: paid %v, but this browser was told to pay %s", at, shownAmounts, s.shown.amount)
	}
}
