package console

import (
	"crypto/rsa"
	"embed"
	"log/slog"
	"net/http"
	"strings"
	"sync"

	"payapp/sandbox/internal/clock"
	"payapp/sandbox/internal/faults"
	"payapp/sandbox/internal/merchant"
	"payapp/sandbox/internal/page"
	"payapp/sandbox/internal/process"
	"payapp/sandbox/internal/rates"
	"payapp/sandbox/internal/steering"
	"payapp/sandbox/internal/store"
	"payapp/sandbox/shop"
)

// Config is what the console shows and controls. All fields are mandatory.
type Config struct {
	Store      *store.Store
	Clock      *clock.Clock
	Process    *process.Runner
	Faults     *faults.Faults
	Merchants  *merchant.Book
	Rates      *rates.Rates
	Steering   *steering.Steering
	DemoKey    *rsa.PublicKey // signs for every merchant
	Shop       *shop.Shop     // for links to its orders
	Operations []string       // names of endpoints that faults can be limited to
	Calm       bool
	Logger     *slog.Logger
	// BaseURL is the sandbox's public address, as a request sees it.
	BaseURL func(*http.Request) string
}

// Console is the console. It is safe for concurrent use. Each of its pages is a
// method.
type Console struct {
	Config
	pages    *page.Set
	served   sync.Once
	stopping chan struct{} // closed when the server that serves it shuts down
}

//go:embed pages/*.html
var pageFiles embed.FS

var templates = page.Read(pageFiles)

// New prepares the console's pages.
func New(config Config) *Console {
	return &Console{Config: config, pages: page.NewSet(config.Logger, templates()), stopping: make(chan struct{})}
}

// Routes serves the pages. own protects forms against cross-origin posts.
func (c *Console) Routes(mux *http.ServeMux, own *http.CrossOriginProtection) {
	for pattern, f := range map[string]page.Func{
		"GET /bank/{play}":                     c.showPlay(),
		"POST /bank/{play}":                    c.submitPlay("at the bank page"),
		"GET /approve/{id}":                    c.showPlay(),
		"POST /approve/{id}":                   c.submitPlay("in the banking app"),
		"GET /scan/{id}":                       c.showPlay(),
		"POST /scan/{id}":                      c.submitPlay("after scanning"),
		"GET /phone":                           c.showPhone,
		"GET /console":                         c.showConsole,
		"GET /console/payins/{id}":             c.showPayment(store.Payin),
		"GET /console/payins/{id}/status":      c.showStatusPage,
		"POST /console/payins/{id}":            c.submitStatus(store.Payin),
		"GET /console/payouts/{id}":            c.showPayment(store.Payout),
		"POST /console/payouts/{id}":           c.submitStatus(store.Payout),
		"POST /console/payins/{id}/callbacks":  c.submitCallback(store.Payin),
		"POST /console/payouts/{id}/callbacks": c.submitCallback(store.Payout),
		"GET /console/callbacks/{seq}":         c.showCallback,
		"POST /console/callbacks/{seq}":        c.submitResend,
		"GET /console/merchants":               c.showMerchants,
		"POST /console/merchants":              c.submitMerchant,
		"POST /console/merchants/remove":       c.removeMerchant,
		"GET /console/steering":                c.showSteering,
		"POST /console/steering":               c.submitSteering,
		"POST /console/steering/remove":        c.removeSteering,
		"POST /console/presets":                c.submitPreset,
		"POST /console/presets/remove":         c.endPreset,
		"POST /console/rates":                  c.submitRate,
		"POST /console/keys":                   c.submitKey,
		"POST /console/secrets":                c.submitSecrets,
		"GET /console/calls":                   c.showCalls,
		"GET /console/calls/{seq}":             c.showCall,
		"GET /console/panel":                   c.showPanel,
		"POST /console/clock":                  c.submitClock,
		"POST /console/faults":                 c.submitFault,
		"POST /console/faults/remove":          c.removeFaults,
	} {
		mux.Handle(pattern, own.Handler(c.pages.Handler(only(fields[pattern], f))))
	}
}

// back leads to the list from which a form was sent, or to where it otherwise
// leads.
func back(r *http.Request, p *page.Page) *page.Page {
	if list := r.PostFormValue("back"); list == "/console" || strings.HasPrefix(list, "/console?") {
		p.To = list
	}
	return p
}
