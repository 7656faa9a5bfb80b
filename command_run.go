package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"payapp/internal/merchant"
)

// command performs what the arguments ask for and returns the exit code. Without
// arguments payapp serves, and never comes here.
func command(ctx context.Context, args, environ []string, streams merchant.Streams) int {
	name := args[0]
	if name == "help" && len(args) > 1 {
		name, args = args[1], []string{args[1], "--help"}
	}
	switch {
	case name == "help" || name == "--help" || name == "-h":
		usage(streams.Out)
		return merchant.ExitDone
	case name == "sandbox" && sandboxBuiltIn:
		return sandboxAlone(ctx, args[1:], environ, streams)
	}
	terms, err := merchantTerms(environ)
	if err != nil {
		fmt.Fprintln(streams.Err, "payapp:", err)
		return merchant.ExitUsage
	}
	code, ok := merchant.Run(ctx, args, streams, terms)
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
	for _, c := range merchant.Commands() {
		line(c.Name, c.Summary)
	}
	if sandboxBuiltIn {
		line("sandbox", "serve the stand-in for the gateway alone")
	}
	line("help", "this list, or a command's help: payapp help link")
}

// merchantTerms reads the catalogue of the application that the links are for.
// The other settings are the server's alone.
func merchantTerms(environ []string) (merchant.Terms, error) {
	path := ""
	for _, pair := range environ {
		if value, ok := strings.CutPrefix(pair, "PAYAPP_CATALOGUE="); ok {
			path = value
		}
	}
	catalogue, err := loadCatalogue(path)
	if err != nil {
		return merchant.Terms{}, err
	}
	var fields []string
	for _, m := range catalogue.All() {
		for _, f := range m.Fields {
			fields = append(fields, f.Name)
		}
	}
	return merchant.Terms{
		IsField:       func(name string) bool { return slices.Contains(fields, name) },
		ReferencePath: catalogue.ReferencePath(),
	}, nil
}
