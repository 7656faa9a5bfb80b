package payment

import (
	"crypto/sha256"
	"time"

	"payapp/apiclient"
)

// Caller is the customer on whose behalf the gateway is called.
type Caller struct {
	Token apiclient.Token
	// Merchant is the token's own merchant claim, "" if it has none. It counts only
	// once the gateway has accepted the token.
	Merchant string
	// Address is the customer's; it limits what unverified tokens can spend.
	Address string
	// Proxys says that Address is a proxy's, by which nobody can be told apart.
	Proxys bool
	// Glances: it has a status link. Until its token is verified, who came to pay
	// goes first.
	Glances bool
	// Verified says that the gateway has accepted this token, by the sealed session.
	Verified bool
}

// Identity stands for a token in memory.
type Identity [sha256.Size]byte

// Identity is the token's SHA-256.
func (c Caller) Identity() Identity { return sha256.Sum256([]byte(c.Token.Reveal())) }

// Key is the caller's payment of this id.
func (c Caller) Key(idPayin string) Key { return Key{c.Identity(), idPayin} }

// Key names a payment in memory: one read with another token is another.
type Key struct {
	Token   Identity
	IDPayin string
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
