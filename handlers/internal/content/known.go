package content

import (
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/money"
	"payapp/scenarios/entry"
)

// Known is what is known of the payment, as the third cookie holds it: without
// what the order says already, what no page shows and, once the payment is over,
// how to pay.
type Known struct {
	known.Payment
	Terms string `json:"tm"`          // those of the link that it was read for
	Less  int    `json:"l,omitempty"` // how much was left out, for want of room
}

// sealedAgain is how old a reading in a cookie may get before an identical new one
// is worth another: pages show when it was read.
const sealedAgain = 15 * time.Minute

// OfKnown is what a cookie should hold of the payment.
func OfKnown(p known.Payment, of entry.Order, terms string) Known {
	p.At = p.At.Truncate(time.Millisecond) // what pages show
	d := &p.Payin
	if d.Requested == d.Money {
		d.Requested = money.Money{}
	}
	if d.Money == of.Money {
		d.Money = money.Money{}
	}
	d.IDPayin, d.ProcessorStatus = "", ""
	if p.Status().Ended() {
		*d = known.WithoutWays(*d)
	}
	return Known{Payment: p, Terms: terms}
}

// Open is the payment again. It says nothing if it is about a link with other
// terms.
func (k Known) Open(of entry.Order, terms string) known.Payment {
	if k.Terms != terms {
		return known.Payment{}
	}
	p := k.Payment
	// Of the same reading memory's own, which lacks nothing, is the newer one.
	p.At = p.At.Add(-time.Millisecond)
	if p.State == known.Created {
		if p.Payin.IDPayin = of.IDPayin; p.Payin.Money.IsZero() {
			p.Payin.Money = of.Money
		}
	}
	return p
}

// Reduced leaves out what doesn't fit, one kind of thing for each step: first a
// bank's long instructions, since account and amount are enough to pay; then what
// only helps to recognise the payment; then all that there is to pay by, so that
// only how it stands is left. ok is false if nothing is left to leave out.
func (k Known) Reduced(steps int) (less Known, ok bool) {
	d := &k.Payin
	for k.Less < steps {
		switch k.Less++; k.Less {
		case 1:
			if d.Account.Number != "" {
				d.InstructionList = nil
			}
		case 2:
			d.Location, d.EmailAddress, d.PhoneNumber, d.TaxID, d.ReturnURL = nil, "", "", "", ""
		case 3:
			k.Part = true
			*d = apiclient.Payin{
				MethodCode: d.MethodCode, Money: d.Money, MoneyRequired: d.MoneyRequired, Operator: d.Operator, ExternalReference: d.ExternalReference,
				Status: d.Status, FailureReason: d.FailureReason, ExpireAt: d.ExpireAt, CreatedAt: d.CreatedAt, ProcessedAt: d.ProcessedAt,
			}
		case 4: // bounded, whatever the gateway said
			*d = apiclient.Payin{
				MethodCode: short(d.MethodCode), Money: d.Money, MoneyRequired: d.MoneyRequired,
				Status: short(d.Status), FailureReason: short(d.FailureReason),
				ExpireAt: d.ExpireAt, CreatedAt: d.CreatedAt, ProcessedAt: d.ProcessedAt,
			}
			k.Operator, k.Sent = known.Told{}, nil
		default:
			return k, false
		}
	}
	return k, true
}

// WorthReplacing reports whether the cookie lacks something of what is known, or
// is so old that its time would be wrong.
func (k Known) WorthReplacing(by Known) bool {
	if by.State == known.Nothing && len(by.Sent) == len(k.Sent) {
		return false // what it has may be old, but says more
	}
	less, _ := by.Reduced(k.Less)
	if less.Terms != k.Terms || !less.Same(k.Payment) {
		return true
	}
	age := by.At.Sub(k.At)
	return age >= sealedAgain || age > time.Millisecond && by.State == known.NotCreated
}

// short is a text that has room anywhere, or nothing.
func short(text string) string {
	if len(text) > 64 {
		return ""
	}
	return text
}
