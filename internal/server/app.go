package server

import (
	"fmt"
	"io"
	"log/slog"
	"sync/atomic"
	"time"
)

// app is one running application, with its ports open. A port that it doesn't
// have is nil.
type app struct {
	logger                      *slog.Logger
	application, admin, sandbox *server
	draining                    atomic.Bool                          // new work should go elsewhere; what runs may finish
	drainDelay                  time.Duration                        // how long it accepts work while draining
	after                       func(time.Duration) <-chan time.Time // the timer for drainDelay; nil is time.After
	stop                        func()                               // called after serving
	lines                       *logLines                            // of logger
	faulty                      bool                                 // the sandbox goes wrong of its own accord
}

// servers are the ports in the order in which they stop: first the customers',
// whose requests still need the gateway; then the operators', who watch; the
// sandbox last.
func (a *app) servers() []*server {
	var all []*server
	for _, s := range []*server{a.application, a.admin, a.sandbox} {
		if s != nil {
			all = append(all, s)
		}
	}
	return all
}

// embedded is the sandbox in this process, and what it provides to the
// application.
type embedded struct {
	server *server
	keys   [][]byte // of sessions, if none are configured
	calls  string   // the address of its page of calls
	// announce tells the shop the application's address.
	announce func(applicationURL string)
	stop     func()
}

// banner prints the addresses.
func (a *app) banner(w io.Writer) {
	line := func(what, address string) { fmt.Fprintf(w, "  %-12s %s\n", what, address) }
	fmt.Fprintln(w, "payapp is ready.")
	if a.sandbox != nil {
		address := a.sandbox.address()
		line("sandbox", address+"/       the gateway's interface")
		line("shop", address+"/shop   begin here")
		line("console", address+"/console")
	}
	if a.application != nil {
		address := a.application.address()
		line("pay", address+"/")
		line("status", address+"/status")
	}
	if a.admin != nil {
		line("admin", a.admin.address()+"/metrics, /healthz, /readyz")
	}
	if a.sandbox != nil {
		if a.faulty {
			fmt.Fprintln(w, "The sandbox loses an answer now and then, as gateways do; with PAYAPP_SANDBOX_CALM=true it doesn't.")
		}
		fmt.Fprintln(w, "The sandbox is on: no real money moves. Ctrl-C stops.")
	}
}
