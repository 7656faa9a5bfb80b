package cli

var commands = []command{
	{
		name:    "link",
		summary: "make a RedirectURL, which takes a customer to the payment page",
		synopsis: "--gateway URL --app URL --merchant CODE (--key FILE | --secret-file FILE)\n" +
			"--amount 1234.50 --currency THB --return-url URL --callback-url URL [more]",
		about: `Makes a RedirectURL and prints it. Its token does what the payment page needs for this one
payment of this amount, and nothing else. Without --order the payment gets a random id; it is
told on standard error, and with --json in the result.`,
		examples: `payapp link --gateway https://gateway.example --app https://pay.example --merchant SHOP --key key.pem \
    --amount 1234.50 --currency THB --return-url https://shop.example/back --callback-url https://shop.example/callback

# A method that the customer can't change, with data that the customer can.
payapp link … --method PROMPTPAY --data accountNumber=0801234567 --allow-customer-data-change

# The secret from standard input, the result as JSON.
pass show gateway | payapp link … --secret-file - --json | jq -r .redirectUrl`,
		flags: newLink,
	},
	{
		name:    "status-link",
		summary: "make a link to a payment's status page, for an e-mail",
		synopsis: "--gateway URL --app URL --merchant CODE (--key FILE | --secret-file FILE)\n" +
			"--order ID --currency THB [--valid 7d] [--lang th] [--json]",
		about: `Makes a link to the status page of a payment and prints it. The link can be opened again as long
as it is valid. Its token can read this one payment and nothing else (action PAYIN_INFO).`,
		examples: `payapp status-link --gateway https://gateway.example --app https://pay.example --merchant SHOP --key key.pem \
    --order order-5f3k --currency THB --valid 30d`,
		flags: newStatusLink,
	},
	{
		name:     "check-link",
		summary:  "say what is wrong with a link; payapp check LINK is the same",
		synopsis: "LINK [--strict] [--json]",
		argument: true,
		about: `Says in plain words what is wrong with a RedirectURL or a status link: parameters that are missing,
double, malformed or misspelt, and a token that is over, for another payment, amount or merchant,
or that allows too little or too much. LINK is in quotes; - reads it from standard input, where
other users of this machine can't see it. Nobody is asked: the gateway may refuse the token for
reasons that it doesn't show. With a fault, or with --strict a warning, the exit code is 1. The token
isn't printed.`,
		codes: checkCodes,
		examples: `payapp check 'https://pay.example/?merchantCode=SHOP&idPayin=…'
payapp link … | payapp check - --strict --json`,
		flags: newLinkCheck,
	},
}
