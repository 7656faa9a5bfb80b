package api

import (
	"net/http"
	"slices"
	"strings"
)

// resources are the paths of all endpoints, each once.
func resources() []string {
	var list []string
	for pattern := range endpoints {
		if _, path, _ := strings.Cut(pattern, " "); !slices.Contains(list, path) {
			list = append(list, path)
		}
	}
	return list
}

// methodsOf are the HTTP methods of a resource. GET includes HEAD.
func methodsOf(resource string) []string {
	list := []string{http.MethodOptions}
	for pattern := range endpoints {
		method, path, _ := strings.Cut(pattern, " ")
		if path != resource {
			continue
		}
		if list = append(list, method); method == http.MethodGet {
			list = append(list, http.MethodHead)
		}
	}
	slices.Sort(list)
	return list
}

// otherMethods answers OPTIONS and the methods that a resource doesn't have;
// the answer lists those that it has.
func (a *API) otherMethods(resource string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		methods := strings.Join(methodsOf(resource), ", ")
		if r.URL.Path == optionsPath { // a payment's path, for the mux
			methods = strings.Join(methodsOf(optionsPath), ", ")
		}
		w.Header().Set("Allow", methods)
		if !strings.HasPrefix(resource, tokenPath) {
			share(w.Header())
		}
		if r.Method != http.MethodOptions {
			a.refusing(errMethod).ServeHTTP(w, r)
			return
		}
		if w.Header().Get("Access-Control-Allow-Origin") != "" {
			w.Header().Set("Access-Control-Allow-Methods", methods)
			w.Header().Set("Access-Control-Allow-Headers", "Accept, Authorization, Content-Type, X-API-Version")
			w.Header().Set("Access-Control-Max-Age", "600")
		}
		w.WriteHeader(http.StatusNoContent)
	})
}

// tokenPath is the prefix of the calls that make tokens. They need a merchant's
// secret or key, which "must never be exposed in public places or client-side
// code".
const tokenPath = "/auth-tokens"

// share lets scripts of any page read the answer. "Such a token is safe for
// client-side code", and it is in a header that no browser adds by itself.
func share(header http.Header) {
	header.Set("Access-Control-Allow-Origin", "*")
	header.Set("Access-Control-Expose-Headers",
		"Date, Retry-After, WWW-Authenticate, "+unknownHeader+", "+contradictionHeader+", "+refusalHeader+", "+hintHeader)
}

// challenge is the WWW-Authenticate header that a 401 must have.
func challenge(r *http.Request) string {
	switch {
	case strings.HasPrefix(r.URL.Path, tokenPath):
		return `Signature realm="payment gateway", header="X-SIGNATURE", algorithm="SHA256withRSA"`
	case r.Header.Get("Authorization") == "":
		return `Bearer realm="payment gateway"`
	}
	return `Bearer realm="payment gateway", error="invalid_token"`
}

// bearer is the token of a request. The scheme is case-insensitive.
func bearer(r *http.Request) (string, bool) {
	scheme, raw, ok := strings.Cut(r.Header.Get("Authorization"), " ")
	return strings.TrimLeft(raw, " "), ok && strings.EqualFold(scheme, "Bearer")
}
