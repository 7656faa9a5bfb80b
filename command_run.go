package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"payapp/internal/cli"
	"payapp/internal/config"
)

// command performs what the arguments ask for and returns the exit code. Without
// arguments payapp serves, and never comes here.
func command(ctx context.Context, args, environ []string, streams cli.Streams) int {
	name := args[0]
	if name == "help" && len(args) > 1 {
		name, args = args[1], []string{args[1], "--help"}
	}
	switch {
	case name == "help" || name == "--help" || name == "-h":
		usage(streams.Out)
		return cli.ExitDone
	case name == "version":
		fmt.Fprintln(streams.Out, version())
		return cli.ExitDone
	case name == "sandbox" && sandboxBuiltIn:
		return sandboxAlone(ctx, args[1:], environ, streams)
	}
	code, ok := cli.Run(ctx, args, streams, func() (cli.Terms, error) { return merchantTerms(environ) })
	if !ok {
		fmt.Fprintln(streams.Err, "payapp: there is no such command")
		usage(streams.Err)
	}
	return code
}

func usage(w io.Writer) {
	line := func(name, summary string) { fmt.Fprintf(w, "  %-12s %s\n", name, summary) }
	fmt.Fprintln(w, "payapp is the hosted payment web application of a payment gateway.\n\nUsage: payapp [command]")
	fmt.Fprintln(w)
	line("(none)", "serve the application; the settings are environment variables")
	for _, c := range cli.Commands() {
		line(c.Name, c.Summary)
	}
	if sandboxBuiltIn {
		line("sandbox", "serve the stand-in for the gateway alone")
	}
	line("version", "say which build this is")
	line("help", "this list, or a command's help: payapp help link")
}

// version names the build: by its commit where it was built in the repository,
// with what, and for which machine.
func version() string {
	of := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		of = info.Main.Version
	}
	kind := "production"
	if sandboxBuiltIn {
		kind = "with sandbox"
	}
	return fmt.Sprintf("payapp %s %s %s/%s, %s", of, runtime.Version(), runtime.GOOS, runtime.GOARCH, kind)
}

// merchantTerms reads what links depend on of the application that they are for:
// its catalogue and the apps that a returnUrl may lead to. The other settings are
// the server's alone.
func merchantTerms(environ []string) (cli.Terms, error) {
	path, err := config.Catalogue(environ)
	if err != nil {
		return cli.Terms{}, err
	}
	catalogue, err := loadCatalogue(path)
	if err != nil {
		return cli.Terms{}, err
	}
	schemes, err := config.ReturnSchemes(environ)
	if err != nil {
		return cli.Terms{}, err
	}
	return cli.Terms{
		IsField: catalogue.IsField, ReferencePath: catalogue.ReferencePath(), Methods: catalogue.Codes, ReturnSchemes: schemes,
	}, nil
}
