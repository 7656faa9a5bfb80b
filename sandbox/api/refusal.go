package api

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"payapp/money"
	"payapp/sandbox/internal/token"
)

// wrongVersion refuses a missing, repeated or unsupported X-API-Version.
func wrongVersion(versions []string) *apiError {
	what := "the X-API-Version header is missing"
	switch {
	case len(versions) > 1:
		what = fmt.Sprintf("there are %d X-API-Version headers", len(versions))
	case len(versions) == 1 && versions[0] != "":
		what = fmt.Sprintf("the X-API-Version header names %.20q, an unsupported version", versions[0])
	}
	return refuse(http.StatusNotFound, "UNSUPPORTED_VERSION", what+"; send 2").
		failed("version", "Send the header X-API-Version: 2 with every call.")
}

func unauthorized(check, message, remedy string, fields ...string) *apiError {
	return refuse(http.StatusUnauthorized, "UNAUTHORIZED", message, fields...).failed(check, remedy)
}

// noToken refuses a call without a bearer token.
func noToken(r *http.Request) *apiError {
	const remedy = "Send the header Authorization: Bearer, a space and the token."
	if r.Header.Get("Authorization") == "" {
		return unauthorized("token", "there is no token: the Authorization header is missing", remedy)
	}
	return unauthorized("token", "the Authorization header isn't Bearer and a token", remedy)
}

// badToken says which of a token's checks failed.
func badToken(err error, claims token.Claims, now time.Time) *apiError {
	switch {
	case errors.Is(err, jwt.ErrTokenExpired) && claims.ExpiresAt != nil:
		return unauthorized("token", fmt.Sprintf("the token expired at %s", claims.ExpiresAt.UTC().Format(time.RFC3339)),
			fmt.Sprintf("It is %s now, and the sandbox's clock may have been moved since the token was made. "+
				"Make a new token; validitySecs says how long it lasts.", now.UTC().Format(time.RFC3339)))
	case errors.Is(err, jwt.ErrTokenMalformed):
		return unauthorized("token", "the token is malformed: it is no JWT of three parts",
			"Was it cut off, altered or escaped on its way?")
	case errors.Is(err, jwt.ErrTokenSignatureInvalid):
		return unauthorized("token", "the token isn't ours: its signature doesn't fit",
			"It was altered, or another gateway or sandbox made it: a sandbox in memory forgets its secret at each start.")
	}
	return unauthorized("token", "the token isn't ours", "Tokens come from POST /auth-tokens and POST /auth-tokens-by-action alone.")
}

// forbidden names the call and what the token allows.
func forbidden(method, path string, operations []string) *apiError {
	e := refuse(http.StatusForbidden, "FORBIDDEN",
		cut(fmt.Sprintf("the token's operations don't include %s %s; they are %s", method, path, strings.Join(operations, ", "))))
	return e.failed("operations", "Name the operation when you make the token. "+
		"A path there is a regular expression for the whole path, without the query.")
}

// notInInterface refuses, in a strict sandbox, what the interface doesn't show.
func notInInterface() *apiError {
	return refuse(http.StatusForbidden, "FORBIDDEN", "the interface doesn't show this operation, and a strict sandbox grants it to nobody").
		failed("operations", "Do it in the console, as a support desk would.")
}

// otherMoney refuses an amount that the token isn't for.
func otherMoney(allowed, asked money.Money) *apiError {
	return refuse(http.StatusForbidden, "MONEY_NOT_ALLOWED",
		fmt.Sprintf("the token is limited to another amount or currency: it allows %s, and the request says %s", allowed, asked),
		"paymentRequested.money").
		failed("money", "Make a token for the amount that the customer shall pay; in a RedirectURL both are the same.")
}
