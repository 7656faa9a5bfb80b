package session

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

// Fault 26: a token and addresses of 2 KB each work; more is refused with a
// clear error.
func TestFault26_Large(t *testing.T) {
	s, _ := setup(t, true)
	p := typical()
	p.Token = noise("token", 2048)
	p.CallbackURL = "https://shop.example.com/callback?order=" + strings.Repeat("0123456789abcdef", 120)
	p.ReturnURL = "https://shop.example.com/return?order=" + strings.Repeat("fedcba9876543210", 120)
	total := 0
	for _, c := range seal(t, s, p) {
		total += len(c.Name) + len(c.Value) + 3
	}
	if total > MaxTotal {
		t.Errorf("%d bytes of cookies", total)
	}
	for _, n := range []int{6000, 20_000, 100_000} {
		p.Token = noise("token", n)
		if _, err := s.SealWithin(MaxTotal, "session", testPath, p, time.Hour); !errors.Is(err, ErrTooLarge) {
			t.Errorf("token of %d: got %v, want ErrTooLarge", n, err)
		}
	}
}

// Fault 25: a changed cookie is dropped.
func TestFault25_WhatWasChangedIsDropped(t *testing.T) {
	s, _ := setup(t, false)
	whole := seal(t, s, typical())[0].Value
	check := func(what, value string) {
		t.Helper()
		p := payload{IDPayin: "untouched"}
		err := s.Open(request(&http.Cookie{Name: "session", Value: value}), "session", testPath, &p)
		if !errors.Is(err, ErrInvalid) || p.IDPayin != "untouched" {
			t.Errorf("%s: got %v (%+v), want ErrInvalid", what, err, p)
		}
	}
	// The last character before the padding is left out: it has unused bits in
	// base64.
	for i := range len(strings.TrimRight(whole, "=")) - 1 {
		flipped := []byte(whole)
		if flipped[i] = 'A'; whole[i] == 'A' {
			flipped[i] = 'B'
		}
		check(fmt.Sprintf("changed at %d", i), string(flipped))
	}
	for _, n := range []int{0, 1, 2, 3, 10, len(whole) / 2, len(whole) - 2} {
		check(fmt.Sprintf("cut at %d", n), whole[:n])
	}
	check("nonsense", "1.hello")
	check("two of one", "2."+whole[2:])
	check("huge", "1."+strings.Repeat("A", 100_000))

	var p payload
	cookie := seal(t, s, typical())[0]
	if err := s.Open(request(cookie), "session", "/pay/another", &p); !errors.Is(err, ErrInvalid) {
		t.Errorf("on another path: got %v, want ErrInvalid", err)
	}
	renamed := *cookie
	renamed.Name = "state"
	if err := s.Open(request(&renamed), "state", testPath, &p); !errors.Is(err, ErrInvalid) {
		t.Errorf("under another name: got %v, want ErrInvalid", err)
	}
	if err := s.Open(request(cookie), "old", testPath, &p); !errors.Is(err, ErrNone) {
		t.Errorf("old name: got %v, want ErrNone", err)
	}
	other, _ := setup(t, false, key("two"))
	if err := other.Open(request(cookie), "session", testPath, &p); !errors.Is(err, ErrInvalid) {
		t.Errorf("wrong key: got %v, want ErrInvalid", err)
	}
}

// Fault 26: sessions of the previous key continue, new ones use the new key.
func TestFault26_Rotation(t *testing.T) {
	before, _ := setup(t, false, key("old"))
	after, _ := setup(t, false, key("new"), key("old"))
	later, _ := setup(t, false, key("new"))
	var p payload
	if err := after.Open(request(seal(t, before, typical())...), "session", testPath, &p); err != nil {
		t.Errorf("old session after rotation: %v", err)
	}
	if err := later.Open(request(seal(t, after, typical())...), "session", testPath, &p); err != nil {
		t.Errorf("new session once the old key is gone: %v", err)
	}
	if !after.Verify(before.Sign("a"), "a") || !later.Verify(after.Sign("a"), "a") || later.Verify(before.Sign("a"), "a") {
		t.Error("signatures don't rotate as cookies do")
	}
}

func TestNothingReadable(t *testing.T) {
	s, _ := setup(t, false)
	p := typical()
	value := seal(t, s, p)[0].Value
	for range 3 { // base64 twice, then bytes
		if strings.Contains(value, p.Token[40:60]) || strings.Contains(value, p.IDPayin) {
			t.Fatal("the payload is readable")
		}
		decoded, _ := base64.URLEncoding.DecodeString(strings.TrimPrefix(value, "1."))
		value = string(decoded)
	}
	if once, again := seal(t, s, p)[0].Value, seal(t, s, p)[0].Value; once == again {
		t.Error("sealing the same twice gives the same")
	}
}

func TestNoBomb(t *testing.T) {
	s, _ := setup(t, false)
	if _, err := pack(bytes.Repeat([]byte(" "), maxPlain+1), start); !errors.Is(err, ErrTooLarge) {
		t.Errorf("got %v, want ErrTooLarge", err)
	}
	bomb, err := pack(bytes.Repeat([]byte(" "), maxPlain), start)
	if err != nil {
		t.Fatal(err)
	}
	if plain, _, err := unpack(bomb); err != nil || len(plain) != maxPlain {
		t.Errorf("%d bytes, %v", len(plain), err)
	}
	bomb[headerLen-1]++
	if _, _, err := unpack(bomb); err == nil {
		t.Error("more than the most was unpacked")
	}
	if _, err := s.SealWithin(MaxTotal, "session", testPath, strings.Repeat("x", maxPlain), time.Hour); !errors.Is(err, ErrTooLarge) {
		t.Errorf("got %v, want ErrTooLarge: what can't be opened must not be sealed", err)
	}
}

// Fault 25: a neighbouring host can set cookies with our names for its whole
// domain. They don't hide ours, whatever their order.
func TestFault25_CookiesOfANeighbour(t *testing.T) {
	s, _ := setup(t, true)
	small, large := typical(), typical()
	large.Token = noise("token", 4000)
	for name, p := range map[string]payload{"one cookie": small, "two cookies": large} {
		var ours []*http.Cookie
		for _, c := range seal(t, s, p) {
			if c.MaxAge > 0 {
				ours = append(ours, c)
			}
		}
		other := func(name, value string) *http.Cookie { return &http.Cookie{Name: name, Value: value} }
		theirs := []*http.Cookie{other(ours[0].Name, "1.junk"), other(ours[0].Name, "2.junk"), other("__Secure-session.1", "junk")}
		for range 60 { // more than are looked at first
			theirs = append(theirs, other(ours[0].Name, "1.junk"), other("__Secure-session.1", "junk"))
		}
		for range 4 {
			theirs = append(theirs, other(ours[0].Name, "2."+noise("theirs", 3000)))
		}
		for where, all := range map[string][]*http.Cookie{
			"before": append(slices.Clone(theirs), ours...), "after": append(slices.Clone(ours), theirs...),
		} {
			var got payload
			if err := s.Open(request(all...), "session", testPath, &got); err != nil || got.Token != p.Token {
				t.Errorf("%s, theirs %s: %v", name, where, err)
			}
		}
	}
	var many []*http.Cookie
	for range 1000 {
		many = append(many, &http.Cookie{Name: "__Secure-session", Value: "2.x"}, &http.Cookie{Name: "__Secure-session.1", Value: "x"})
	}
	if err := s.Open(request(many...), "session", testPath, new(payload)); !errors.Is(err, ErrInvalid) {
		t.Errorf("a thousand: got %v", err)
	}
}
