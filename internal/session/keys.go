package session

import (
	"crypto/hkdf"
	"crypto/sha256"
	"errors"
)

// keys are derived from one configured key, one for each purpose.
type keys struct {
	hash  []byte // authenticates cookies
	block []byte // encrypts cookies (AES-256)
	sign  []byte // signs return and callback addresses, and marks
}

func derive(key []byte) (keys, error) {
	hash, errHash := hkdf.Key(sha256.New, key, nil, "payapp cookie authentication 1", 64)
	block, errBlock := hkdf.Key(sha256.New, key, nil, "payapp cookie encryption 1", 32)
	sign, errSign := hkdf.Key(sha256.New, key, nil, "payapp return signature 1", 32)
	return keys{hash, block, sign}, errors.Join(errHash, errBlock, errSign)
}
