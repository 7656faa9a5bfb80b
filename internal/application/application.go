package application

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"payapp/apiclient"
	"payapp/handlers"
	"payapp/i18n"
	"payapp/internal/config"
	"payapp/internal/session"
	"payapp/internal/watch"
	"payapp/methods"
)

// Config is what an application is made of. The first four fields are
// mandatory.
type Config struct {
	// GatewayURL is {base_url} of the gateway's interface.
	GatewayURL string
	// Keys seal the customers' sessions, newest first.
	Keys      [][]byte
	Catalogue *methods.Catalogue
	Logger    *slog.Logger

	// Rate is the gateway's limit in requests a second; 0 is 10.
	Rate float64
	// GlobalRate: the limit counts all merchants' requests together.
	GlobalRate bool
	// Timings of calls to the gateway; those that are zero have their defaults.
	Timings apiclient.Timings

	// PublicURL is the application's outside address without a trailing
	// slash. "" takes it from the request, which only the sandbox may do.
	PublicURL string
	// Secure keeps cookies from everything but https.
	Secure bool
	// AllowHTTP accepts http addresses for returning and for banks.
	AllowHTTP bool
	// Sandbox marks every page: no real money.
	Sandbox bool
	// TrustedProxies are the networks whose forwarding headers count.
	TrustedProxies []netip.Prefix
	// Branding holds names and support contacts by merchant code.
	Branding map[string]config.Brand
	// Metrics is where requests are counted; nil counts for nobody.
	Metrics prometheus.Registerer
	// NamePatience is how long a page waits for nothing but the merchant's
	// name; 0 is 2 s.
	NamePatience time.Duration
	// Now is the clock of all parts; nil is time.Now.
	Now func() time.Time
}

// New wires the application: client, budget, cookies, words, pages. The error
// says which part can't be made of this Config.
func New(cfg Config) (http.Handler, error) {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	client, err := apiclient.New(apiclient.Config{
		BaseURL:          cfg.GatewayURL,
		RedirectProperty: cfg.Catalogue.RedirectProperty(),
		ReferencePath:    cfg.Catalogue.ReferencePath(),
		Timings:          cfg.Timings,
		Logger:           cfg.Logger,
		Now:              cfg.Now,
	})
	if err != nil {
		return nil, fmt.Errorf("gateway client: %w", err)
	}
	sealer, err := session.New(session.Config{Keys: cfg.Keys, Secure: cfg.Secure, Now: cfg.Now})
	if err != nil {
		return nil, err
	}
	bundle, err := i18n.Load()
	if err != nil {
		return nil, err
	}
	return handlers.New(handlers.Config{
		Gateway: watch.New(client, watch.Config{
			Rate: cfg.Rate, Global: cfg.GlobalRate, NamePatience: cfg.NamePatience, Logger: cfg.Logger, Now: cfg.Now,
		}),
		Sealer:         sealer,
		Catalogue:      cfg.Catalogue,
		Bundle:         bundle,
		Logger:         cfg.Logger,
		Now:            cfg.Now,
		PublicURL:      cfg.PublicURL,
		AllowHTTP:      cfg.AllowHTTP,
		Sandbox:        cfg.Sandbox,
		TrustedProxies: cfg.TrustedProxies,
		Branding:       cfg.Branding,
		Metrics:        cfg.Metrics,
	})
}
