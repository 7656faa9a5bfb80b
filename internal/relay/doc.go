// Package relay passes the gateway's callbacks on to merchants. It makes the
// address that a creation names as its callbackUrl, takes it apart again when
// the gateway calls, and makes the one call.
//
//	gateway ──POST /callback/{ref}?to=…&sig=…&idPayin=…──▶ handlers: signature good?
//	                                                          │ Split, Pass
//	                                                          ▼
//	            slots (process, host, payment) ──▶ dial: a public address? ──▶ merchant
//	gateway ◀──────────────────────── the merchant's own status ◀─────────────────┘
//
// Merchants' addresses come from links, which customers can edit. So nothing
// of ours goes along, no redirect is followed, no answer but its status comes
// back, and what is judged is the address that is dialled, after its name was
// resolved: a name that changes its mind in between gains nothing.
//
// Nothing is kept and nothing is repeated: the gateway repeats what wasn't
// accepted, and the merchant's status says whether it was. It knows neither
// keys nor payments; the signature is the handlers' to make and to check.
package relay
