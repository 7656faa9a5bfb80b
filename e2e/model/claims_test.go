package model

import (
	"net/http"
	"strings"
	"time"

	"payapp/i18n"
	"payapp/internal/testing/browser"
	"payapp/internal/testing/claims"
	"payapp/internal/testing/dialect"
)

// inKeys is the language of keys: pages consist of the names of their messages, so
// that what they claim can be held to the truth.
const inKeys = i18n.PseudoKeys

// deeds are what a browser has done about a payment.
type deeds struct {
	saidPaid, returned bool
}

// does notes what a request does.
func (c *customer) does(method, target string) {
	path, _, _ := strings.Cut(target, "?")
	p := c.world.of(path)
	if p == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	d := c.deedsOf(p)
	d.saidPaid = d.saidPaid || method == http.MethodPost && (strings.HasSuffix(path, "/paid") || strings.HasSuffix(path, "/reference"))
	d.returned = d.returned || strings.HasPrefix(path, "/return/")
}

// sends notes that Pay is pressed in a session, or a number is sent, until the answer
// has come.
func (c *customer) sends(method, target string) (answered func()) {
	pays, tells := strings.HasSuffix(target, "/pay"), strings.HasSuffix(target, "/reference")
	if method != http.MethodPost || !pays && !tells {
		return func() {}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.session(target)
	under := &s.paying
	if tells {
		under = &s.telling
	}
	*under++
	s.doubled = s.doubled || s.paying > 1
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		*under--
		s.doubled = s.doubled && s.paying > 0
	}
}

// deedsOf are the customer's, who is locked.
func (c *customer) deedsOf(p *payment) *deeds {
	if c.did[p] == nil {
		c.did[p] = &deeds{}
	}
	return c.did[p]
}

// unnoticed is how long a page needn't notice that another browser or link has
// created the payment (handlers: missingLife).
const unnoticed = time.Minute + 10*time.Second

// judgeClaims: a page says nothing of the payment that isn't so.
func (w *world) judgeClaims(c *customer, pay *payment, p *browser.Page, at string, began int64) {
	pay.book.mu.Lock()
	book := &pay.book
	truth := dialect.Truth{
		State: dialect.State{
			Exists: len(book.accepted) > 0, Success: book.success, Failed: book.failed, Expired: book.expired, Refused: book.refused,
			Rejected: w.door.rejected.Load(), Lost: true, Name: "Demo Shop", Number: len(book.numbers) > 0,
			Requires: book.requires, Deadline: book.until,
		},
		Now: w.now(), Page: p.Hook("page"),
	}
	took := book.took > began
	during, lately := truth.Exists && book.began > began, w.now().Sub(book.since) < unnoticed
	pay.book.mu.Unlock()
	c.mu.Lock()
	d, s := c.deedsOf(pay), c.session(p.URL.Path)
	// Another browser's Pay, or one that nobody waits for any more, may be sent during
	// this request, too, and of two presses at once neither's replica knows the other's.
	s.created = s.created || during && s.paying > 0 && !s.doubled && strings.HasPrefix(p.URL.Path, "/pay/")
	truth.SaidPaid, truth.Returned, truth.Elsewhere, truth.Unheard = d.saidPaid, d.returned, lately && !s.created, s.paid == 0
	// As with a Pay, a link doesn't know the number that another one of them has sent.
	s.told = s.told || took && s.telling == 1
	truth.Acted = s.acted
	truth.Begun, truth.NumberTold = s.created, s.told
	truth.Rejected = truth.Rejected || c.over(p.URL.Path) != ""
	c.mu.Unlock()
	if w.other != nil {
		truth = w.told(pay, p, c, truth)
	}
	untrue := dialect.English().Untrue(p.Body, claims.Says, truth)
	if len(untrue) > 0 {
		w.tell("%+v: %v", truth, dialect.English().Keys(p.Body))
	}
	for _, claim := range untrue {
		says, _, _ := strings.Cut(claim, " (")
		w.fail("claim: "+says, "%s claims that %s, which isn't so", at, claim)
	}
}
