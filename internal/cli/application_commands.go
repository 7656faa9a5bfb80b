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
HTTP/2, security headers, room for headers, compression, that pages come as they were sent, that event
streams aren't held back, that the admin port isn't there. It makes no payment. With a RedirectURL instead of the address alone it opens the
payment, too, and looks at its cookies.`,
		codes: checkCodes,
		examples: `payapp doctor https://pay.example
payapp doctor "$(payapp link …)" --json`,
		flags: newDoctor,
	},
	{
		name:    "conform",
		summary: "ask a gateway whether it keeps what payapp assumes where its interface is open",
		synopsis: "--gateway URL --merchant CODE (--key FILE | --secret-file FILE) --currency THB\n" +
			"[--method CODE --currency CODE --amount AMOUNT]… [--pay END]… [--catalogue FILE] [--live] [--json]",
		about: `Asks the gateway everything that can be asked without paying, with a payment by each method, and
says of each assumption, by its name in docs/assumptions.md, whether it is kept (well), differs and
payapp copes (warning), differs and must be mended (fault), or couldn't be tried (unknown). It keeps below
the gateway's rate, until eleven requests at once at the very end. Payments have ids that begin with
conform-; nobody is asked to pay them, unless --pay says so: then the first one's end is yours to
bring about, and each further END has a payment of its own.`,
		codes: checkCodes,
		examples: `payapp conform --gateway https://sandbox.gateway.example --merchant SHOP --key key.pem --currency THB
payapp conform … --method PROMPTPAY --currency THB --amount 20 --method UPIQR --currency INR --amount 100
payapp conform … --method ONLINE --currency THB --pay complete --pay refuse --catalogue catalogue.yaml`,
		flags: newConform,
	},
}
