package cli

import (
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"unicode"

	"github.com/spf13/pflag"

	"payapp/apiclient"
)

// addresses are the application's and the gateway's.
type addresses struct {
	gateway, app string
}

func (a *addresses) declare(flags *pflag.FlagSet) {
	flags.StringVar(&a.gateway, "gateway", "", "the gateway's `URL`, {base_url} of its interface")
	flags.StringVar(&a.app, "app", "", "the payment application's `URL`")
}

func (a addresses) faults() []error {
	var faults []error
	for _, f := range []struct{ flag, value string }{{"--gateway", a.gateway}, {"--app", a.app}} {
		u, err := url.Parse(f.value)
		switch {
		case f.value == "":
			faults = append(faults, fmt.Errorf("%s is missing", f.flag))
		case err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || u.User != nil || u.RawQuery != "" || u.Fragment != "":
			faults = append(faults, fmt.Errorf("%s: no address such as https://host.example", f.flag))
		}
	}
	return faults
}

// page is an address of the application with its parameters.
func (a addresses) page(path string, parameters url.Values) string {
	return strings.TrimRight(a.app, "/") + path + "?" + parameters.Encode()
}

// plainHTTP reports whether the application is served without TLS, as with a
// sandbox. Only such an application accepts shops' http addresses.
func (a addresses) plainHTTP() bool {
	u, err := url.Parse(a.app)
	return err == nil && u.Scheme == "http"
}

// client doesn't log; the command prints what matters.
func (a addresses) client() (*apiclient.Client, error) {
	client, err := apiclient.New(apiclient.Config{BaseURL: a.gateway, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return nil, usage("--gateway: %w", err)
	}
	return client, nil
}

// refusal is the error of a failed call, for people.
type refusal struct {
	text string
	err  error
}

func (r *refusal) Error() string { return r.text }
func (r *refusal) Unwrap() error { return r.err }

// inWords says why there is no token, with the gateway's own code and message,
// since a merchant can act on them. The client has removed the secret.
func inWords(err error) error {
	failure, ok := errors.AsType[*apiclient.Error](err)
	if !ok {
		return err
	}
	var text string
	switch failure.Kind {
	case apiclient.KindUnauthorized, apiclient.KindForbidden:
		text = "the gateway refused the merchant: is the code right, is the public key registered with the gateway " +
			"(or the secret current), and is this machine's clock right?"
	case apiclient.KindNotFound, apiclient.KindVersion:
		text = "there is no gateway at this address: it doesn't know " + failure.Op
	case apiclient.KindRateLimited:
		text = "the gateway gets too many requests of this merchant; try again in a moment"
	case apiclient.KindMalformed:
		text = "what answers at this address doesn't speak the gateway's interface"
	case apiclient.KindUnavailable:
		text = "the gateway can't be reached"
		if failure.HTTPStatus != 0 {
			text = fmt.Sprintf("the gateway is not available: status %d", failure.HTTPStatus)
		} else if cause := errors.Unwrap(failure); cause != nil {
			text += ": " + cause.Error()
		}
	default:
		text = "the gateway doesn't take the request"
	}
	if said := gatewaysWords(failure); said != "" {
		text += " (" + said + ")"
	}
	return &refusal{text, err}
}

// gatewaysWords are the answer's code, message and fields, safe for a terminal.
func gatewaysWords(failure *apiclient.Error) string {
	var parts []string
	for _, part := range []string{failure.Code, failure.Message} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	for _, field := range failure.Fields {
		parts = append(parts, field.Field)
	}
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, strings.Join(parts, ": "))
}
