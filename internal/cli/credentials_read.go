package cli

import (
	"crypto/rsa"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/golang-jwt/jwt/v5"

	"payapp/apiclient"
)

// maxCredential is more than any key or secret needs, in bytes.
const maxCredential = 64 << 10

// credentials reads the key or the secret. Errors contain neither the content nor the
// file's name.
func (r *requester) credentials(in io.Reader) (apiclient.Credentials, error) {
	if r.key != "" {
		data, err := readFile(r.key, in)
		if err != nil {
			return apiclient.Credentials{}, fmt.Errorf("--key: %w", err)
		}
		key, err := parsePrivateKey(data)
		if err != nil {
			return apiclient.Credentials{}, fmt.Errorf("--key: %w", err)
		}
		return apiclient.Credentials{Key: key}, nil
	}
	data, err := readFile(r.secretFile, in)
	if err != nil {
		return apiclient.Credentials{}, fmt.Errorf("--secret-file: %w", err)
	}
	secret := strings.TrimRight(string(data), "\r\n")
	if secret == "" {
		return apiclient.Credentials{}, errors.New("--secret-file: the file is empty")
	}
	return apiclient.Credentials{Secret: secret}, nil
}

func readFile(name string, in io.Reader) ([]byte, error) {
	if name != "-" {
		file, err := os.Open(name)
		if wrong, ok := errors.AsType[*fs.PathError](err); ok {
			return nil, wrong.Err // without the name, which may be a secret in the wrong place
		}
		if err != nil {
			return nil, err
		}
		defer file.Close()
		in = file
	}
	data, err := io.ReadAll(io.LimitReader(in, maxCredential+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxCredential {
		return nil, errors.New("the file holds more than a key or a secret")
	}
	return data, nil
}

// parsePrivateKey reads an RSA key in PEM, PKCS #8 or PKCS #1.
func parsePrivateKey(data []byte) (*rsa.PrivateKey, error) {
	block, _ := pem.Decode(data)
	switch {
	case block == nil:
		return nil, errors.New("no PEM file")
	case strings.Contains(block.Type, "PUBLIC KEY"):
		return nil, errors.New("this is the public key; the private one signs")
	case strings.Contains(block.Type, "ENCRYPTED") || block.Headers["DEK-Info"] != "":
		return nil, errors.New("the key is encrypted; decrypt it (openssl pkey) and hand it over by --key -")
	}
	if strings.HasPrefix(block.Type, "EC ") { // as openssl ecparam writes it
		return nil, errNotRSA
	}
	key, err := jwt.ParseRSAPrivateKeyFromPEM(data)
	switch {
	case errors.Is(err, jwt.ErrNotRSAPrivateKey):
		return nil, errNotRSA
	case err != nil:
		return nil, errors.New("no private key that can be read")
	}
	return key, nil
}

var errNotRSA = errors.New("a key of another kind: SHA256withRSA needs an RSA key (openssl genpkey -algorithm RSA makes one)")
