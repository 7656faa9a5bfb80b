package cli

import (
	"context"
	"fmt"

	"github.com/spf13/pflag"

	"payapp/internal/build"
	"payapp/internal/notices"
	"payapp/internal/server"
)

// operatorCommands are for those who run the application; environ has its
// settings.
func operatorCommands(environ []string) []command {
	return []command{
		{
			name:     "check",
			summary:  "check the settings, the gateway, the clock, the store and the keys before a start",
			synopsis: "[--replica URL]… [--json]",
			about: `Reads the settings as the server does, and asks the gateway and the store, without starting anything.
With --replica it compares the session keys with those of replicas that run: URL is a replica's
admin address, such as http://10.0.0.7:9090. Each finding says what to mend.`,
			examples: `payapp check
payapp check --replica http://10.0.0.7:9090 --replica http://10.0.0.8:9090 --json`,
			flags: func(flags *pflag.FlagSet) performer { return newSelfCheck(flags, environ) },
		},
		{
			name:     "doctor",
			summary:  "look at a deployed application as a browser does: TLS, headers, cookies, streams",
			synopsis: "URL [--ca FILE] [--json]",
			argument: true,
			about: `Looks at an application from outside, through its proxy, as browsers meet it: redirects from http, TLS,
HTTP/2, security headers, compression, that event streams aren't held back, that the admin port isn't
there. It makes no payment. With a RedirectURL instead of the address alone it opens the
payment, too, and looks at its cookies.`,
			examples: `payapp doctor https://pay.example
payapp doctor "$(payapp link …)" --json`,
			flags: func(flags *pflag.FlagSet) performer { return newDoctor(flags) },
		},
		{
			name:     "health",
			summary:  "ask the running application whether it is alive, as a container's health check does",
			synopsis: "[--ready] [--url URL]",
			about: `Asks the application of this machine, at PAYAPP_ADMIN_ADDR, whether it is alive, or with --ready
whether it accepts work. It ends with 0 if so.`,
			examples: `payapp health
payapp health --ready
payapp health --url http://127.0.0.1:8081/shop   # the sandbox, which has no admin port`,
			flags: func(flags *pflag.FlagSet) performer { return newHealth(flags, environ) },
		},
		{
			name:     "licences",
			summary:  "print the licences of the software in this program",
			about:    "Prints the notices of everything that this program contains of others.",
			examples: "payapp licences",
			flags:    func(*pflag.FlagSet) performer { return licences{} },
		},
	}
}

type licences struct{}

func (licences) perform(_ context.Context, streams Streams, _ TermsReader) error {
	_, err := fmt.Fprint(streams.Out, notices.All())
	return err
}

// version describes the build.
func version() string {
	kind := "production"
	if server.SandboxBuiltIn {
		kind = "with sandbox"
	}
	info := build.Current()
	return fmt.Sprintf("payapp %s, commit %s of %s, %s, %s, %s", info.Version, info.Commit, info.Date, info.Go, platform, kind)
}
