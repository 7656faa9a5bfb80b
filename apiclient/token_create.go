package apiclient

import (
	"context"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"time"

	"payapp/money"
)

// Credentials prove who the merchant is when it creates a token (interface.md,
// Authentication 3–5): a signing key or the deprecated secret. If both are set,
// the key is used and the secret isn't sent.
type Credentials struct {
	Key    *rsa.PrivateKey
	Secret string
}

// TokenRequest asks for a token over a list of operations (POST /auth-tokens).
type TokenRequest struct {
	Credentials  Credentials
	MerchantCode string
	// Validity is cut to whole seconds; 0 means the gateway's default of 1800
	// s.
	Validity time.Duration
	// Operations are "METHOD path"; the path is a regular expression.
	Operations []string
	// Money limits creations to this amount and currency; zero means no limit.
	Money money.Money
}

// TokenByActionRequest asks for a token over an action on one payment (POST
// /auth-tokens-by-action).
type TokenByActionRequest struct {
	Credentials  Credentials
	MerchantCode string
	Validity     time.Duration
	// Action is ActionPayinCreate or ActionPayinInfo; the interface may have
	// more.
	Action    string
	IDPayment string
	Money     money.Money
}

// The actions that the interface names, and what they grant: ActionPayinCreate
// to list options and to create and read the payment, ActionPayinInfo to read
// it.
const (
	ActionPayinCreate = "PAYIN_CREATE"
	ActionPayinInfo   = "PAYIN_INFO"
)

// tokenBody is the body of both calls (interface.md, Authentication 6).
type tokenBody struct {
	MerchantCode string      `json:"merchantCode"`
	ValiditySecs int64       `json:"validitySecs,omitempty"`
	Operations   []string    `json:"operations,omitempty"`
	Action       string      `json:"action,omitempty"`
	IDPayment    string      `json:"idPayment,omitempty"`
	Money        money.Money `json:"money,omitzero"`
	Timestamp    int64       `json:"timestamp"` // milliseconds: assumed
	Secret       string      `json:"secret,omitempty"`
}

// CreateToken creates a token for a list of operations (POST /auth-tokens). A
// general token ("POST /payins/.*") must never reach a customer (interface.md,
// Authentication 8).
func (c *Client) CreateToken(ctx context.Context, request TokenRequest) (Token, error) {
	return c.createToken(ctx, "POST /auth-tokens", request.Credentials, tokenBody{
		MerchantCode: request.MerchantCode, ValiditySecs: int64(request.Validity / time.Second),
		Operations: request.Operations, Money: request.Money,
	})
}

// CreateTokenByAction creates a token for one action on one payment (POST
// /auth-tokens-by-action). It is safe in links.
func (c *Client) CreateTokenByAction(ctx context.Context, request TokenByActionRequest) (Token, error) {
	return c.createToken(ctx, "POST /auth-tokens-by-action", request.Credentials, tokenBody{
		MerchantCode: request.MerchantCode, ValiditySecs: int64(request.Validity / time.Second),
		Action: request.Action, IDPayment: request.IDPayment, Money: request.Money,
	})
}

func (c *Client) createToken(ctx context.Context, op string, credentials Credentials, content tokenBody) (Token, error) {
	content.Timestamp = time.Now().UnixMilli()
	if c.seconds {
		content.Timestamp /= 1000
	}
	if credentials.Key == nil {
		content.Secret = credentials.Secret
	}
	body, err := encode(content)
	if err != nil {
		return Token{}, invalid(op, err)
	}
	request := call{op: op, open: true, secret: content.Secret, body: body}
	if credentials.Key != nil {
		signature, err := sign(credentials.Key, body)
		if err != nil {
			return Token{}, invalid(op, err)
		}
		request.header = http.Header{"X-Signature": {signature}}
	}
	var token Token
	err = c.do(ctx, request, func(body []byte) error {
		text, usual := tokenIn(body)
		if text == "" || len(text) > maxTokenLength {
			return unlike{"token-answer", "no token"}
		}
		if token = NewToken(text); !usual {
			c.tell(unlike{"token-answer", ""}, nil)
		}
		return nil
	})
	return token, err
}

// tokenIn finds the token: it is token, as assumed, or else the one text that a name of
// tokens has, or the answer alone: "The shape of the token response: not shown"
// (interface.md). Of two it is none: a refresh token would be good for more than a link.
func tokenIn(body []byte) (token string, usual bool) {
	var answer any
	if json.Unmarshal(body, &answer) != nil {
		answer = strings.TrimSpace(string(body))
	}
	top, _ := answer.(map[string]any)
	if token, usual = top["token"].(string); usual {
		return token, true
	}
	var found []string
	var look func(name string, part any)
	look = func(name string, part any) {
		switch part := part.(type) {
		case string:
			if tokenName.MatchString(name) && tokenForm.MatchString(part) {
				found = append(found, part)
			}
		case map[string]any:
			for name, inner := range part {
				look(name, inner)
			}
		}
	}
	look("token", answer)
	if len(found) != 1 {
		return "", false
	}
	return found[0], false
}

// tokenName is what gateways call the token of a call.
var tokenName = regexp.MustCompile(`(?i)^((access|auth|bearer|payment)[_-]?)?(token|jwt)$`)

// tokenForm is RFC 6750's b64token, with as many characters as nobody guesses.
var tokenForm = regexp.MustCompile(`^[A-Za-z0-9._~+/-]{20,}=*$`)

// sign is interface.md, Authentication 4: SHA256withRSA over exactly the body's
// bytes, in base64.
func sign(key *rsa.PrivateKey, body []byte) (string, error) {
	digest := sha256.Sum256(body)
	signature, err := rsa.SignPKCS1v15(rand.Reader, key, crypto.SHA256, digest[:])
	if err != nil {
		return "", fmt.Errorf("sign the request: %w", err)
	}
	return base64.StdEncoding.EncodeToString(signature), nil
}
