package presenter

import (
	"time"

	"payapp/i18n"
	"payapp/internal/site"
	"payapp/scenarios"
)

// Input is what a page of a payment is made of, besides its step.
type Input struct {
	Facts  scenarios.Facts
	Locale *i18n.Locale

	// Likely are the tags of languages to offer first, as from i18n's
	// Bundle.Likely.
	Likely [3]string

	// Path is the payment's own address, without a host: "/pay/…", or
	// "/status/…" for a status link.
	Path string
	// ReadOnly marks a status link, which shows no form.
	ReadOnly bool
	// Languages asks for the page of all languages instead of the step.
	Languages bool
	// Query is a search among the operators.
	Query string

	// Proven says that the gateway has accepted the token. Before that, nothing
	// of the link is shown, since it may be forged.
	Proven bool
	// Expires is the token's expiry; zero if unknown.
	Expires time.Time
	// Unkept says that the browser has no room to keep how to pay.
	Unkept bool

	// Channel is the merchant's name from the gateway, "" = unknown.
	Channel string
	// Brand is the merchant's branding; the zero value means none.
	Brand Brand
	// ReturnURL leads back to the shop; "" = unknown.
	ReturnURL string

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
