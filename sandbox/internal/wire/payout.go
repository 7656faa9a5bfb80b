package wire

import (
	"encoding/json"

	"payapp/money"
)

// PayoutRequest is the body of POST /payouts/{idPayout}.
type PayoutRequest struct {
	PaymentRequested Requested       `json:"paymentRequested"`
	PaymentMethod    json.RawMessage `json:"paymentMethod"`
	CallbackURL      string          `json:"callbackUrl"`
}

// Payout is the answer to a creation (without Process and Fee) and to a read.
type Payout struct {
	PaymentRequested Requested            `json:"paymentRequested"`
	Process          *Process             `json:"process,omitempty"`
	Fee              *money.Money         `json:"fee,omitempty"`
	Method           PayoutMethodResponse `json:"paymentMethodResponse"`
}

// PayoutMethodResponse is paymentMethodResponse of a payout.
type PayoutMethodResponse struct {
	PaymentMethodCode string `json:"paymentMethodCode"`
	IDPayout          string `json:"idPayout"`
}
