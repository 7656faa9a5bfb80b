package handlers

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"

	"payapp/apiclient"
	"payapp/i18n"
	"payapp/internal/config"
	"payapp/internal/money"
	"payapp/internal/session"
	"payapp/internal/watch"
	"payapp/methods"
	"payapp/views/layout"
)

// Gateway is what the pages need of the payment gateway. *watch.Gateway is
// the real one.
type Gateway interface {
	Payins
	// Now is the gateway's time, which decides about its deadlines.
	Now() time.Time
	Options(ctx context.Context, who watch.Caller, m money.Money) (apiclient.Options, error)
	MerchantName(ctx context.Context, who watch.Caller) (string, error)
}

// Payins is what the pages need of one payment.
type Payins interface {
	Payin(ctx context.Context, who watch.Caller, idPayin string, maxAge time.Duration) (watch.Reading, error)
	// Seen reports, without a call, whether it is known here to exist.
	Seen(who watch.Caller, idPayin string) bool
	Create(ctx context.Context, who watch.Caller, idPayin string, req apiclient.PayinRequest) (apiclient.Payin, error)
	SetReference(ctx context.Context, who watch.Caller, idPayin, reference string) error
}

// Config is what the handlers are made of. The first six fields are
// mandatory.
type Config struct {
	Gateway   Gateway
	Sealer    *session.Sealer
	Catalogue *methods.Catalogue
	Bundle    *i18n.Bundle
	Logger    *slog.Logger
	Now       func() time.Time

	// PublicURL is the application's outside address without a trailing
	// slash. "" takes it from the request, which only the sandbox may do.
	PublicURL string
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
}

// server holds what requests share.
type server struct {
	Config
	metrics   *metrics
	languages map[*i18n.Locale][]layout.Language // the others, by language
	brands    map[string]brand                   // by merchant code
	zones     map[string]*time.Location          // by currency
	countries map[string]string                  // codes by name, in lower case
	unknown   seen                               // methods that the catalogue lacks, each logged once
}

// New wires the application's routes. The error says what is missing.
func New(cfg Config) (http.Handler, error) {
	if cfg.Gateway == nil || cfg.Sealer == nil || cfg.Catalogue == nil || cfg.Bundle == nil || cfg.Logger == nil || cfg.Now == nil {
		return nil, errors.New("handlers: gateway, sealer, catalogue, bundle, logger and clock are mandatory")
	}
	zones, err := loadZones()
	if err != nil {
		return nil, fmt.Errorf("handlers: %w", err)
	}
	ownPages, err := refuseCrossSite(cfg.PublicURL)
	if err != nil {
		return nil, fmt.Errorf("handlers: public address: %w", err)
	}
	s := &server{
		Config:    cfg,
		metrics:   newMetrics(cfg.Metrics),
		languages: otherLanguages(cfg.Bundle),
		brands:    newBrands(cfg.Branding),
		zones:     zones,
		countries: countryCodes(cfg.Catalogue, cfg.Bundle),
	}
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	e.IPExtractor = clientAddress(cfg.TrustedProxies, func() {
		cfg.Logger.Warn("requests come through a proxy that PAYAPP_TRUSTED_PROXIES doesn't name: all its customers count as one address")
	})
	e.HTTPErrorHandler = s.showError
	e.Pre(s.logRequests, before(s.setHeaders()), s.recoverPanics, before(refuseOversized, ownPages))
	s.routes(e)
	return e, nil
}
