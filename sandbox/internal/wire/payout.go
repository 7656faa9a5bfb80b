package wire

import "payapp/money"

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
