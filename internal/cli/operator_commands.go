package cli

import (
	"context"
	"fmt"

	"github.com/spf13/pflag"

	"payapp/internal/build"
	"payapp/internal/notices"
	"payapp/internal/server"
)

// operatorCommands are for those who run the application.
var operatorCommands = []command{
	{
		name:     "health",
		summary:  "ask the running application whether it is alive, as a container's health check does",
		synopsis: "[--ready] [--url URL]",
		about: `Asks the application of this machine, at PAYAPP_ADMIN_ADDR, whether it is alive, or with --ready
whether it accepts work. It ends with 0 if so.`,
		codes: checkCodes,
		examples: `payapp health
payapp health --ready
payapp health --url http://127.0.0.1:8081/shop   # the sandbox, which has no admin port`,
		flags: newHealth,
	},
	{
		name:     "licences",
		summary:  "print the licences of the software in this program",
		about:    "Prints the notices of everything that this program contains of others.",
		examples: "payapp licences",
		flags:    func(*pflag.FlagSet) performer { return printLicences },
	},
}

func printLicences(_ context.Context, in invocation) error {
	_, err := fmt.Fprint(in.Out, notices.All())
	return err
}

// version describes the build.
func version() string {
	kind := "production"
	switch {
	case !applicationBuiltIn:
		kind = "sandbox alone"
	case server.SandboxBuiltIn:
		kind = "with sandbox"
	}
	info := build.Current()
	return fmt.Sprintf("payapp %s, commit %s of %s, %s, %s, %s", info.Version, info.Commit, info.Date, info.Go, platform, kind)
}
