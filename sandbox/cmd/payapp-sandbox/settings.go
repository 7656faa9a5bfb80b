package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"payapp/sandbox"
)

// errHelp says that the help was asked for and printed.
var errHelp = flag.ErrHelp

type settings struct {
	addr   string
	config sandbox.Config
}

// readSettings reads the flags; their defaults come from the environment.
func readSettings(args []string, getenv func(string) string, out io.Writer) (settings, error) {
	rate, errRate := number(getenv, "PAYAPP_SANDBOX_RATE", 10)
	calm, errCalm := truth(getenv, "PAYAPP_SANDBOX_CALM")
	key, errKey := keyOf(getenv)
	if err := errors.Join(errRate, errCalm, errKey); err != nil {
		return settings{}, err
	}
	s := settings{config: sandbox.Config{Key: key}}
	flags := flag.NewFlagSet("payapp-sandbox", flag.ContinueOnError)
	flags.SetOutput(out)
	flags.StringVar(&s.addr, "addr", cmp.Or(getenv("PAYAPP_SANDBOX_ADDR"), "127.0.0.1:8081"), "where to listen (PAYAPP_SANDBOX_ADDR)")
	flags.StringVar(&s.config.DB, "db", cmp.Or(getenv("PAYAPP_SANDBOX_DB"), defaultDB()), "the SQLite file, or :memory: (PAYAPP_SANDBOX_DB)")
	flags.StringVar(&s.config.KeyPath, "key", "", "file of the demo merchants' private key, PEM, made when it isn't there; beside the database by default (PAYAPP_SANDBOX_KEY holds the key itself)")
	flags.IntVar(&s.config.Rate, "rate", rate, "requests a second and merchant (PAYAPP_SANDBOX_RATE)")
	flags.BoolVar(&s.config.Calm, "calm", calm, "no faults of its own accord (PAYAPP_SANDBOX_CALM)")
	flags.StringVar(&s.config.PaymentAppURL, "app", "http://localhost:8080", "where the shop's RedirectURLs lead")
	flags.StringVar(&s.config.BaseURL, "base-url", "", "the sandbox's outside address; each request's own by default")
	if err := flags.Parse(args); err != nil {
		return settings{}, err
	}
	if flags.NArg() > 0 {
		return settings{}, fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	if s.config.Rate < 1 {
		return settings{}, fmt.Errorf("rate %d is below one", s.config.Rate)
	}
	return s, nil
}

func number(getenv func(string) string, name string, otherwise int) (int, error) {
	text := getenv(name)
	if text == "" {
		return otherwise, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", name, err)
	}
	return n, nil
}

func truth(getenv func(string) string, name string) (bool, error) {
	text := getenv(name)
	if text == "" {
		return false, nil
	}
	b, err := strconv.ParseBool(text)
	if err != nil {
		return false, fmt.Errorf("%s: %w", name, err)
	}
	return b, nil
}

// defaultDB is in the user's cache folder, or in the temporary folder of a
// machine without one.
func defaultDB() string {
	folder, err := os.UserCacheDir()
	if err != nil {
		folder = os.TempDir()
	}
	return filepath.Join(folder, "payapp", "sandbox.db")
}
