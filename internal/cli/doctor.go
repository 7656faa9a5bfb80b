//go:build !sandbox

package cli

import (
	"context"
	"crypto/x509"
	"errors"
	"net/url"

	"github.com/spf13/pflag"

	"payapp/internal/doctor"
)

// physician looks at a deployed application.
type doctorRun struct {
	ca   string
	json bool
}

func newDoctor(flags *pflag.FlagSet) performer {
	p := &doctorRun{}
	flags.StringVar(&p.ca, "ca", "", "a `FILE` with certificates (PEM) to trust besides this machine's")
	flags.BoolVar(&p.json, "json", false, "print the findings as a JSON object")
	return p.perform
}

func (p *doctorRun) perform(ctx context.Context, in invocation) error {
	address, err := url.Parse(in.argument)
	if err != nil || address.Host == "" || address.Scheme != "https" && address.Scheme != "http" {
		// Don't repeat it: a RedirectURL has a token.
		return usage("the application's address is needed, such as https://pay.example")
	}
	trusted, err := x509.SystemCertPool()
	if err != nil {
		trusted = x509.NewCertPool()
	}
	if p.ca != "" {
		certificates, err := readFile(p.ca, in.In)
		if err == nil && !trusted.AppendCertsFromPEM(certificates) {
			err = errors.New("no certificate in PEM")
		}
		if err != nil {
			return usage("--ca: %w", err)
		}
	}
	return report(doctor.Examine(ctx, address, trusted), in.Out, p.json)
}
