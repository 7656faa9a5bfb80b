package merchant

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"

	"payapp/sandbox/internal/store"
)

// Book has the sandbox's merchants, and those that people made. It is safe for
// concurrent use.
type Book struct {
	store *store.Store

	mu  sync.RWMutex
	own []Merchant
}

const setting = "merchants"

// mostOwn is how many merchants people can make.
const mostOwn = 1000

// Why a merchant isn't made.
var (
	ErrTaken   = errors.New("a merchant has this code already")
	ErrTooMany = fmt.Errorf("there are %d merchants already: remove some", mostOwn)
)

// Load reads the merchants that people made.
func Load(ctx context.Context, db *store.Store) (*Book, error) {
	b := &Book{store: db}
	if err := hideSecrets(ctx, db); err != nil {
		return nil, err
	}
	kept, err := db.Setting(ctx, setting)
	if err != nil || kept == nil {
		return b, err
	}
	if err := json.Unmarshal(kept, &b.own); err != nil {
		return nil, fmt.Errorf("setting %s: %w", setting, err)
	}
	return b, nil
}

// All are the merchants: the sandbox's, then those that people made.
func (b *Book) All() []Merchant {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return slices.Concat(all, b.own)
}

// Codes are the codes of all merchants, in that order.
func (b *Book) Codes() []string {
	var codes []string
	for _, m := range b.All() {
		codes = append(codes, m.Code)
	}
	return codes
}

// ByCode finds a merchant.
func (b *Book) ByCode(code string) (Merchant, bool) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	for _, list := range [][]Merchant{all, b.own} {
		for _, m := range list {
			if m.Code == code {
				return m, true
			}
		}
	}
	return Merchant{}, false
}

// IsOwn reports whether people made the merchant, and may remove it.
func (b *Book) IsOwn(code string) bool {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return slices.ContainsFunc(b.own, func(m Merchant) bool { return m.Code == code })
}

// Add adds a merchant.
func (b *Book) Add(ctx context.Context, m Merchant) error {
	if _, taken := b.ByCode(m.Code); taken {
		return ErrTaken
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.own) >= mostOwn {
		return ErrTooMany
	}
	return b.save(ctx, append(slices.Clone(b.own), m))
}

// Remove removes a merchant that people made. What it did stays.
func (b *Book) Remove(ctx context.Context, code string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.save(ctx, slices.DeleteFunc(slices.Clone(b.own), func(m Merchant) bool { return m.Code == code }))
}

func (b *Book) save(ctx context.Context, own []Merchant) error {
	text, err := json.Marshal(own)
	if err != nil {
		return fmt.Errorf("merchants: %w", err)
	}
	if err := b.store.SetSetting(ctx, setting, text); err != nil {
		return err
	}
	b.own = own
	return nil
}
