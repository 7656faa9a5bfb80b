//go:build !production && !sandbox

package cli

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"payapp/e2e/run"
	"payapp/internal/server"
)

// browserCommands need what only the usual build has.
var browserCommands = []command{{
	name:     "e2e",
	summary:  "walk through a deployed application in a real browser, and report; with a sandbox",
	synopsis: "--url URL --links URL|COMMAND [what to choose] [how to run]",
	about: `Customers in Chromium pay through a deployed application, and everything that they see is judged.
First a preflight of seconds says what is wrong and how to mend it; then the walks that fit run at the
same time. --links is the sandbox's address, or a command that prints a RedirectURL: it finds the terms
in $AMOUNT, $CURRENCY, $ORDER and $PARAMETERS, and as flags of payapp link in $FLAGS. What the
deployment can't show is skipped with its reason. The report is one file, report.html, beside
report.json, junit.xml and failures/; tokens are masked. A chosen list has commas: --device phone,desktop.`,
	codes: `Exit codes:
  0  what was chosen, and could be shown, passed
  1  a walk failed
  2  the command line is wrong, or chooses nothing
  3  the preflight found a fault; nothing was walked
  4  everything that was chosen was skipped
  5  interrupted; the report has what was done
`,
	examples: `payapp e2e --url https://pay.example --links https://sandbox.example --tag smoke
payapp e2e --url https://pay.example --links https://sandbox.example --method PROMPTPAY --language th,de --headed --slow 1s
payapp e2e --url https://pay.example --links 'payapp link --gateway … --app … --key key.pem … $FLAGS' --list
payapp e2e --url … --links … --last-failed`,
	flags: newBrowserRun,
}}

// browserRun is payapp e2e.
type browserRun struct{ run.Options }

func newBrowserRun(flags *pflag.FlagSet) performer {
	b := &browserRun{}
	flags.StringVar(&b.URL, "url", "", "the application's `URL`")
	flags.StringVar(&b.Links, "links", "", "the sandbox's `URL`, or a command that prints a RedirectURL")
	flags.StringVar(&b.Sandbox, "sandbox", "", "the sandbox's `URL`, if --links is a command")
	flags.StringVar(&b.CA, "ca", "", "a `FILE` with certificates (PEM) to trust besides this machine's")
	flags.StringVar(&b.Out, "out", "e2e-report", "the `FOLDER` of the report")
	flags.StringSliceVar(&b.Tags, "tag", nil, "smoke, money, waiting, languages, accessibility or problems")
	flags.StringVar(&b.Name, "name", "", "a regular `EXPRESSION` that the walk's name contains")
	flags.StringSliceVar(&b.Scenarios, "scenario", nil, "of the nine: 1 to 5, 4+2, 4+3, 5+2, 5+3")
	flags.StringSliceVar(&b.Methods, "method", nil, "`CODE` of the payment method")
	flags.StringSliceVar(&b.Currencies, "currency", nil, "`CODE` of the currency")
	flags.StringSliceVar(&b.Languages, "language", nil, "walk in these languages (en by default)")
	flags.StringSliceVar(&b.Devices, "device", nil, "phone or desktop")
	flags.StringVar(&b.JavaScript, "javascript", "", "on or off; both by default")
	flags.StringSliceVar(&b.Presentations, "presentation", nil, "redirect, qr, transfer, app, crypto or code")
	flags.BoolVar(&b.LastFailed, "last-failed", false, "what failed in the report that is there")
	flags.BoolVar(&b.List, "list", false, "list what would be walked")
	flags.BoolVar(&b.Preflight, "preflight", false, "look at the deployment only")
	flags.IntVar(&b.Workers, "workers", 6, "how many walk at the same time")
	flags.IntVar(&b.Repeat, "repeat", 1, "walk everything so often")
	flags.IntVar(&b.Retries, "retries", 0, "try a failed walk again, and tell so")
	flags.Uint64Var(&b.Seed, "seed", 0, "order of the walks; a random one is told")
	flags.BoolVar(&b.Headed, "headed", false, "show the browser")
	flags.DurationVar(&b.Slow, "slow", 0, "pause before each press")
	flags.DurationVar(&b.Patience, "patience", time.Minute, "how long one step may take")
	return b.perform
}

func (b *browserRun) perform(ctx context.Context, in invocation) error {
	switch {
	case b.URL == "" || b.Links == "":
		return usage("--url and --links are needed")
	case !strings.HasPrefix(b.URL, "http://") && !strings.HasPrefix(b.URL, "https://"):
		return usage("--url is an address with http:// or https://")
	case b.Workers < 1 || b.Repeat < 1 || b.Retries < 0:
		return usage("--workers and --repeat are at least 1, and --retries 0")
	case b.JavaScript != "" && b.JavaScript != "on" && b.JavaScript != "off":
		return usage("--javascript is on or off")
	}
	b.Version, b.Progress, b.Terminal = version(), in.Err, server.IsTerminal(in.Err)
	code, err := run.Run(ctx, b.Options, in.Out)
	if code == ExitUsage {
		return usageError{cmp.Or(err, errors.New("nothing to do"))}
	}
	if code != 0 {
		return exitError{err, code}
	}
	return err
}
