package cli

import (
	"context"
	"fmt"
	"io"
	"slices"

	"payapp/internal/config"
	"payapp/internal/server"
	"payapp/methods"
)

// Run runs the command in args with the settings in environ, and returns the
// exit code. Without arguments it serves the application, or the sandbox if it has
// no application, until ctx ends.
func Run(ctx context.Context, args, environ []string, streams Streams) int {
	if len(args) == 0 {
		return exitCode(serve(ctx, environ, streams.Out, streams.Err), streams.Err)
	}
	name := args[0]
	if name == "help" && len(args) > 1 {
		name, args = args[1], []string{args[1], "--help"}
	}
	typed := name
	if name == "check" && (!applicationBuiltIn || hasLink(args[1:])) {
		name = "check-link"
	}
	switch name {
	case "help", "--help", "-h":
		list(streams.Out)
		return ExitDone
	case "version":
		fmt.Fprintln(streams.Out, version())
		return ExitDone
	}
	all := allCommands()
	at := slices.IndexFunc(all, func(c command) bool { return c.name == name })
	if at < 0 {
		fmt.Fprintln(streams.Err, "payapp: there is no such command")
		list(streams.Err)
		return ExitUsage
	}
	called := all[at]
	called.name = typed // in what it says about itself
	return called.run(ctx, args[1:], environ, streams)
}

func allCommands() []command {
	all := slices.Concat(commands, browserCommands, applicationCommands, operatorCommands)
	if server.SandboxBuiltIn {
		all = append(all, sandboxCommand)
	}
	return all
}

// exitCode prints the error that ended a server, if there is one.
func exitCode(err error, stderr io.Writer) int {
	if err != nil {
		fmt.Fprintln(stderr, err)
		return ExitFailed
	}
	return ExitDone
}

// list lists all commands.
func list(w io.Writer) {
	line := func(name, summary string) { fmt.Fprintf(w, "  %-12s %s\n", name, summary) }
	fmt.Fprintln(w, "payapp is the hosted payment web application of a payment gateway.\n\nUsage: payapp [command]")
	fmt.Fprintln(w)
	served := "application"
	if !applicationBuiltIn {
		served = "sandbox"
	}
	line("(none)", "serve the "+served+"; the settings are environment variables")
	for _, c := range allCommands() {
		line(c.name, c.summary)
	}
	line("version", "say which build this is")
	line("help", "this list, or a command's help: payapp help link")
	fmt.Fprint(w, "\nSettings for a start (README.md has all of them):\n\n")
	for _, s := range settings() {
		fmt.Fprintf(w, "  %-20s %s\n", s[0], s[1])
	}
}

// settings are those that a first start may need.
func settings() (list [][2]string) {
	if applicationBuiltIn {
		list = append(list, [2]string{"PAYAPP_ADDR", "where the application listens: port 8080"},
			[2]string{"PAYAPP_ADMIN_ADDR", "where metrics and health are (127.0.0.1:9090)"},
			[2]string{"PAYAPP_GATEWAY_URL", "the gateway; without one the embedded sandbox, if there is one"})
	}
	if server.SandboxBuiltIn {
		list = append(list, [2]string{"PAYAPP_SANDBOX_ADDR", "where the sandbox listens (127.0.0.1:8081)"},
			[2]string{"PAYAPP_SANDBOX_CALM", "true: the sandbox has no faults of its own accord"})
	}
	return list
}

// terms are the settings that links depend on. The others matter only to the
// server.
type terms struct {
	*methods.Catalogue
	schemes   []string // of apps that a returnUrl may lead to
	rate      int      // the gateway's, in requests a second
	allowHTTP bool     // of links
}

// lack reports a method that the application doesn't have: its customer would
// only get an error page.
func (t terms) lack(method, currency string) bool {
	return method != "" && currency != "" && !slices.Contains(t.Codes(currency), method)
}

func readTerms(environ []string) (terms, error) {
	settings, err := config.Only(environ, "PAYAPP_CATALOGUE", "PAYAPP_RETURN_SCHEMES", "PAYAPP_GATEWAY_RATE", "PAYAPP_ALLOW_HTTP_RETURN")
	if err != nil {
		return terms{}, err
	}
	catalogue, err := server.LoadCatalogue(settings.Catalogue)
	if err != nil {
		return terms{}, err
	}
	return terms{catalogue, settings.Site.ReturnSchemes, settings.GatewayRate, settings.Site.AllowHTTP}, nil
}
