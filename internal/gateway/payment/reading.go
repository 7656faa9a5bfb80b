package payment

import (
	"reflect"
	"time"

	"payapp/apiclient"
)

// Reading is one payment as it was read or created at At. Found is false if the
// gateway doesn't know it (not created yet). The answer to a creation usually
// has no status.
type Reading struct {
	Payin apiclient.Payin `json:"p,omitzero"`
	Found bool            `json:"f,omitzero"`
	At    time.Time       `json:"t"`
}

// Same reports whether two readings say the same, whatever their times.
func (r Reading) Same(as Reading) bool {
	return r.Found == as.Found && reflect.DeepEqual(r.Payin, as.Payin)
}

// Options is a list of options as it was read at At.
type Options struct {
	Options apiclient.Options `json:"o"`
	At      time.Time         `json:"t"`
}

// How long answers are remembered, here and in the store.
const (
	ReadingLife = 2 * time.Hour
	OptionsLife = 15 * time.Minute
)
