package replicas

import (
	"encoding/json"
	"fmt"

	"payapp/internal/gateway/payment"
)

// encodeReading is a Reading as replicas tell it to each other.
func encodeReading(r payment.Reading) ([]byte, error) {
	text, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("reading: %w", err)
	}
	return text, nil
}

func decodeReading(text []byte) (r payment.Reading, err error) {
	if err := json.Unmarshal(text, &r); err != nil {
		return payment.Reading{}, fmt.Errorf("reading: %w", err)
	}
	return r, nil
}
