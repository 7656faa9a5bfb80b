package presenter

import (
	"time"

	"payapp/i18n"
	"payapp/internal/site"
	"payapp/scenarios"
)

// Input is what a page of a payment is made of, beside its step.
type Input struct {
	Facts  scenarios.Facts
	Locale *i18n.Locale

	// Likely are the tags of languages to offer first, as i18n's Bundle.Likely
	// has them.
	Likely [3]string

	// Path is the payment's own address, without a host: "/pay/…", or
	// "/status/…" for a status link.
	Path string
	// ReadOnly marks a status link, which shows no form.
	ReadOnly bool
	// Languages asks for all languages in the step's place.
	Languages bool
	// Query is a search among the operators.
	Query string

	// Proven says that the gateway has accepted the token. Before, nothing of
	// the link is shown: it may be anybody's.
	Proven bool
	// Expires is the token's expiry; zero where it tells none.
	Expires time.Time
	// Unkept says that the browser has no room to keep how to pay.
	Unkept bool

	// Channel is the merchant's name as the gateway has it, "" = not known.
	Channel string
	// Brand is how the operator presents the merchant; the zero value is nobody's.
	Brand Brand
	// ReturnURL leads back to the shop; "" = not known.
	ReturnURL string

	// Mark is what the page's forms carry of what it shows; "" where no form
	// needs one.
	Mark string
	// SupportCode is the request's, for problem pages.
	SupportCode string
	// PollAfter is when to ask for the payment again.
	PollAfter time.Duration
}

// Brand is one merchant's look.
type Brand struct {
	site.Brand
	LogoURL string // "" = no logo
	Style   string // CSS beside the page's own, "" = none
}
