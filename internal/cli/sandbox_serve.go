package cli

import (
	"context"

	"github.com/spf13/pflag"

	"payapp/internal/server"
)

var sandboxCommand = command{
	name:    "sandbox",
	summary: "serve the stand-in for the gateway alone",
	about: `Serves the stand-in for the gateway alone, without the application. It takes no flags; its settings
are environment variables, each also readable from a file named by the variable with _FILE after it:

  PAYAPP_SANDBOX_ADDR   where it listens (default 127.0.0.1:8081)
  PAYAPP_SANDBOX_URL    its outside address, for links in its answers; each request's own by default
  PAYAPP_SANDBOX_DB     its SQLite file, or :memory:; by default in the user's cache folder
  PAYAPP_SANDBOX_KEY    the demo merchants' private key, PEM; by default demo-key.pem beside the database
  PAYAPP_SANDBOX_RATE   requests a second and merchant (default 10)
  PAYAPP_SANDBOX_CALM   true: no faults of its own accord
  PAYAPP_SANDBOX_STRICT true: grants and answers nothing that the interface doesn't show
  PAYAPP_CATALOGUE      a catalogue file, whose renamed methods it offers too
  PAYAPP_DRAIN_DELAY    how long it still takes connections when it is told to stop (default 0s)
  PAYAPP_PUBLIC_URL     the application that the shop's RedirectURLs lead to (default http://localhost:8080)

PAYAPP_GATEWAY_URL must not be set: it says that another gateway is there.`,
	examples: "PAYAPP_SANDBOX_DB=:memory: PAYAPP_SANDBOX_CALM=true payapp sandbox",
	codes: `Exit codes:
  0  stopped
  1  it can't start: a setting, the database or the address is at fault
  2  the command line is wrong
`,
	flags: func(*pflag.FlagSet) performer { return serveSandbox },
}

func serveSandbox(ctx context.Context, in invocation) error {
	return server.RunSandbox(ctx, in.environ, in.Out, in.Err)
}
