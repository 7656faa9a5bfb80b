package cli

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/pflag"
)

// Exit codes, which scripts rely on.
const (
	ExitDone   = 0
	ExitFailed = 1 // refused by the gateway, not reached, or a file's fault
	ExitUsage  = 2 // the command line is wrong; nothing was asked of the gateway
)

// Streams are a command's standard input and outputs.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// Terms is what the commands know of the application whose links they make.
type Terms struct {
	// IsField reports whether some payment method knows a customer-data
	// parameter of this name.
	IsField func(name string) bool
	// ReferencePath is what follows /payins/{idPayin}/ to set an external
	// reference; "" is the client's default.
	ReferencePath string
	// Methods lists the codes of a currency's payment methods; nil where nobody
	// knows them.
	Methods func(currency string) []string
	// ReturnSchemes are those of apps that a returnUrl may have besides http and
	// https, in lower case.
	ReturnSchemes []string
}

// TermsReader reads the Terms, for commands that need them. Its error is a fault
// of the settings.
type TermsReader func() (Terms, error)

// command is a command with its help.
type command struct {
	name, summary string
	synopsis      string // what follows the name
	about         string
	examples      string
	// flags declares the flags and returns what performs the command.
	flags func(*pflag.FlagSet) performer
}

// performer does a command's work once its flags have been read. A usageError
// says that the command line is wrong.
type performer interface {
	perform(context.Context, Streams, TermsReader) error
}

// usageError is a wrong command line.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

func usage(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

func (c command) run(ctx context.Context, args []string, streams Streams, terms TermsReader) int {
	flags := pflag.NewFlagSet(c.name, pflag.ContinueOnError)
	flags.SortFlags = false
	flags.Usage = func() {}
	work := c.flags(flags)
	given := countFlags(flags)
	err := flags.Parse(args)
	if err == nil {
		err = given.twice()
	}
	switch {
	case errors.Is(err, pflag.ErrHelp):
		c.help(streams.Out, flags)
		return ExitDone
	case err != nil:
		err = usageError{err}
	case flags.NArg() > 0:
		// What was typed isn't repeated: it may be a secret in the wrong place.
		err = usage("there is an argument that belongs to no flag")
	default:
		err = work.perform(ctx, streams, terms)
	}
	if err == nil {
		return ExitDone
	}
	fmt.Fprintf(streams.Err, "payapp %s: %v\n", c.name, err)
	if _, wrong := errors.AsType[usageError](err); wrong {
		fmt.Fprintf(streams.Err, "payapp %s --help tells more\n", c.name)
		return ExitUsage
	}
	return ExitFailed
}
