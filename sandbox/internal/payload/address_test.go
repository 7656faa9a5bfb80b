package payload

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"math/big"
	"strings"
	"testing"

	"golang.org/x/crypto/sha3"
)

// base58 decodes the alphabet that Bitcoin, Tron and Solana share.
func base58(t *testing.T, s string) []byte {
	t.Helper()
	const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
	n := new(big.Int)
	for _, c := range s {
		i := strings.IndexRune(alphabet, c)
		if i < 0 {
			t.Fatalf("%q is not base58", s)
		}
		n.Add(n.Mul(n, big.NewInt(58)), big.NewInt(int64(i)))
	}
	return n.Bytes()
}

func TestTronAddressHasItsCheckSum(t *testing.T) {
	raw := base58(t, CryptoAddress("TRON"))
	if len(raw) != 25 || raw[0] != 0x41 {
		t.Fatalf("got %x", raw)
	}
	once := sha256.Sum256(raw[:21])
	twice := sha256.Sum256(once[:])
	if !bytes.Equal(twice[:4], raw[21:]) {
		t.Errorf("check sum %x, want %x", raw[21:], twice[:4])
	}
}

func TestSolanaAddressIsAKey(t *testing.T) {
	if raw := base58(t, CryptoAddress("SOLANA")); len(raw) != 32 {
		t.Errorf("got %d bytes, want 32", len(raw))
	}
}

// EIP-55: the case of the letters is a checksum, and wallets refuse mistakes.
func TestEthereumAddressesHaveTheirCheckSums(t *testing.T) {
	addresses := []string{CryptoAddress("ETHEREUM")}
	for _, coins := range contracts {
		for _, c := range coins {
			addresses = append(addresses, c.address)
		}
	}
	for _, address := range addresses {
		lower := strings.ToLower(strings.TrimPrefix(address, "0x"))
		if _, err := hex.DecodeString(lower); err != nil || len(lower) != 40 {
			t.Errorf("%s is no address", address)
			continue
		}
		hash := sha3.NewLegacyKeccak256()
		hash.Write([]byte(lower))
		digest := hex.EncodeToString(hash.Sum(nil))
		want := []byte("0x" + lower)
		for i := range lower {
			if digest[i] >= '8' && want[i+2] >= 'a' {
				want[i+2] -= 'a' - 'A'
			}
		}
		if address != string(want) {
			t.Errorf("%s, want %s", address, want)
		}
	}
}
