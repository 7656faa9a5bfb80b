package gateway

import (
	"encoding/json"
	"fmt"
)

// encodeReading is a Reading as replicas tell it to each other.
func encodeReading(r Reading) ([]byte, error) {
	text, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("reading: %w", err)
	}
	return text, nil
}

func decodeReading(text []byte) (r Reading, err error) {
	if err := json.Unmarshal(text, &r); err != nil {
		return Reading{}, fmt.Errorf("reading: %w", err)
	}
	return r, nil
}
