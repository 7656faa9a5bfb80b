package presenter

import (
	"time"

	"payapp/i18n"
	"payapp/internal/site"
	"payapp/scenarios"
)

// Input is what a page of a payment is made of: what is due, the language, and
// the addresses and the brand around it.
type Input struct {
	scenarios.Due
	Now    time.Time     // by our clock
	Behind time.Duration // how far the gateway's is behind it: so much more time is left to pay
	Locale *i18n.Locale

	// Likely are the tags of languages to offer first, as from i18n's
	// Bundle.Likely.
	Likely [3]string

	// Path is the payment's own address, without a host: "/pay/…", or
	// "/status/…" for a status link.
	Path string
	// Languages asks for the page of all languages instead of the step.
	Languages bool
	// Query is a search among the operators.
	Query string

	// Brand is the merchant's branding; the zero value means none.
	Brand Brand
	// ReturnURL leads back to the shop; "" = unknown.
	ReturnURL string

	// Picture is the address of the picture of a code; nil is the payment's own,
	// which needs its cookies.
	Picture func(code string) string
	// PhoneURL is what the code says by which a phone goes on; "" = none was made.
	PhoneURL string
	// Mark is what the page's forms carry about what the page shows; "" if no
	// form needs it.
	Mark string
	// SupportCode is the request's, for problem pages.
	SupportCode string
	// PollAfter is when to ask for the payment again.
	PollAfter time.Duration
}

// Brand is one merchant's branding.
type Brand struct {
	site.Brand
	LogoURL string // "" = no logo
	Style   string // CSS besides the page's own, "" = none
}
