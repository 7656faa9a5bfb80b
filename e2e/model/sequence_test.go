package model

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"payapp/internal/testing/dialect"
)

// sequence is a short story beside a gateway unlike the sandbox.
type sequence struct {
	says   string
	order  string
	in     dialect.Dialect
	opaque bool // tokens say nothing of themselves
	story  func(v *views)
}

// views are those of one payment: the payer's tab, and others.
type views struct {
	*world
	payment *payment
	payer   *tab
	link    *tab // a status link in another browser
	other   *tab // another browser, by a link with a token of its own
}

func TestSequences(t *testing.T) {
	for _, s := range sequences {
		t.Run(strings.ReplaceAll(s.says, " ", "_"), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, func(story string) { t.Log(story) }, 1, nil, true)
				w.front.sticky = true
				v := &views{world: w, payment: w.expect(s.order, s.in, s.opaque)}
				for _, to := range []**tab{&v.payer, &v.link, &v.other} {
					c := w.customer("browser")
					c.language = inKeys
					*to = &tab{owner: c, payment: v.payment}
					c.tabs = append(c.tabs, *to)
				}
				v.payer.owner.open(v.payer, v.payment, v.payment.links[0], false)
				s.story(v)
				w.report(t)
			})
		})
	}
}

// says moves the gateway to a word, and lets a while pass.
func (v *views) says(word string, after time.Duration) {
	v.world.other.Say(v.payment.id, word, "")
	v.sleep(after)
}

// opens the status link, and another browser's.
func (v *views) opens() {
	v.link.owner.openStatus(v.link, v.payment, 10*time.Hour)
	v.other.owner.open(v.other, v.payment, v.payment.link(v.payment.order.amount, 10*time.Hour), false)
}

// look: all look, and are held to one another and to what they owe.
func (v *views) look() {
	v.actLookAll(nil)
	for _, t := range []*tab{v.payer, v.link, v.other} {
		if t.page != nil {
			v.judgeWay(t)
			v.follow(t)
		}
	}
	v.judgePairs()
}

func always(l dialect.Loss) []dialect.Loss { return slices.Repeat([]dialect.Loss{l}, 40) }

// pressing presses Pay as often as the page asks for it.
func pressing(v *views) {
	v.payer.do("pay", "")
	v.payer.awaited()
	v.judgePresses(v.payer)
}

// unknownToReads waits for a payment of which only the creation told.
func unknownToReads(v *views) {
	v.payer.do("pay", "")
	for range 3 {
		v.sleep(2 * time.Minute)
		v.payer.reload()
	}
	v.world.other.Show(v.payment.id)
	v.look()
}

// comesTo notes that the page isn't the one that the story needs.
func (t *tab) comesTo(v *views, hook string) bool {
	got := hooks(t.page)
	if got != hook {
		v.fail("owed: the next page", "got %q, want %q: %s", got, hook, text(t.page))
	}
	return got == hook
}
