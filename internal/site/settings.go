package site

import "net/netip"

// Settings is the operator's settings of the pages that customers see. They are
// passed on as a whole.
type Settings struct {
	// PublicURL is the application's public address without a path and a
	// trailing slash. "" takes it from each request, which is for the sandbox
	// only.
	PublicURL string `env:"PAYAPP_PUBLIC_URL"`
	// Secure restricts cookies to https, which PublicURL is then.
	Secure bool `env:"-"`
	// AllowHTTP accepts http addresses for returns and banks.
	AllowHTTP bool `env:"PAYAPP_ALLOW_HTTP_RETURN"`
	// ReturnSchemes are the app schemes that a returnUrl may have besides
	// https.
	ReturnSchemes []string `env:"PAYAPP_RETURN_SCHEMES"`
	// Sandbox says that the embedded sandbox stands in for the gateway: no
	// money is real, and every page says so.
	Sandbox bool `env:"-"`
	// Calls is the address of the embedded sandbox's page of calls, to which
	// problem pages lead; "" = none.
	Calls string `env:"-"`
	// TrustedProxies are the networks whose forwarding headers are trusted;
	// empty is no proxy.
	TrustedProxies []netip.Prefix `env:"PAYAPP_TRUSTED_PROXIES"`
	// ForwardedHeader is the header in which those proxies write customers'
	// addresses; "" = X-Forwarded-For or, without one, Forwarded.
	ForwardedHeader string `env:"PAYAPP_FORWARDED_HEADER"`
	// CallbackRelay receives the gateway's callbacks and passes them on to the
	// merchant.
	CallbackRelay bool `env:"PAYAPP_CALLBACK_RELAY" envDefault:"false"`
	// Branding has merchants' brands by merchant code.
	Branding map[string]Brand `env:"PAYAPP_BRANDING"`
	Operator Operator
}

// Operator is the company in the pages' footer. All of it is optional.
type Operator struct {
	Name    string `env:"PAYAPP_OPERATOR"`
	Privacy string `env:"PAYAPP_OPERATOR_PRIVACY"` // address of the privacy notice
	Terms   string `env:"PAYAPP_OPERATOR_TERMS"`   // address of the terms
}

// Brand is how one merchant's pages look, and whom its customers can ask. All
// of it is optional.
type Brand struct {
	Name         string `yaml:"name"`         // shown instead of the gateway's channel name
	Logo         string `yaml:"logo"`         // path of a PNG, beside the branding file
	Accent       string `yaml:"accent"`       // "#rrggbb", on light pages; adjusted where it is hard to read
	AccentDark   string `yaml:"accentDark"`   // "#rrggbb", on dark pages, likewise
	SupportEmail string `yaml:"supportEmail"` //
	SupportPhone string `yaml:"supportPhone"` // as it should be shown
	SupportURL   string `yaml:"supportURL"`   //
	Success      Words  `yaml:"success"`      // a sentence on the page of a paid payment

	LogoImage []byte `yaml:"-"` // the PNG that Logo holds
}
