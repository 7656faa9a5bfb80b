package config

import (
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"os"
	"path/filepath"
)

// privateKey checks the sandbox's signing key: an RSA key in PEM, of either
// kind. No message repeats it.
func privateKey(variable, value string, faults *Faults) {
	block, _ := pem.Decode([]byte(value))
	if block == nil {
		faults.add(variable, "not a key in PEM")
		return
	}
	if _, err := x509.ParsePKCS1PrivateKey(block.Bytes); err == nil {
		return
	}
	if key, err := x509.ParsePKCS8PrivateKey(block.Bytes); err == nil {
		if _, ok := key.(*rsa.PrivateKey); ok {
			return
		}
	}
	faults.add(variable, "not a private RSA key")
}

// databaseFile checks that a file exists or can be created. More is known only
// when it is opened.
func databaseFile(variable, path string, faults *Faults) {
	if path == ":memory:" {
		return
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		faults.add(variable, "%s is a folder", path)
		return
	}
	if info, err := os.Stat(filepath.Dir(path)); err == nil && !info.IsDir() {
		faults.add(variable, "%s is not a folder", filepath.Dir(path))
	}
}
