package site

import "net/netip"

// Settings is what the operator has set of the pages that customers see. Whoever
// needs one of them is given all.
type Settings struct {
	// PublicURL is the application's outside address without a path and a
	// trailing slash. "" takes it from the request, which only the sandbox may
	// do.
	PublicURL string `env:"PAYAPP_PUBLIC_URL"`
	// Secure keeps cookies from everything but https, which PublicURL is then.
	Secure bool `env:"-"`
	// AllowHTTP accepts http addresses for returning and for banks.
	AllowHTTP bool `env:"PAYAPP_ALLOW_HTTP_RETURN"`
	// ReturnSchemes are the schemes of apps that a returnUrl may lead to, beside
	// https.
	ReturnSchemes []string `env:"-"`
	// Sandbox says that the embedded sandbox stands in for the gateway: no
	// money is real, and every page says so.
	Sandbox bool `env:"-"`
	// TrustedProxies are the networks whose forwarding headers count.
	TrustedProxies []netip.Prefix `env:"-"`
	// CallbackRelay lets the gateway's callbacks come here, from where they are
	// passed on to the merchant.
	CallbackRelay bool `env:"PAYAPP_CALLBACK_RELAY" envDefault:"false"`
	// Branding is what is configured of merchants, by merchant code.
	Branding map[string]Brand `env:"-"`
	Operator Operator
}

// Operator is who runs the pages, as their end says. All of it is optional.
type Operator struct {
	Name    string `env:"PAYAPP_OPERATOR" check:"name"`
	Privacy string `env:"PAYAPP_OPERATOR_PRIVACY" check:"link"` // address of the privacy notice
	Terms   string `env:"PAYAPP_OPERATOR_TERMS" check:"link"`   // address of the terms
}

// Brand is how one merchant's pages look, and whom its customers can ask. All
// of it is optional.
type Brand struct {
	Name         string `yaml:"name" check:"name"`          // shown for the channel name of the gateway
	Logo         string `yaml:"logo"`                       // path of a PNG, beside the branding file
	Accent       string `yaml:"accent" check:"accent"`      // "#rrggbb", on light pages
	AccentDark   string `yaml:"accentDark" check:"dark"`    // "#rrggbb", on dark pages
	SupportEmail string `yaml:"supportEmail" check:"email"` //
	SupportPhone string `yaml:"supportPhone" check:"phone"` // as it is to be shown
	SupportURL   string `yaml:"supportURL" check:"link"`    //
	Success      Words  `yaml:"success"`                    // heading of the page of a paid payment

	LogoPNG []byte `yaml:"-"` // what Logo holds
}
