package api

import (
	"cmp"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/subtle"
	"crypto/x509"
	"fmt"
	"net/http"
	"strings"
	"time"

	"payapp/sandbox/internal/body"
	"payapp/sandbox/internal/merchant"
	"payapp/sandbox/internal/token"
	"payapp/sandbox/internal/wire"
)

const (
	// timestampTolerance is assumed, as is that timestamps are milliseconds;
	// seconds are accepted too.
	timestampTolerance = 5 * time.Minute
	secondsBelow       = 100_000_000_000
)

// createToken is POST /auth-tokens: a token for a list of operations.
func (a *API) createToken(c *call) (any, error) {
	request, err := a.readTokenRequest(c, "operations")
	if err != nil {
		return nil, err
	}
	if len(request.Operations) == 0 {
		return nil, fault("operations", body.Missing)
	}
	for i, operation := range request.Operations {
		if token.CheckOperation(operation) != nil {
			return nil, fault(fmt.Sprintf("operations[%d]", i), body.Malformed)
		}
	}
	return a.grant(request, request.Operations)
}

// createActionToken is POST /auth-tokens-by-action: a token for one action on
// one payment, whose id is taken literally.
func (a *API) createActionToken(c *call) (any, error) {
	request, err := a.readTokenRequest(c, "action", "idPayment")
	if err != nil {
		return nil, err
	}
	if !wire.ValidID(request.IDPayment) {
		return nil, fault("idPayment", body.Malformed)
	}
	switch request.Action {
	case "PAYIN_CREATE":
		return a.grant(request, token.Granted(request.IDPayment, a.GrantedReference))
	case "PAYIN_INFO":
		return a.grant(request, token.InfoOperations(request.IDPayment))
	}
	return nil, fault("action", body.NotAvailable)
}

func (a *API) grant(request wire.TokenRequest, operations []string) (any, error) {
	validity := int64(token.DefaultValidity / time.Second)
	if request.ValiditySecs != nil {
		validity = *request.ValiditySecs
	}
	if validity < 1 || validity > int64(token.MaxValidity/time.Second) {
		return nil, fault("validitySecs", body.OutOfRange)
	}
	claims := token.Claims{MerchantCode: request.MerchantCode, Operations: operations, Money: request.Money}
	raw, err := token.New(a.Secret, a.Clock.Now(), a.moved, time.Duration(validity)*time.Second, claims, a.Strict)
	if err != nil {
		return nil, err
	}
	return wire.TokenResponse{Token: raw}, nil
}

// readTokenRequest reads and authenticates a token request, by signature or by
// the deprecated secret. own are the properties that only this one of the two
// token calls has.
func (a *API) readTokenRequest(c *call, own ...string) (wire.TokenRequest, error) {
	o, ok := body.Read(c.body)
	if !ok {
		return wire.TokenRequest{}, errNoObject
	}
	o.Only(append(own, "merchantCode", "validitySecs", "money", "timestamp", "secret")...)
	o.Need(own...) // needs a merchant to authenticate
	request := wire.TokenRequest{
		MerchantCode: o.Text("merchantCode"), ValiditySecs: o.Whole("validitySecs"), Action: o.Text("action"), IDPayment: o.Text("idPayment"),
		Operations: o.Texts("operations"), Money: o.Money("money"), Timestamp: o.Whole("timestamp"), Secret: o.Text("secret"),
	}
	if id := cmp.Or(request.IDPayment, token.Payment(request.Operations)); wire.ValidID(id) {
		c.id = id // for the payment's story
	}
	if len(o.Faults()) > 0 {
		return request, errFields(o)
	}
	m, ok := a.Merchants.ByCode(request.MerchantCode)
	if !ok {
		return request, unauthorized("merchant", "there is no such merchant",
			"The console lists the merchants, and makes new ones.", "merchantCode")
	}
	if err := a.authenticateMerchant(c, m, request); err != nil {
		if asAPIError(err).status == http.StatusUnauthorized && !a.Rates.AllowGuess(m.Code) {
			return request, a.tooMany()
		}
		return request, err
	}
	if err := a.countCall(c, m); err != nil {
		return request, err
	}
	c.merchant = m // from here on the story has the call as the merchant's
	return request, nil
}

func (a *API) authenticateMerchant(c *call, m merchant.Merchant, request wire.TokenRequest) error {
	if signature := c.Header.Get("X-SIGNATURE"); signature != "" {
		return a.checkSignature(c, m, request, signature)
	}
	current, err := merchant.Secrets(c.Context(), a.Store, m.Code)
	if err != nil {
		return err
	}
	for _, secret := range current {
		if subtle.ConstantTimeCompare([]byte(request.Secret), []byte(secret)) == 1 {
			return nil
		}
	}
	if request.Secret == "" {
		return unauthorized("signature", "neither a valid signature nor a current secret: there is no X-SIGNATURE header and no secret",
			"Sign the minified body with the merchant's private key, base64 of SHA256withRSA, in the header X-SIGNATURE.")
	}
	return unauthorized("secret", "neither a valid signature nor a current secret: the secret isn't one of the merchant's",
		"The console has the merchant's secrets, unless changed demo-secret.", "secret")
}

// fingerprints tells a merchant's public keys apart, as openssl pkey -pubin -outform DER | sha256sum does.
func fingerprints(keys []*rsa.PublicKey) string {
	var list []string
	for _, key := range keys {
		der, err := x509.MarshalPKIXPublicKey(key)
		if err != nil {
			continue
		}
		list = append(list, fmt.Sprintf("%x", sha256.Sum256(der))[:12]+"…")
	}
	if len(list) == 1 {
		return "one key there: " + list[0] + " (SHA-256 of its DER form)."
	}
	return fmt.Sprintf("%d keys there: %s (SHA-256 of their DER form).", len(list), strings.Join(list, ", "))
}

func (a *API) checkSignature(c *call, m merchant.Merchant, request wire.TokenRequest, signature string) error {
	keys, err := merchant.PublicKeys(c.Context(), a.Store, a.Key, m.Code)
	if err != nil {
		return err
	}
	if err := token.VerifySignature(keys, c.body, signature); err != nil {
		return unauthorized("signature", "X-SIGNATURE doesn't fit the minified body and any of the merchant's keys",
			fmt.Sprintf("Sign exactly the bytes sent, without white space between them (%d bytes here), with a private key whose public key "+
				"is registered in the console. %s has %s", len(c.body), m.Code, fingerprints(keys)))
	}
	if request.Timestamp == nil {
		return fault("timestamp", body.Missing)
	}
	sent := time.UnixMilli(*request.Timestamp)
	if *request.Timestamp < secondsBelow {
		sent = time.Unix(*request.Timestamp, 0)
		c.hint("timestamp is in seconds, and was taken for them; send milliseconds")
	}
	if off := a.Now().Sub(sent).Abs(); off > timestampTolerance {
		return refuse(http.StatusUnauthorized, "STALE_TIMESTAMP", "timestamp is more than 5 minutes away from our clock", "timestamp").
			failed("timestamp", fmt.Sprintf("It says %s, and here it is %s: sign anew for every call, with the time in milliseconds.",
				sent.UTC().Format(time.RFC3339), a.Now().UTC().Format(time.RFC3339)))
	}
	return nil
}
