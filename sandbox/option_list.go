package sandbox

import (
	"encoding/json"

	"payapp/internal/money"
	"payapp/sandbox/internal/rules"
	"payapp/sandbox/internal/wire"
)

// listOptions is POST /payins/!availablePaymentOptions.
func (s *Sandbox) listOptions(c *call) (any, error) {
	var request struct {
		Money money.Money `json:"money"`
	}
	if err := json.Unmarshal(c.body, &request); err != nil {
		return nil, invalid("money is missing or malformed", "money")
	}
	if !sound(request.Money) {
		return nil, invalid("money is no amount above zero in a known currency", "money")
	}
	options := wire.Options{Data: []wire.Option{}}
	for _, method := range c.merchant.methods(request.Money.Currency()) {
		operators := method.Operators
		if operators == nil {
			operators = []wire.Named{}
		}
		options.Data = append(options.Data, wire.Option{PaymentMethodCode: method.Code, PaymentOperators: operators})
	}
	if len(options.Data) > 0 {
		options.ExternalProviders = rules.ExternalProviders(request.Money.Currency())
	}
	return options, nil
}

// readMerchantInfo is GET /merchant-info.
func (s *Sandbox) readMerchantInfo(c *call) (any, error) {
	if c.merchant.name == "" {
		return wire.MerchantInfo{}, nil
	}
	return wire.MerchantInfo{ChannelInfo: &wire.ChannelInfo{Name: c.merchant.name}}, nil
}
