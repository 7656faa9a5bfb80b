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
	ExitFailed = 1 // refused or not reached by the gateway, or a problem with a file
	ExitUsage  = 2 // wrong command line; the gateway wasn't called
)

// Streams are a command's standard input and outputs.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// Terms is what the commands need to know about the application that the links
// are for.
type Terms struct {
	// IsField reports whether some payment method has a customer-data parameter
	// of this name.
	IsField func(name string) bool
	// ReferencePath follows /payins/{idPayin}/ when an external reference is
	// set; "" is the client's default.
	ReferencePath string
	// Methods lists the codes of a currency's payment methods; nil if they
	// aren't known.
	Methods func(currency string) []string
	// ReturnSchemes are app schemes that a returnUrl may have besides http and
	// https, in lower case.
	ReturnSchemes []string
}

// TermsReader reads the Terms, for commands that need them. It fails if the
// settings are wrong.
type TermsReader func() (Terms, error)

// command is a command with its help.
type command struct {
	name, summary string
	synopsis      string // what follows the name
	about         string
	examples      string
	codes         string // its exit codes, if they are its own
	argument      bool   // one may follow the flags; its performer is an argued
	// flags declares the flags and returns what runs the command.
	flags func(*pflag.FlagSet) performer
}

// performer runs a command once its flags have been read. A usageError means
// that the command line is wrong.
type performer interface {
	perform(context.Context, Streams, TermsReader) error
}

// argued is a performer that is told the argument after its flags.
type argued interface{ tell(argument string) }

// usageError is the error of a wrong command line.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// exitError ends a command with a code of its own. Without an error nothing is printed.
type exitError struct {
	error
	code int
}

func (e exitError) Unwrap() error { return e.error }

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
	case flags.NArg() == 1 && c.argument:
		work.(argued).tell(flags.Arg(0))
		err = work.perform(ctx, streams, terms)
	case flags.NArg() > 0:
		// Don't repeat what was typed: it may be a secret in the wrong place.
		err = usage("there is an argument that belongs to no flag")
	default:
		err = work.perform(ctx, streams, terms)
	}
	if err == nil {
		return ExitDone
	}
	if own, ok := errors.AsType[exitError](err); ok {
		if own.error != nil {
			fmt.Fprintf(streams.Err, "payapp %s: %v\n", c.name, own.error)
		}
		return own.code
	}
	fmt.Fprintf(streams.Err, "payapp %s: %v\n", c.name, err)
	if _, wrong := errors.AsType[usageError](err); wrong {
		fmt.Fprintf(streams.Err, "payapp %s --help tells more\n", c.name)
		return ExitUsage
	}
	return ExitFailed
}
