// Code generated from docs/assumptions.md by go generate; DO NOT EDIT.

package assumptions

var list = []Assumption{
	{
		Name: "redirect-property", Open: "Bank redirect address in a create or read response",
		Assumes: "paymentMethodResponse.redirectUrl.",
		Setting: "redirectProperty in the file of PAYAPP_CATALOGUE",
		Place:   "apiclient/client.go: DefaultRedirectProperty",
	},
	{
		Name: "qr-property", Open: "QR payload of PIXQR, QRISPAY, PROMPTPAY, VIETQR, DUITNOW, QRPH, Zapper",
		Assumes: "paymentMethodResponse.qrCode, as for OFFLINE.",
		Setting: "qrProperty in the file of PAYAPP_CATALOGUE",
		Place:   "apiclient/client.go: DefaultQRProperty, apiclient/payin.go: describedPayin, scenarios/payload.go: Payload",
	},
	{
		Name: "code-scheme", Open: "What a QR code says",
		Assumes: "EMVCo's schemes begin with 000201; another, and a picture of a code, counts as none, is logged and counted (code-unreadable): the interface has no property for a picture, so none is shown",
		Place:   "each row's CodeBegins, methods/method.go: TakesCode",
	},
	{
		Name: "upi-link", Open: "UPIQR",
		Assumes: "upiQrDeepLink is shown as QR and opened on a phone, byte for byte",
		Place:   "the row's QRLink in methods/rows_india.go, scenarios/payload.go: Payload",
	},
	{
		Name: "store-code", Open: "Store code of CODE_PAYMENT",
		Assumes: "paymentMethodResponse.reference",
		Place:   "internal/presenter/instructions_rows.go: storeSlip",
	},
	{
		Name: "virtual-account", Open: "Virtual account number",
		Assumes: "paymentMethodResponse.account.accountNumber",
		Place:   "internal/presenter/instructions_rows.go: accountRows",
	},
	{
		Name: "crypto-address", Open: "Crypto address and network",
		Assumes: "account.accountNumber, paymentOperator; until the network is known, the page shows no address",
		Place:   "internal/presenter/instructions_rows.go: accountRows, internal/presenter/instructions.go: stopCrypto",
	},
	{
		Name: "way-to-pay", Open: "An answer without its method's usual way to pay",
		Assumes: "an address to redirect to, a code or link to scan, an account or instructions, in this order; a wallet without any is approved in its app. ONLINE's deprecated accounts don't count",
		Place:   "scenarios/payload.go: shown",
	},
	{
		Name: "crypto-qr", Open: "Crypto QR",
		Assumes: "qrCode, else the bare address; no payment URI is built",
		Place:   "scenarios/payload.go: Payload",
	},
	{
		Name: "instruction-list", Open: "paymentInstructionList",
		Assumes: "a list of {title, steps[]}, or of strings",
		Place:   "apiclient/payin_decode.go: readInstructions",
	},
	{
		Name: "instruction-language", Open: "Language of paymentInstructionList",
		Assumes: "not known; shown as they came, with dir=\"auto\"",
		Place:   "views/components/steps.templ",
	},
	{
		Name: "failure-reason", Open: "failureReasonCode, process in a read",
		Assumes: "at the top level, or process.failureReasonCode",
		Place:   "apiclient/process.go: readProcess",
	},
	{
		Name: "status-words", Open: "Status values",
		Assumes: "SUCCESS; REFUSED, FAILED, CANCELED, CANCELLED, REJECTED, DECLINED, ERROR; EXPIRED, TIMEOUT; none with a failureReasonCode has failed, and so has any other beside a documented one where the answer names nothing to pay by; every other is in progress; case-insensitive.",
		Setting: "statusWords in the file of PAYAPP_CATALOGUE",
		Place:   "internal/known/status.go: ends, StatusOf",
	},
	{
		Name: "waiting-words", Open: "What words in progress say",
		Assumes: "none, PENDING, CREATED, AWAITING: it waits for the money. WORKING, VALIDATING, VERIFYING, IN_CLEARING, CLEARING, SETTLING, PAYMENT_DETECTED, PAYMENT_RECEIVED, OVERPAID, PAID, COMPLETED, SETTLED: the money came or is looked at; PARTIALLY_PAID: part of it. CLOSED, REFUNDED, REVERSED, CHARGEBACK, VOID, LAPSED, ABANDONED, BLOCKED: it ended otherwise. PROCESSING, every other, and one that waits beside a documented reason: nobody knows, so that no page says that it waits, that nobody has paid, or to start again; others than PROCESSING are polled slowly.",
		Setting: "statusWords in the file of PAYAPP_CATALOGUE",
		Place:   "internal/known/status.go: classes",
	},
	{
		Name: "overdue", Open: "After expireAt, still in progress",
		Assumes: "from a minute after it, by our clock, the page says that the time to pay is over, and goes on watching",
		Place:   "internal/known/status.go: Overdue",
	},
	{
		Name: "left-out-sent", Open: "What an answer leaves out (operator, network, account)",
		Assumes: "as sent, if nothing else was sent for the same method",
		Place:   "internal/known/sent.go: SentWith, Filled",
	},
	{
		Name: "not-found-yet", Open: "An accepted payment that reads can't find",
		Assumes: "it will be visible; until then the page says that the payment was started and how to pay can't be shown yet, never that we wait for a payment",
		Place:   "scenarios/moment.go: Moments",
	},
	{
		Name: "ends", Open: "Ends",
		Assumes: "success alone is final. Any other end gives way to progress that is more than a minute newer by our calls (being checked again, without ways to pay), to a newer creation that was taken, and to two answers that name another way to pay than before (a second try; a code or link counts if it was the same for two minutes); it is looked at for an hour",
		Place:   "internal/known/view.go: View, internal/known/print.go: secondWay, internal/known/status.go: Over",
	},
	{
		Name: "read-terse", Open: "What a read leaves out",
		Assumes: "of how to pay stays said",
		Place:   "internal/known/way.go: composed",
	},
	{
		Name: "amount-required", Open: "An amount to pay",
		Assumes: "(moneyRequired) belongs to the way that an answer told with it; a code or link isn't shown beside another one",
		Place:   "internal/known/way.go: complete",
	},
	{
		Name: "money-paid", Open: "money of a paid payment is what was paid",
		Assumes: "whatever was told to pay. It is the whole where it is the order's amount, the amount to pay that was told first, or the order's less the fee or plus the vat of that answer. The order's is the link's, else paymentRequested, else the one before success. Otherwise a difference is told by two rows, and no page says that nothing is left to do",
		Place:   "internal/known/view.go: Covers, scenarios/after_pay.go: differs",
	},
	{
		Name: "status-amount", Open: "A status link's amount",
		Assumes: "is ours, and optional: for gateways whose reads name no order's amount. It may be edited, so a difference is told as the link's, there is then no way to pay beside it, and it makes nothing paid. A faulty one counts as none; payapp check names it",
		Place:   "scenarios/entry/parse.go: ParseStatus, scenarios/after_pay.go: differs",
	},
	{
		Name: "far-deadline", Open: "expireAt more than a year away",
		Assumes: "no deadline is shown",
		Place:   "internal/presenter/payin.go: deadline",
	},
	{
		Name: "is-test", Open: "isTest",
		Assumes: "once true it stays true, and all pages of the payment say so",
		Place:   "internal/known/payment.go: Merge",
	},
	{
		Name: "late-reference", Open: "A reference after the end",
		Assumes: "sent if only the deadline has passed; after the gateway's failed or expired, kept on the page to quote",
		Place:   "scenarios/actions.go: takesNumberLate",
	},
	{
		Name: "answer-id", Open: "Which payment an answer is about",
		Assumes: "malformed without paymentMethodResponse.idPayin, or with another payment's",
		Place:   "apiclient/payin_decode.go: readPayin",
	},
	{
		Name: "read-status", Open: "A read without process.status",
		Assumes: "malformed without a failureReasonCode; a creation's answer needs none",
		Place:   "apiclient/payin_decode.go: readPayin",
	},
	{
		Name: "money-absent", Open: "money absent",
		Assumes: "paymentRequested.money is used; without both: malformed",
		Place:   "apiclient/payin_decode.go: readMoney",
	},
	{
		Name: "broken-required", Open: "A broken moneyRequired",
		Assumes: "malformed. Zero, negative or in another currency: stops the payment",
		Place:   "apiclient/payin_decode.go: readMoney, scenarios/amount.go: judgeRequired",
	},
	{
		Name: "code-amount", Open: "A code's own amount",
		Assumes: "(EMVCo's tag 54 beside 53, without a tip and with a right checksum; am and cu of a UPI link): other than the amount to pay, in the same currency: stops the payment",
		Place:   "internal/payload/amount.go: Amount, scenarios/amount.go: asksOther",
	},
	{
		Name: "time-zone", Open: "A timestamp's notation",
		Assumes: "ISO 8601 with a T or a space, seconds or milliseconds since 1970, or RFC 9110's; UTC without an offset; a day alone is none",
		Place:   "apiclient/notation.go: readTime",
	},
	{
		Name: "amount-notation", Open: "An amount's notation",
		Assumes: "a number or a text, with an exponent or with groups where that can be one amount alone; 1,234 is malformed",
		Place:   "money/money.go: plainNumber",
	},
	{
		Name: "text-notation", Open: "HTML in texts for people",
		Assumes: "entities are decoded, tags go, <br> begins another step; codes, accounts' numbers and addresses stay as they are",
		Place:   "apiclient/notation.go: plainText",
	},
	{
		Name: "link-schemes", Open: "Links into apps (redirectUrl, upiQrDeepLink)",
		Assumes: "https, or a scheme of the method's row (upi, phonepe, tez, gojek, …); others stop the payment, once it exists: nothing before the creation's answer names an address.",
		Setting: "PAYAPP_ALLOW_HTTP_RETURN for http",
		Place:   "internal/links/answer.go: Answer, methods/rows_india.go: upiSchemes, each row's AppSchemes",
	},
	{
		Name: "accounts-answer", Open: "Answer of GET /payins/{idPayin}/accounts",
		Assumes: "accountCustomer and accountCustomerUsedForPayment, as in payin responses",
		Place:   "apiclient/payin_get.go: ListAccounts",
	},
	{
		Name: "external-providers", Open: "externalProviders",
		Assumes: "choices for methods that redirect: shown after the operators, sent as paymentOperatorCode",
		Place:   "scenarios/offers.go: available",
	},
	{
		Name: "crypto-network", Open: "Network of CRYPTO_OFFLINE",
		Assumes: "chosen where the gateway lists any, since coins on another one are lost. Where it lists none it is left out: the gateway then chooses, its answer says which, and the page that the customer didn't",
		Place:   "the row's Operator in methods/rows_crypto.go, scenarios/after_pay.go: picked",
	},
	{
		Name: "operators-missing", Open: "A method that needs an operator but lists none",
		Assumes: "offered without; the shop's operator is sent, and the gateway decides",
		Place:   "scenarios/offers.go: NeedsOperator, matches",
	},
	{
		Name: "operators-unasked", Open: "An operator listed with a method that has none in the catalogue",
		Assumes: "customers aren't asked for it; a shop's is sent, locked or chosen",
		Place:   "scenarios/offers.go: add",
	},
	{
		Name: "method-twice", Open: "A code listed twice",
		Assumes: "one option: P2A_V2 stands for two request objects",
		Place:   "scenarios/offers.go: available",
	},
	{
		Name: "payment-location", Open: "paymentLocation",
		Assumes: "{country, zipCode, city, street}, asked in Taiwan's order",
		Place:   "methods/rows_fields.go: paymentLocation",
	},
	{
		Name: "field-places", Open: "Where a field goes in paymentMethod",
		Assumes: "accountName, accountNumber and accountType in account; dotted names in their object; others beside them",
		Place:   "scenarios/pay.go: MethodBody",
	},
	{
		Name: "upi-reference", Open: "UPIQR's external reference",
		Assumes: "12 digits, as for P2A_V2, is only usual; another form gets a warning once",
		Place:   "methods/rule.go: RuleReferenceUPI, methods/check.go: CheckReference",
	},
	{
		Name: "offline-twd", Open: "OFFLINE in TWD",
		Assumes: "a transfer with only optional data: the list of methods lacks the currency, a rule about data names it.",
		Setting: "hide in the file of PAYAPP_CATALOGUE",
		Place:   "methods/rows_eastasia.go",
	},
	{
		Name: "reference-path", Open: "setExternalReference",
		Assumes: "POST {base_url}/payins/{idPayin}/externalReference, body {\"reference\": \"…\"}.",
		Setting: "referencePath in the file of PAYAPP_CATALOGUE",
		Place:   "apiclient/client.go: DefaultReferencePath, apiclient/reference_set.go: SetExternalReference",
	},
	{
		Name: "reference-grant", Open: "Who may call it",
		Assumes: "a fourth operation of PAYIN_CREATE. A token that says otherwise of itself leads to other methods; where the shop named this one, the number goes to the shop, until a gateway has taken one. A 401, 403, 404 or 405 says that the gateway takes no numbers: it is kept for the shop, and can be tried again. Any other refusal is about this number, and a 409 says that the gateway has it already: the form stays, once; then it is kept",
		Place:   "sandbox/internal/token/operation.go: Granted, handlers/reference_submit.go: referenceState",
	},
	{
		Name: "missing-verifies", Open: "A 404 for a payment that isn't about the version",
		Assumes: "verifies the token, since it comes after its acceptance",
		Place:   "handlers/facts_load.go: merge, internal/upstream/token.go",
	},
	{
		Name: "gateway-time", Open: "The gateway's time",
		Assumes: "ours. Where the Date of its answers is behind by up to five minutes, as much more time is left to pay; otherwise it decides nothing",
		Place:   "apiclient/clock.go, internal/upstream/clock.go: behind",
	},
	{
		Name: "fpx-account-type", Open: "accountType of FPX",
		Assumes: "personal or corporate, in any case; a shop's other value is sent unchanged",
		Place:   "methods/rule_text.go: accountTypes",
	},
	{
		Name: "email-form", Open: "The form of an e-mail address",
		Assumes: "RFC 5322, a single address, with a dot in its domain; consecutive dots, or one before the @, only at docomo and au",
		Place:   "methods/rule_contact.go: checkEmail, sandbox/internal/rules/format.go: email",
	},
	{
		Name: "netbanking-phone", Open: "The form of NETBANKING's phone number",
		Assumes: "as many digits as its country's numbers",
		Place:   "methods/rule_phone.go: checkPhoneChecked",
	},
	{
		Name: "other-forms", Open: "All other forms of values",
		Assumes: "none; conventions, check digits and numbering plans warn",
		Place:   "methods/rule_table.go: definitions",
	},
	{
		Name: "promptpay-account", Open: "PROMPTPAY's accountNumber",
		Assumes: "the paying account: a Thai bank account or a PromptPay id",
		Place:   "methods/rule_digits.go: checkPromptPay",
	},
	{
		Name: "phone-form", Open: "Phone numbers",
		Assumes: "E.164 if recognised, otherwise as typed",
		Place:   "methods/rule_phone.go: checkPhone",
	},
	{
		Name: "locked-soft", Open: "Locked data that breaks a rule of ours alone",
		Assumes: "sent as given, without a warning: the gateway decides",
		Place:   "scenarios/plan.go: given, plan",
	},
	{
		Name: "locked-unsendable", Open: "Locked data that can't be sent",
		Assumes: "left out if optional, asked if mandatory; a mandatory value that breaks a rule of the interface stops the payment",
		Place:   "scenarios/plan.go: given",
	},
	{
		Name: "data-unasked", Open: "Data in the link that the method has no field for",
		Assumes: "not sent: a gateway may refuse what a method doesn't have",
		Place:   "scenarios/plan.go: plan",
	},
	{
		Name: "fpx-banks", Open: "FPX's two lists of banks",
		Assumes: "listed together. The bank's code tells the accountType; for a code in neither list the customer chooses",
		Place:   "methods/rows_fields.go: fpxAccountTypes",
	},
	{
		Name: "taiwan-chains", Open: "Codes of Taiwan's store chains",
		Assumes: "ibon, FamiPort, OK-go and Life-ET, each with its machine's menu; others get the general steps",
		Place:   "methods/rows_eastasia.go: kiosks",
	},
	{
		Name: "uncoded-methods", Open: "Methods that the interface names without a code",
		Assumes: "FPX, UPI_COLLECT, UPI_ID, NEDBANK_DIRECT_EFT, ZAPPER_QR, PSE (Colombia).",
		Setting: "rename, hide in the file of PAYAPP_CATALOGUE",
		Place:   "methods/rows_southeastasia.go, methods/rows_india.go, methods/rows_africa.go, methods/rows_latinamerica.go",
	},
	{
		Name: "order-id-form", Open: "The form of an order id",
		Assumes: "any text of at most 128 characters, as an escaped path segment",
		Place:   "scenarios/entry/parse.go: IsOrderID, sandbox/internal/wire/shared.go: ValidID",
	},
	{
		Name: "value-lengths", Open: "How long values are",
		Assumes: "in a link a token at most 5 KB, an address 2,048 bytes, a code 64; in an answer what is to be scanned 7,089 bytes, an address 16 KB, any other text 4 KB",
		Place:   "scenarios/entry/parse.go: longest, apiclient/object.go: maxText",
	},
	{
		Name: "creation-body", Open: "What a creation must contain",
		Assumes: "what the interface calls mandatory; the application also sends callbackUrl and returnUrl",
		Place:   "sandbox/api/request_read.go: readCreation",
	},
	{
		Name: "creation-taken", Open: "Which of several creations was taken",
		Assumes: "the one whose returnUrl is echoed, by its last parameter z",
		Place:   "handlers/return_url.go: viewOf",
	},
	{
		Name: "return-length", Open: "How long a returnUrl may be",
		Assumes: "as long as a shop's, and 68 characters and our address more",
		Place:   "handlers/return_refused.go: noteRefusedReturn",
	},
	{
		Name: "callback-form", Open: "Callback",
		Assumes: "POST callbackUrl with form field and query parameter idPayin (or idPayout), retried with back-off until a 2xx. The application only forwards the address, unless it relays.",
		Setting: "PAYAPP_CALLBACK_RELAY",
		Place:   "sandbox/internal/process/callback.go: firstRetry, handlers/callback_relay.go: relayCallback",
	},
	{
		Name: "amount-limits", Open: "Limits of amounts",
		Assumes: "above 0, below 1,000,000,000,000, with no more decimals than the currency has",
		Place:   "sandbox/internal/body/money.go: MaxWholeDigits",
	},
	{
		Name: "unknown-names", Open: "Property names that the interface doesn't have",
		Assumes: "refused by the sandbox; every method accepts the names of all methods",
		Place:   "sandbox/internal/rules/check.go: texts",
	},
	{
		Name: "error-body", Open: "Error body",
		Assumes: "{\"code\", \"message\", \"fields\"?, \"fieldErrors\"?}; codes of the interface are found anywhere, fields by the end of their path; otherwise the HTTP status decides",
		Place:   "apiclient/error_body.go: readErrorBody, scenarios/outcome.go: Disputed",
	},
	{
		Name: "token-rejected", Open: "Rejected token",
		Assumes: "401 to a read; of a payment that is known, 401 or 403 to reads for half a minute without an accepted one between, or one after the token's own end. A 403, and a 401 to anything else, is about that operation: without options what the shop named is tried, and a creation is refused for its method alone",
		Place:   "apiclient/error_from.go: kindOf, internal/upstream/token.go: judge, internal/upstream/readings.go: RefusedLong, handlers/facts_load.go: withoutOptions",
	},
	{
		Name: "not-granted", Open: "What a token's claims don't grant",
		Assumes: "isn't called, but for the options before anything has shown that the token is good",
		Place:   "internal/upstream/token.go: grants",
	},
	{
		Name: "refusal-kept", Open: "A creation refused with 406, and kept as a failed payment",
		Assumes: "the order's id is used up: another creation gets a 409, and the page says that it can't be paid here any more",
		Place:   "handlers/pay_submit.go: existing",
	},
	{
		Name: "invalid-input", Open: "Invalid input",
		Assumes: "400, 422 and other 4xx: fields that the customer can correct are asked again, one that the shop locked is named, anything else refuses the payment",
		Place:   "apiclient/error_from.go: kindOf, handlers/pay_submit.go: outcomeOf",
	},
	{
		Name: "options-amount", Open: "Options refused for their amount",
		Assumes: "a 400, 406 or 422 whose body names amount, money or currency as a faulty value: this amount can't be paid here. Any other of these, a 404 (once our version is known to be taken), 405, 409 or 501: there is no list, and what the shop named is tried",
		Place:   "apiclient/options_get.go: aboutList",
	},
	{
		Name: "unborn-read", Open: "A payment that isn't created, read with another answer than that (403, 406, 409, any other 4xx but 401, 408 and 429, a 404 of the version, a 2xx about no payment)",
		Assumes: "the customer goes on to the options, which tell whether the token is good; a 403 to both refuses it",
		Place:   "handlers/facts_load.go: mayBeMissing",
	},
	{
		Name: "missing-or-version", Open: "A 404 or 410",
		Assumes: "the payment doesn't exist, if the body doesn't mention a version, and another answer (a 2xx, 406 or 409) has shown that our X-API-Version is taken; otherwise nothing is known, until the options or a creation tell",
		Place:   "apiclient/error_from.go: errorFrom, speaksOfVersion, internal/upstream/payin_read.go: UnprovenError, internal/upstream/call.go: noteVersion",
	},
	{
		Name: "empty-creation", Open: "A 2xx without a body to a creation",
		Assumes: "accepted: the payment is read",
		Place:   "handlers/pay_submit.go: outcomeOf",
	},
	{
		Name: "token-answer", Open: "Token response",
		Assumes: "{\"token\": \"…\"}; elsewhere it is the longest text that can be one",
		Place:   "apiclient/token_create.go: tokenIn",
	},
	{
		Name: "token-timestamp", Open: "Token timestamp",
		Assumes: "milliseconds since the epoch",
		Place:   "apiclient/client.go: TokenSeconds, sandbox/api/token_create.go: timestampTolerance",
	},
	{
		Name: "token-claims", Open: "Token claims",
		Assumes: "exp (seconds), operations, merchantCode, money, idPayment: all optional hints",
		Place:   "apiclient/claims.go: ReadClaims, sandbox/internal/token/jwt.go: Claims",
	},
	{
		Name: "list-form", Open: "List endpoints, options",
		Assumes: "{\"data\": […]}, or a list; broken entries are dropped and logged",
		Place:   "apiclient/list.go: dataList",
	},
	{
		Name: "longest-answer", Open: "Longest answer",
		Assumes: "1 MiB; a longer one is malformed",
		Place:   "apiclient/request.go: maxAnswer",
	},
	{
		Name: "rate-scope", Open: "Its scope",
		Assumes: "per merchant.",
		Setting: "PAYAPP_GATEWAY_RATE_SCOPE",
		Place:   "internal/upstream/call.go: merchantKey",
	},
	{
		Name: "rate-size", Open: "Its size",
		Assumes: "10 requests in any second.",
		Setting: "PAYAPP_GATEWAY_RATE",
		Place:   "internal/upstream/client.go: Rate",
	},
	{
		Name: "rate-counting", Open: "How a second is counted",
		Assumes: "on arrival: a slot is free again one second after its request was answered",
		Place:   "internal/upstream/limiter/window.go: SlotsOf",
	},
	{
		Name: "retry-after", Open: "429 without Retry-After",
		Assumes: "a pause of 1 to 2 s; with it, as long as asked, at most 30 s",
		Place:   "apiclient/client.go: Timings",
	},
	{
		Name: "rate-pause", Open: "After a 429",
		Assumes: "a pause, then one request a second fewer; a third fewer for each further 429; one more for each five seconds without",
		Place:   "internal/upstream/limiter/pace.go: limited",
	},
	{
		Name: "token-share", Open: "Calls with one verified token, polls excepted, at a rate of 10",
		Assumes: "1 a second, a burst of 15; at least 0.7 a second",
		Place:   "internal/upstream/token.go: tokenShare",
	},
}
