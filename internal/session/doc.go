// Package session keeps what belongs to one payment in sealed cookies, so that any
// replica can serve any request without a store.
//
//	payload ─▶ JSON ─▶ deflate ─▶ securecookie (encrypt, authenticate) ─▶ 1 or 2 cookies
//
// A cookie is bound to its name and its path: copied to another payment it is
// dropped, as is one that was changed, cut or sealed with a removed key. Keys
// rotate: all are tried for opening, the first seals.
//
// The package also signs addresses for banks and callbacks (Sign and Verify) and
// marks of pages (Mark and Marked), names payments in addresses (Ref), and encrypts what replicas share in a store (Vault).
//
// It doesn't know what the payloads mean.
package session
