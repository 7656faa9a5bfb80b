package gateway

import (
	"encoding/json"
	"fmt"
	"time"

	"payapp/apiclient"
	"payapp/money"
)

// readingWire is a Reading as replicas exchange it.
type readingWire struct {
	Payin payinWire `json:"p,omitzero"`
	Found bool      `json:"f,omitzero"`
	At    time.Time `json:"t"`
}

// payinWire is an apiclient.Payin. The conversion compiles only while both have
// the same fields. A missing amount isn't a zero amount.
type payinWire struct {
	IDPayin             string                         `json:",omitzero"`
	MethodCode          string                         `json:",omitzero"`
	Requested           money.Money                    `json:",omitzero"`
	Money               money.Money                    `json:",omitzero"`
	MoneyRequired       money.Money                    `json:",omitzero"`
	VAT                 money.Money                    `json:",omitzero"`
	Operator            apiclient.Operator             `json:",omitzero"`
	Account             apiclient.Account              `json:",omitzero"`
	AccountCustomer     apiclient.Account              `json:",omitzero"`
	AccountCustomerUsed apiclient.Account              `json:",omitzero"`
	Reference           string                         `json:",omitzero"`
	ExternalReference   string                         `json:",omitzero"`
	ReturnURL           string                         `json:",omitzero"`
	RedirectURL         string                         `json:",omitzero"`
	DeepLink            string                         `json:",omitzero"`
	QRCode              string                         `json:",omitzero"`
	QRName              string                         `json:",omitzero"`
	ExpireAt            time.Time                      `json:",omitzero"`
	InstructionList     []apiclient.InstructionSection `json:",omitzero"`
	PaymentAddress      apiclient.PaymentAddress       `json:",omitzero"`
	Location            map[string]string              `json:",omitzero"`
	PhoneNumber         string                         `json:",omitzero"`
	EmailAddress        string                         `json:",omitzero"`
	TaxID               string                         `json:",omitzero"`
	Status              string                         `json:",omitzero"`
	CreatedAt           time.Time                      `json:",omitzero"`
	ProcessedAt         time.Time                      `json:",omitzero"`
	IsTest              bool                           `json:",omitzero"`
	ProcessorStatus     string                         `json:",omitzero"`
	FailureReason       string                         `json:",omitzero"`
}

func encodeReading(r Reading) ([]byte, error) {
	text, err := json.Marshal(readingWire{payinWire(r.Payin), r.Found, r.At})
	if err != nil {
		return nil, fmt.Errorf("reading: %w", err)
	}
	return text, nil
}

func decodeReading(text []byte) (Reading, error) {
	var wire readingWire
	if err := json.Unmarshal(text, &wire); err != nil {
		return Reading{}, fmt.Errorf("reading: %w", err)
	}
	return Reading{apiclient.Payin(wire.Payin), wire.Found, wire.At}, nil
}
