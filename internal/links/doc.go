// Package links decides which addresses may become a link, a redirect or a
// callback. Each rule is for one source:
//
//	Web       a merchant's: callbackUrl, a support page
//	Return    a merchant's returnUrl, which may open its app
//	Answer    the gateway's: redirect addresses and links into apps
//	Harmless  any: a template's last check
//
// An address that passes is used unchanged.
package links
