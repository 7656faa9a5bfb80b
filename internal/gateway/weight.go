package gateway

import "payapp/apiclient"

// What a value takes besides its texts: the struct, and its place in a cache.
const (
	readingBytes = 1400
	optionBytes  = 120
	textBytes    = 16
)

// weighReading is roughly the bytes that a reading takes.
func weighReading(r reading) int {
	p := r.Payin
	n := readingBytes
	for _, s := range []string{
		p.IDPayin, p.MethodCode, p.Operator.Code, p.Operator.Name, p.Reference, p.ExternalReference, p.ReturnURL, p.RedirectURL, p.DeepLink,
		p.QRCode, p.QRName, p.PaymentAddress.Name, p.PaymentAddress.ID, p.PhoneNumber, p.EmailAddress, p.TaxID, p.Status, p.ProcessorStatus,
		p.FailureReason,
	} {
		n += len(s)
	}
	for _, a := range []apiclient.Account{p.Account, p.AccountCustomer, p.AccountCustomerUsed} {
		n += len(a.Name) + len(a.Number) + len(a.Type) + len(a.BankCode) + len(a.BankName)
	}
	for _, section := range p.InstructionList {
		n += 3*textBytes + len(section.Title)
		for _, step := range section.Steps {
			n += textBytes + len(step)
		}
	}
	for name, value := range p.Location {
		n += 4*textBytes + len(name) + len(value)
	}
	return n
}

// weighOptions is roughly the bytes that a list of options takes.
func weighOptions(o apiclient.Options) int {
	n := optionBytes
	for _, m := range o.Methods {
		n += optionBytes + len(m.MethodCode)
		for _, operator := range m.Operators {
			n += 2*textBytes + len(operator.Code) + len(operator.Name)
		}
	}
	for _, provider := range o.ExternalProviders {
		n += 2*textBytes + len(provider.Code) + len(provider.Name)
	}
	return n
}
