package content

import (
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/scenarios"
	"payapp/scenarios/entry"
)

// Link is the content of the first cookie: the order, and what its token said of
// itself when the link was opened.
type Link struct {
	entry.Order
	Token    string `json:"t"`
	Entry    int64  `json:"e"`            // when the link was opened, in ms: tells visits apart
	Claimant string `json:"cm,omitempty"` // the token's own merchant
	Expires  int64  `json:"ex,omitempty"` // Unix seconds, 0 = not told
	// Until is when the payment can no longer be paid, in Unix seconds; 0 =
	// unknown. The session lasts as long.
	Until int64 `json:"un,omitempty"`
}

// OfLink is what the cookie holds of an order when its link is opened; claims are what
// its token says, if it can be read.
func OfLink(o entry.Order, claims apiclient.Claims) Link {
	c := Link{Order: o, Token: o.Token.Reveal(), Claimant: claims.MerchantCode}
	if !claims.ExpiresAt.IsZero() {
		c.Expires = claims.ExpiresAt.Unix()
	}
	return c
}

// Open is the order again.
func (o Link) Open() entry.Order {
	o.Order.Token = apiclient.NewToken(o.Token)
	return o.Order
}

// Done is the content of the second cookie: what the customer has done.
type Done struct {
	scenarios.Progress
	Entry int64  `json:"e,omitempty"`  // the visit that it belongs to
	Terms string `json:"tm,omitempty"` // those of the link that it was done with
	// Verified: the gateway has accepted the token, whatever is known of the payment.
	Verified bool `json:"vf,omitempty"`
}

// Told is what is known of the payment, as the third cookie holds it: how to pay as
// pages show it, and nothing of that once the payment has ended.
type Told struct {
	known.Payment
	Terms string `json:"tm"`           // those of the link that it was read for
	Steps int    `json:"lt,omitempty"` // how much was left out, for want of room
}

// sealedAgain is how old a reading in a cookie may get before an identical new one
// is worth another: pages show when it was read.
const sealedAgain = 15 * time.Minute

// OfTold is what a cookie should hold of the payment.
func OfTold(p known.Payment, terms string) Told {
	p = p.Condensed()
	for _, s := range []*known.State{&p.Success.Is, &p.End.Is, &p.Going.Is} {
		s.Processor = "" // no page shows it
	}
	return Told{Payment: p, Terms: terms}
}

// Open is the payment again. It says nothing if it is about a link with other
// terms.
func (k Told) Open(terms string) known.Payment {
	if k.Terms != terms {
		return known.Payment{}
	}
	return k.Payment
}

// Reduced leaves out what doesn't fit, one kind of thing for each step: first a
// bank's long instructions, since account and amount are enough to pay; then what
// only helps to recognise the payment; then all that there is to pay by, so that
// only how it stands is left. ok is false if nothing is left to leave out.
func (k Told) Reduced(steps int) (less Told, ok bool) {
	ways := make([]known.Way, len(k.Ways))
	copy(ways, k.Ways)
	k.Ways = ways
	for k.Steps < steps {
		switch k.Steps++; k.Steps {
		case 1:
			for i := range ways {
				if ways[i].Account.Number != "" {
					ways[i].Instructions = nil
				}
			}
		case 2:
			none := known.Payment{}
			k.Location, k.Contact, k.ReturnURL = none.Location, none.Contact, none.ReturnURL
		case 3:
			for i, w := range ways {
				ways[i] = known.Way{
					Method: w.Method, Operator: w.Operator, Required: w.Required, ExpireAt: w.ExpireAt,
					Less: true, Read: w.Read, Made: w.Made,
				}
			}
			none := known.Payment{}
			k.VAT, k.Reference, k.Customer, k.Used = none.VAT, none.Reference, none.Customer, none.Used
		case 4: // bounded, whatever the gateway said
			for i, w := range ways {
				ways[i].Method, ways[i].Operator = short(w.Method), apiclient.Operator{}
			}
			k.Method.Is, k.External.Is, k.Sent, k.Prices = short(k.Method.Is), short(k.External.Is), nil, nil
			for _, s := range []*known.State{&k.Success.Is, &k.End.Is, &k.Going.Is} {
				s.Word, s.Reason = short(s.Word), s.Reason[:min(len(s.Reason), 64)]
			}
		default:
			return k, false
		}
	}
	return k, true
}

// WithoutWay reports whether nothing is left to pay by, for want of room.
func (k Told) WithoutWay() bool { return k.Steps >= 3 }

// WorthReplacing reports whether the cookie lacks something of what is known, or
// is so old that its time would be wrong.
func (k Told) WorthReplacing(by Told) bool {
	if by.AskedAt().IsZero() && len(by.Sent) == len(k.Sent) {
		return false // what it has may be old, but says more
	}
	less, _ := by.Reduced(k.Steps)
	if less.Terms != k.Terms || !less.View().Same(k.View()) {
		return true
	}
	age := by.AskedAt().Sub(k.AskedAt())
	return age >= sealedAgain || age > 0 && by.View().Existence == known.NotCreated
}

// short is a text that has room anywhere, or nothing.
func short(text string) string {
	if len(text) > 64 {
		return ""
	}
	return text
}
