//go:build !sandbox

package cli

import (
	"context"
	"fmt"

	"github.com/spf13/pflag"

	"payapp/internal/findings"
	"payapp/internal/server"
)

// selfCheck checks what a start would need.
type selfCheck struct {
	replicas []string
	json     bool
	environ  []string
}

func newSelfCheck(flags *pflag.FlagSet, environ []string) *selfCheck {
	c := &selfCheck{environ: environ}
	flags.StringArrayVar(&c.replicas, "replica", nil, "the admin `URL` of a running replica to compare keys with; repeatable")
	flags.BoolVar(&c.json, "json", false, "print the findings as a JSON object")
	return c
}

func (c *selfCheck) perform(ctx context.Context, streams Streams, _ TermsReader) error {
	return report(server.Check(ctx, c.environ, c.replicas), streams, c.json)
}

// report prints findings; faults among them are an error.
func report(list findings.List, streams Streams, asJSON bool) error {
	print := list.Print
	if asJSON {
		print = list.PrintJSON
	}
	if err := print(streams.Out); err != nil {
		return err
	}
	if n := list.Faults(); n > 0 {
		return fmt.Errorf("%d at fault", n)
	}
	return nil
}
