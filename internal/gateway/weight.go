package gateway

import (
	"fmt"

	"payapp/apiclient"
)

// What a value takes besides its texts: the struct, and its place in a cache.
const (
	readingBytes = 1400
	optionBytes  = 120
	textBytes    = 16
)

// weighReading is roughly the bytes that a reading takes.
func weighReading(r reading) int { return readingBytes + len(fmt.Sprint(r.Payin, r.Sent)) }

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
