package dialect

import (
	"encoding/json"
	"time"
)

// Pay makes the payment succeed.
func (g *Gateway) Pay(id string) {
	g.change(id, func(p *payment) { p.paid, p.received = true, "" })
}

// Receive makes it succeed with other money than was asked for.
func (g *Gateway) Receive(id, amount, currency string) {
	g.change(id, func(p *payment) {
		p.paid, p.received = true, `{"amount":`+amount+`,"currencyCode":"`+currency+`"}`
	})
}

// Say gives the payment a word, and a failureReasonCode beside it. It isn't paid,
// even if it was.
func (g *Gateway) Say(id, word, reason string) {
	g.change(id, func(p *payment) {
		p.paid, p.word, p.reason = false, word, reason
		p.over = p.over || ended(Said{Word: word, Reason: reason})
	})
}

// Require asks for another amount from now on; "" = for the order's.
func (g *Gateway) Require(id, amount string) {
	g.change(id, func(p *payment) { p.dialect.Requires = amount })
}

// Another makes what there is to pay by another one: a second way.
func (g *Gateway) Another(id string) {
	g.change(id, func(p *payment) { p.turn++ })
}

// Stray refuses the next reads with these statuses, in turn.
func (g *Gateway) Stray(id string, statuses ...int) {
	g.change(id, func(p *payment) { p.strays = statuses })
}

// Omit leaves other properties out of reads from now on.
func (g *Gateway) Omit(id string, names ...string) {
	g.change(id, func(p *payment) { p.dialect.Omits = names })
}

// Number changes how a number is refused; 0 = it is taken.
func (g *Gateway) Number(id string, status int) {
	g.change(id, func(p *payment) { p.dialect.Number = status })
}

// Show lets reads find a hidden payment.
func (g *Gateway) Show(id string) {
	g.change(id, func(p *payment) { p.dialect.Hidden, p.found = false, g.now() })
}

// Hide lets reads find nothing of the payment, until Show.
func (g *Gateway) Hide(id string) {
	g.change(id, func(p *payment) { p.dialect.Hidden = true })
}

// Rename changes what becomes of merchant-info.
func (g *Gateway) Rename(id string, info Info) {
	g.change(id, func(p *payment) { p.dialect.Info = info })
}

func (g *Gateway) change(id string, to func(*payment)) {
	g.look(id, func(p *payment) {
		if old := *p; p.created {
			p.before, p.since, old.before = &old, g.now(), nil
		}
		to(p)
		p.changed = g.moment()
	})
}

func (g *Gateway) look(id string, at func(*payment)) {
	g.mu.Lock()
	defer g.mu.Unlock()
	at(g.payments[id])
}

// Landing is the address to which the bank leads back.
func (g *Gateway) Landing(id string) (address string) {
	g.look(id, func(p *payment) { address, _ = p.returnTo.(string) })
	return address
}

// Creations is how many came.
func (g *Gateway) Creations(id string) (n int) {
	g.look(id, func(p *payment) { n = p.tries })
	return n
}

// Sent is what the creation named; false if none was accepted.
func (g *Gateway) Sent(id string) (money Amount, ok bool) {
	g.look(id, func(p *payment) { ok = p.created && json.Unmarshal(p.money, &money) == nil })
	return money, ok
}

func (g *Gateway) now() time.Time {
	if g.Now != nil {
		return g.Now()
	}
	return time.Now()
}

// moment is called with the gateway locked.
func (g *Gateway) moment() int64 {
	if g.Moment != nil {
		return g.Moment()
	}
	g.moments++
	return g.moments
}
