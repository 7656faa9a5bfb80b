package sandbox

import (
	"crypto/rsa"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"payapp/sandbox/internal/faults"
	"payapp/sandbox/internal/token"
)

// WriteTimeout is long enough for Handler's slowest answer: two delays, and a
// margin.
const WriteTimeout = 2*faults.MaxDelay + 30*time.Second

// DefaultDB is where the database is kept unless a file is named: in the user's
// cache folder, or in the temporary folder if that isn't writable, as in
// containers and on build machines without a HOME.
func DefaultDB() (string, error) {
	var folders []string
	cache, err := os.UserCacheDir()
	if err == nil {
		folders = append(folders, filepath.Join(cache, "payapp"))
	}
	folders = append(folders, filepath.Join(os.TempDir(), fmt.Sprintf("payapp-%d", os.Getuid())))
	for _, folder := range folders {
		wrong := writable(folder)
		if wrong == nil {
			return filepath.Join(folder, "sandbox.db"), nil
		}
		err = errors.Join(err, wrong)
	}
	return "", fmt.Errorf("no folder for the database: %w", err)
}

// writable creates the folder if needed, and tries to write into it.
func writable(folder string) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	probe, err := os.CreateTemp(folder, ".probe-*")
	if err != nil {
		return err
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// ParseKey reads a merchant's private RSA key in PEM, PKCS #8 or PKCS #1.
func ParseKey(text []byte) (*rsa.PrivateKey, error) { return token.ParsePrivateKey(text) }
