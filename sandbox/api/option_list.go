package api

import (
	"payapp/sandbox/internal/body"
	"payapp/sandbox/internal/rules"
	"payapp/sandbox/internal/wire"
)

// listOptions is POST /payins/!availablePaymentOptions.
func (a *API) listOptions(c *call) (any, error) {
	o, ok := body.Read(c.body)
	if !ok {
		return nil, errNoObject
	}
	o.Only("money")
	o.Need("money")
	money := o.Money("money")
	if len(o.Faults()) > 0 {
		return nil, errFields(o)
	}
	options := wire.Options{Data: []wire.Option{}}
	for _, method := range c.merchant.Methods(a.Process.Methods, money.Currency()) {
		operators := method.Operators
		if operators == nil {
			operators = []wire.Named{}
		}
		options.Data = append(options.Data, wire.Option{PaymentMethodCode: method.Code, PaymentOperators: operators})
	}
	if len(options.Data) > 0 {
		options.ExternalProviders = rules.ExternalProviders(money.Currency())
	}
	return options, nil
}

// readMerchantInfo is GET /merchant-info.
func (a *API) readMerchantInfo(c *call) (any, error) {
	if c.merchant.Name == "" {
		return wire.MerchantInfo{}, nil
	}
	return wire.MerchantInfo{ChannelInfo: &wire.ChannelInfo{Name: c.merchant.Name}}, nil
}
