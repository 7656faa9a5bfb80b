package wire

import "payapp/money"

// TokenRequest is the body of both token calls; each uses some of the fields.
// Timestamp is assumed to be milliseconds since the epoch.
type TokenRequest struct {
	MerchantCode string       `json:"merchantCode"`
	ValiditySecs *int64       `json:"validitySecs,omitempty"`
	Action       string       `json:"action,omitempty"`
	IDPayment    string       `json:"idPayment,omitempty"`
	Operations   []string     `json:"operations,omitempty"`
	Money        *money.Money `json:"money,omitempty"`
	Timestamp    *int64       `json:"timestamp,omitempty"`
	Secret       string       `json:"secret,omitempty"`
}

// TokenResponse is assumed.
type TokenResponse struct {
	Token string `json:"token"`
}
