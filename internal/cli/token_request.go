package cli

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"payapp/apiclient"
)

// requester is what a command needs for any link: the addresses of gateway and
// application, the merchant, a file with its credentials, and the payment.
type requester struct {
	gateway, app              string
	merchant, key, secretFile string
	order, currency, lang     string
	valid                     validity
	json                      bool
	appless                   bool // it is about the gateway alone
}

func (r *requester) declare(flags *pflag.FlagSet, valid time.Duration) {
	r.declareCaller(flags)
	flags.StringVar(&r.order, "order", "", "the order's `ID` (idPayin)")
	flags.StringVar(&r.currency, "currency", "", "the payment's currency `CODE`: THB")
	flags.StringVar(&r.lang, "lang", "", "the page's `LANGUAGE`: th; the browser's by default")
	r.valid = validity(valid)
	flags.Var(&r.valid, "valid", "how long the link works: 30m, 12h, 7d")
	flags.BoolVar(&r.json, "json", false, "print idPayin, token, expiresAt and redirectUrl or statusUrl as a JSON object")
}

// declareCaller declares what says who asks which gateway.
func (r *requester) declareCaller(flags *pflag.FlagSet) {
	flags.StringVar(&r.gateway, "gateway", "", "the gateway's `URL`, {base_url} of its interface")
	if !r.appless {
		flags.StringVar(&r.app, "app", "", "the payment application's `URL`")
	}
	flags.StringVar(&r.merchant, "merchant", "", "the merchant's `CODE`")
	flags.StringVar(&r.key, "key", "", "`FILE` of the merchant's private RSA key (PEM), which signs the token request; - is standard input")
	flags.StringVar(&r.secretFile, "secret-file", "", "`FILE` that holds the merchant's secret, the deprecated way; - is standard input")
}

// faults lists what is wrong with the flags themselves.
func (r *requester) faults() []error {
	var faults []error
	for _, f := range []struct{ flag, value string }{{"--gateway", r.gateway}, {"--app", r.app}} {
		u, err := url.Parse(f.value)
		switch {
		case f.flag == "--app" && r.appless:
		case f.value == "":
			faults = append(faults, fmt.Errorf("%s is missing", f.flag))
		case err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || u.User != nil || u.RawQuery != "" || u.Fragment != "":
			faults = append(faults, fmt.Errorf("%s: no address such as https://host.example", f.flag))
		}
	}
	switch {
	case r.key == "" && r.secretFile == "":
		faults = append(faults, errors.New("--key or --secret-file is missing"))
	case r.key != "" && r.secretFile != "":
		faults = append(faults, errors.New("--key and --secret-file: one of them is enough"))
	}
	if r.lang != "" && !languageForm.MatchString(r.lang) {
		faults = append(faults, errors.New("--lang: no language such as th or zh-TW"))
	}
	return faults
}

var languageForm = regexp.MustCompile(`^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$`)

// page is an address of the application with its parameters.
func (r *requester) page(path string, parameters url.Values) string {
	return strings.TrimRight(r.app, "/") + path + "?" + parameters.Encode()
}

// plainHTTP reports whether the application is served without TLS, as with a
// sandbox. Only such an application accepts shops' http addresses.
func (r *requester) plainHTTP() bool {
	u, err := url.Parse(r.app)
	return err == nil && u.Scheme == "http"
}

// asking is a call that returns a token.
type asking func(*apiclient.Client, apiclient.Credentials) (apiclient.Token, error)

// token requests a token, unless there are faults: those given by the caller,
// or those of its own flags.
func (r *requester) token(in io.Reader, faults []error, ask asking) (apiclient.Token, error) {
	if faults = append(r.faults(), faults...); len(faults) > 0 {
		return apiclient.Token{}, usageError{errors.Join(faults...)}
	}
	credentials, err := r.credentials(in)
	if err != nil {
		return apiclient.Token{}, err
	}
	// The client doesn't log; the command prints what matters.
	client, err := apiclient.New(apiclient.Config{BaseURL: r.gateway, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return apiclient.Token{}, usage("--gateway: %w", err)
	}
	token, err := ask(client, credentials)
	if err != nil {
		return apiclient.Token{}, inWords(err)
	}
	return token, nil
}
