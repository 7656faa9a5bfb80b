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
	ExitFailed = 1 // a finding at fault, refused or not reached by the gateway, or a problem with a file
	ExitUsage  = 2 // wrong command line; the gateway wasn't called
)

// Streams are a command's standard input and outputs.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// invocation is what a command is run with.
type invocation struct {
	Streams
	environ  []string // the settings
	argument string   // what follows the flags
}

// command is a command with its help.
type command struct {
	name, summary string
	synopsis      string // what follows the name
	about         string
	examples      string
	codes         string // its exit codes, if they are its own
	argument      bool   // one may follow the flags
	// flags declares the flags and returns what runs the command.
	flags func(*pflag.FlagSet) performer
}

// performer runs a command once its flags have been read. A usageError means
// that the command line is wrong.
type performer func(context.Context, invocation) error

// usageError is the error of a wrong command line.
type usageError struct{ error }

// exitError ends a command with a code of its own. Without an error nothing is printed.
type exitError struct {
	error
	code int
}

func usage(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

func (c command) run(ctx context.Context, args, environ []string, streams Streams) int {
	flags := pflag.NewFlagSet(c.name, pflag.ContinueOnError)
	flags.SortFlags = false
	flags.Usage = func() {}
	perform := c.flags(flags)
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
	case flags.NArg() > 1, flags.NArg() == 1 && !c.argument:
		// Don't repeat what was typed: it may be a secret in the wrong place.
		err = usage("there is an argument that belongs to no flag")
	default:
		err = perform(ctx, invocation{streams, environ, flags.Arg(0)})
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
