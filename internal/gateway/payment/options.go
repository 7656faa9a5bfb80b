package payment

import (
	"time"

	"payapp/apiclient"
)

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
