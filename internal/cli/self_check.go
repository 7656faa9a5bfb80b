//go:build !sandbox

package cli

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/pflag"

	"payapp/internal/findings"
	"payapp/internal/server"
)

// selfCheck checks what a start would need.
type selfCheck struct {
	replicas []string
	json     bool
}

func newSelfCheck(flags *pflag.FlagSet) performer {
	c := &selfCheck{}
	flags.StringArrayVar(&c.replicas, "replica", nil, "the admin `URL` of a running replica to compare keys with; repeatable")
	flags.BoolVar(&c.json, "json", false, "print the findings as a JSON object")
	return c.perform
}

func (c *selfCheck) perform(ctx context.Context, in invocation) error {
	return report(server.Check(ctx, in.environ, c.replicas), in.Out, c.json)
}

// report prints findings; faults among them are an error.
func report(list findings.List, out io.Writer, asJSON bool) error {
	print := list.Print
	if asJSON {
		print = list.PrintJSON
	}
	if err := print(out); err != nil {
		return err
	}
	if n := list.Faults(); n > 0 {
		return fmt.Errorf("%d at fault", n)
	}
	return nil
}
