package content

import (
	"payapp/apiclient"
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

// Session is what all three cookies hold, on its way to another browser.
type Session struct {
	Link Link
	Done Done
	Told Told
}

// Done is the content of the second cookie: what the customer has done.
type Done struct {
	scenarios.Progress
	Entry int64  `json:"e,omitempty"`  // the visit that it belongs to
	Terms string `json:"tm,omitempty"` // those of the link that it was done with
	// Verified: the gateway has accepted the token, whatever is known of the payment.
	Verified bool `json:"vf,omitempty"`
}
