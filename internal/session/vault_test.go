package session

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

func vault(t *testing.T, keys ...[]byte) *Vault {
	t.Helper()
	v, err := NewVault(keys)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestVault(t *testing.T) {
	v := vault(t, key("a"))
	// A single byte may well be among the random ones of what is sealed; the
	// texts here are long enough never to be.
	for _, plain := range []string{"", "a text that chance doesn't write", strings.Repeat("secret ", 1000)} {
		sealed := v.Seal("name", []byte(plain))
		if got, err := v.Open("name", sealed); err != nil || string(got) != plain {
			t.Errorf("got %q, %v; want %q", got, err, plain)
		}
		if plain != "" && bytes.Contains(sealed, []byte(plain)) {
			t.Error("readable")
		}
		if bytes.Equal(sealed, v.Seal("name", []byte(plain))) {
			t.Error("sealing the same twice gives the same")
		}
	}
}

// Anybody may have written to the store: only values sealed for exactly this
// name are opened.
func TestVaultOpensOnlyItsOwn(t *testing.T) {
	v := vault(t, key("a"), key("b"))
	sealed := v.Seal("name", []byte("secret"))
	refused := func(what string, v *Vault, name string, sealed []byte) {
		t.Helper()
		if got, err := v.Open(name, sealed); !errors.Is(err, ErrInvalid) || got != nil {
			t.Errorf("%s: got %q, %v; want ErrInvalid", what, got, err)
		}
	}
	refused("wrong key", vault(t, key("c")), "name", sealed)
	refused("of another name", v, "other", sealed)
	for n := range len(sealed) {
		refused("cut", v, "name", sealed[:n])
		changed := bytes.Clone(sealed)
		changed[n] ^= 1
		refused("changed", v, "name", changed)
	}
	refused("longer", v, "name", append(bytes.Clone(sealed), 0))
}

func TestVaultRotation(t *testing.T) {
	before, between, after := vault(t, key("old")), vault(t, key("new"), key("old")), vault(t, key("new"))
	if got, err := between.Open("name", before.Seal("name", []byte("x"))); err != nil || string(got) != "x" {
		t.Errorf("sealed before: %q, %v", got, err)
	}
	if got, err := after.Open("name", between.Seal("name", []byte("x"))); err != nil || string(got) != "x" {
		t.Errorf("sealed with the newest: %q, %v", got, err)
	}
	if before.Name("M") != between.Name("M") || before.Names() != between.Names() {
		t.Error("a new key changes the names while the old one is there")
	}
	if between.Name("M") == after.Name("M") || between.Names() == after.Names() {
		t.Error("names don't depend on the key")
	}
	if before.Name("M") == before.Name("N") || strings.Contains(before.Name("MERCHANT"), "MERCHANT") {
		t.Error("names don't hide the text")
	}
}

func TestVaultKeys(t *testing.T) {
	for _, keys := range [][][]byte{nil, {key("a"), make([]byte, MinKey-1)}} {
		if _, err := NewVault(keys); err == nil {
			t.Errorf("%d keys: no error", len(keys))
		}
	}
}
