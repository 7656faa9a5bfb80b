package config

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"payapp/internal/session"
)

// minDistinct is the least number of different bytes in a key: a typed number
// has fewer, random bytes practically never do.
const minDistinct = 11

// giveaways are words in keys that were typed or copied from an example.
var giveaways = []string{"secret", "change", "example", "default", "password", "insecure", "session", "payapp", "0123456789", "abcdefgh"}

// sessionKeys parses base64 keys, newest first, each with the date when it was
// made before it, if that is known: 2026-11-23:…. No message repeats a key.
func sessionKeys(value string) (Keys, error) {
	var keys [][]byte
	var faults []error
	var made []time.Time
	for i, part := range strings.Split(value, ",") {
		date, text, dated := strings.Cut(strings.TrimSpace(part), ":")
		if !dated {
			date, text = "", date
		}
		day, err := time.Parse(time.DateOnly, date)
		key, ok := decodeKey(text)
		switch {
		case dated && err != nil:
			faults = append(faults, fmt.Errorf("key %d begins with something else than a date (2026-11-23:…)", i+1))
		case !ok:
			faults = append(faults, fmt.Errorf("key %d is not base64", i+1))
		case len(key) < session.MinKey:
			faults = append(faults, fmt.Errorf("key %d has %d bytes, at least %d are needed", i+1, len(key), session.MinKey))
		case guessable(key):
			faults = append(faults, fmt.Errorf("key %d is guessable; make one with: openssl rand -base64 32", i+1))
		case slices.ContainsFunc(keys, func(other []byte) bool { return bytes.Equal(other, key) }):
			faults = append(faults, fmt.Errorf("key %d is there twice", i+1))
		}
		keys, made = append(keys, key), append(made, day)
	}
	return Keys{Hidden[[][]byte]{keys}, made}, errors.Join(faults...)
}

// decodeKey decodes base64 in either alphabet, padded or not.
func decodeKey(s string) ([]byte, bool) {
	s = strings.NewReplacer("-", "+", "_", "/").Replace(strings.TrimRight(s, "="))
	key, err := base64.RawStdEncoding.DecodeString(s)
	return key, err == nil && len(key) > 0
}

// guessable reports keys of one repeated byte, of a repeated or counted
// pattern, or with words.
func guessable(key []byte) bool {
	var seen [256]bool
	distinct, counted := 0, 0
	for i, b := range key {
		if !seen[b] {
			seen[b] = true
			distinct++
		}
		if i > 0 && b-key[i-1] == key[1]-key[0] {
			counted++
		}
	}
	if distinct < minDistinct || counted > len(key)/2 {
		return true
	}
	lower := bytes.ToLower(key)
	return slices.ContainsFunc(giveaways, func(word string) bool { return bytes.Contains(lower, []byte(word)) })
}
