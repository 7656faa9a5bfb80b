// Package relay passes the gateway's callbacks on to merchants. It makes the
// callbackUrl of a creation, parses it when the gateway calls, and makes the
// call to the merchant.
//
//	gateway ──POST /callback/{ref}?to=…&sig=…&idPayin=…──▶ handlers: signature good?
//	                                                          │ Split, Pass
//	                                                          ▼
//	            slots (process, host, payment) ──▶ dial: a public address? ──▶ merchant
//	gateway ◀──────────────────────── the merchant's own status ◀─────────────────┘
//
// Merchants' addresses come from links, which customers can edit. So the call
// carries nothing of ours, no redirect is followed, and only the status comes
// back. The check is of the address that is dialled, after its name was
// resolved: a name that resolves differently the next time gains nothing.
//
// Nothing is stored or retried: the merchant's status tells the gateway whether
// to repeat its callback. This package knows neither keys nor payments; handlers
// makes and checks the signature.
package relay
