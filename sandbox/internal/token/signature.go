package token

import (
	"bytes"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
)

// ErrSignature means that none of the merchant's keys made the signature.
var ErrSignature = errors.New("the signature does not match")

// Sign makes the X-SIGNATURE header of a body: SHA256withRSA over the minified
// JSON, base64.
func Sign(key *rsa.PrivateKey, body []byte) (string, error) {
	digest, err := digest(body)
	if err != nil {
		return "", err
	}
	signature, err := rsa.SignPKCS1v15(rand.Reader, key, crypto.SHA256, digest)
	if err != nil {
		return "", fmt.Errorf("sign: %w", err)
	}
	return base64.StdEncoding.EncodeToString(signature), nil
}

// VerifySignature checks an X-SIGNATURE header against the merchant's public
// keys; one match is enough.
func VerifySignature(keys []*rsa.PublicKey, body []byte, header string) error {
	signature, err := base64.StdEncoding.DecodeString(header)
	if err != nil {
		return fmt.Errorf("%w: not base64", ErrSignature)
	}
	digest, err := digest(body)
	if err != nil {
		return err
	}
	for _, key := range keys {
		if rsa.VerifyPKCS1v15(key, crypto.SHA256, digest, signature) == nil {
			return nil
		}
	}
	return ErrSignature
}

func digest(body []byte) ([]byte, error) {
	var minified bytes.Buffer
	if err := json.Compact(&minified, body); err != nil {
		return nil, fmt.Errorf("minify: %w", err)
	}
	sum := sha256.Sum256(minified.Bytes())
	return sum[:], nil
}

// ParsePrivateKey reads a PEM private key, PKCS #8 or PKCS #1.
func ParsePrivateKey(data []byte) (*rsa.PrivateKey, error) {
	return parseKey("private key", data, x509.ParsePKCS1PrivateKey, x509.ParsePKCS8PrivateKey)
}

// ParsePublicKey reads a PEM public key, PKIX or PKCS #1.
func ParsePublicKey(data []byte) (*rsa.PublicKey, error) {
	return parseKey("public key", data, x509.ParsePKCS1PublicKey, x509.ParsePKIXPublicKey)
}

// parseKey reads a key that may be written for RSA alone, or for any algorithm.
func parseKey[K any](what string, data []byte, alone func([]byte) (*K, error), general func([]byte) (any, error)) (*K, error) {
	block, _ := pem.Decode(data)
	if block == nil {
		return nil, fmt.Errorf("%s: not PEM", what)
	}
	if key, err := alone(block.Bytes); err == nil {
		return key, nil
	}
	parsed, err := general(block.Bytes)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	if key, ok := parsed.(*K); ok {
		return key, nil
	}
	return nil, fmt.Errorf("%s: not RSA", what)
}

// EncodePrivateKey writes the key as PKCS #8 PEM.
func EncodePrivateKey(key *rsa.PrivateKey) ([]byte, error) {
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, fmt.Errorf("private key: %w", err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), nil
}

// EncodePublicKey writes the key as PKIX PEM.
func EncodePublicKey(key *rsa.PublicKey) ([]byte, error) {
	der, err := x509.MarshalPKIXPublicKey(key)
	if err != nil {
		return nil, fmt.Errorf("public key: %w", err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der}), nil
}
