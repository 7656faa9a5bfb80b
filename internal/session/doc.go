// Package session keeps what belongs to one payment in sealed cookies, so that
// any replica serves any request with no store.
//
//	payload ─▶ JSON ─▶ deflate ─▶ securecookie (encrypt, authenticate) ─▶ 1 or 2 cookies
//
// A cookie is bound to its name and its path: copied to another payment it is
// dropped, as is one that was changed, cut or sealed with a key that is gone.
// Keys rotate: all are tried for opening, the first seals.
//
// Besides the cookies the package signs the address a bank leads back to (Sign
// and Verify), names payments in addresses (Ref), and encrypts what replicas
// share in a store (Vault).
//
// It knows nothing of what the payloads mean.
package session
