//go:build !sandbox

package cli

import "payapp/internal/server"

const applicationBuiltIn = true

// serve serves what payapp serves without a command.
var serve = server.Run

// applicationCommands need what the sandbox alone doesn't have.
var applicationCommands = []command{
	{
		name:     "check",
		summary:  "check the settings, the gateway, the clock, the store and the keys before a start",
		synopsis: "[--replica URL]… [--json]",
		about: `Reads the settings as the server does, and asks the gateway and the store, without starting anything.
With --replica it compares the session keys with those of replicas that run: URL is a replica's
admin address, such as http://10.0.0.7:9090. Each finding says what to mend.`,
		codes: checkCodes,
		examples: `payapp check
payapp check --replica http://10.0.0.7:9090 --replica http://10.0.0.8:9090 --json`,
		flags: newSelfCheck,
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
		codes: checkCodes,
		examples: `payapp doctor https://pay.example
payapp doctor "$(payapp link …)" --json`,
		flags: newDoctor,
	},
}
