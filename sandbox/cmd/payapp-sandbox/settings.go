package main

import (
	"errors"
	"flag"
	"fmt"
	"io"

	"payapp/sandbox"
)

var (
	// errHelp says that the help was asked for and printed.
	errHelp = flag.ErrHelp
	// errUsage is a wrong command line.
	errUsage = errors.New("the command line is wrong")
)

type settings struct {
	addr   string
	config sandbox.Config
}

const help = `Usage: payapp-sandbox [flags]

Serves the stand-in for the payment gateway alone. Each flag's default comes from the environment
variable that its help names, or from a file that the variable with _FILE after its name names.

Flags:
`

const more = `
Example:
  payapp-sandbox -addr 127.0.0.1:8081 -db :memory: -calm

Exit codes:
  0  stopped
  1  it can't start: a setting, the database or the address is at fault
  2  the command line is wrong
`

// readSettings reads the flags; their defaults come from the environment.
func readSettings(args []string, getenv func(string) string, out io.Writer) (settings, error) {
	env := environment{getenv: getenv}
	s := settings{config: sandbox.Config{Key: env.key("PAYAPP_SANDBOX_KEY")}}
	flags := flag.NewFlagSet("payapp-sandbox", flag.ContinueOnError)
	flags.SetOutput(out)
	flags.Usage = func() {
		fmt.Fprint(out, help)
		flags.PrintDefaults()
		fmt.Fprint(out, more)
	}
	flags.StringVar(&s.addr, "addr", env.address("PAYAPP_SANDBOX_ADDR", "127.0.0.1:8081"), "where to listen (PAYAPP_SANDBOX_ADDR)")
	flags.StringVar(&s.config.DB, "db", env.text("PAYAPP_SANDBOX_DB", ""),
		"the SQLite file, or :memory:; sandbox.db in the cache folder by default (PAYAPP_SANDBOX_DB)")
	flags.StringVar(&s.config.KeyPath, "key", "",
		"file of the demo merchants' private key, PEM, made when it isn't there; "+
			"beside the database by default (PAYAPP_SANDBOX_KEY holds the key itself)")
	flags.IntVar(&s.config.Rate, "rate", env.number("PAYAPP_SANDBOX_RATE", 10), "requests a second and merchant (PAYAPP_SANDBOX_RATE)")
	flags.BoolVar(&s.config.Calm, "calm", env.truth("PAYAPP_SANDBOX_CALM"), "no faults of its own accord (PAYAPP_SANDBOX_CALM)")
	flags.BoolVar(&s.config.Strict, "strict", env.truth("PAYAPP_SANDBOX_STRICT"),
		"grant and answer nothing that the interface doesn't show (PAYAPP_SANDBOX_STRICT)")
	flags.StringVar(&s.config.PaymentAppURL, "app", "http://localhost:8080", "where the shop's RedirectURLs lead")
	flags.StringVar(&s.config.BaseURL, "base-url", "", "the sandbox's outside address; each request's own by default")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return settings{}, errHelp
	} else if err != nil {
		return settings{}, fmt.Errorf("%w: %w", errUsage, err)
	}
	if flags.NArg() > 0 {
		return settings{}, fmt.Errorf("%w: unexpected argument %q", errUsage, flags.Arg(0))
	}
	if err := errors.Join(env.faults...); err != nil {
		return settings{}, err
	}
	if s.config.Rate < 1 {
		return settings{}, fmt.Errorf("rate %d is below one", s.config.Rate)
	}
	if s.config.DB == "" {
		var err error
		if s.config.DB, err = sandbox.DefaultDB(); err != nil {
			return settings{}, err
		}
	}
	return s, nil
}
