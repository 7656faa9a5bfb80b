package cli

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/pflag"
)

// keygen makes a key pair.
type keygen struct {
	out  string
	bits int
	json bool
}

func newKeygen(flags *pflag.FlagSet) performer {
	k := &keygen{}
	flags.StringVar(&k.out, "out", "", "`FILE` of the private key; the public one is put beside it")
	flags.IntVar(&k.bits, "bits", 3072, "the key's length: 2048, 3072 or 4096")
	flags.BoolVar(&k.json, "json", false, "print the names of both files as a JSON object")
	return k.perform
}

// keyFiles are the files that keygen made.
type keyFiles struct {
	Private string `json:"privateKey"`
	Public  string `json:"publicKey"`
}

func (k *keygen) perform(_ context.Context, in invocation) error {
	switch {
	case k.out == "" || k.out == "-":
		return usage("--out is missing: it names the private key's file")
	case k.bits != 2048 && k.bits != 3072 && k.bits != 4096:
		return usage("--bits is 2048, 3072 or 4096")
	}
	files := keyFiles{Private: k.out, Public: strings.TrimSuffix(k.out, ".pem") + ".pub.pem"}
	if err := files.write(k.bits); err != nil {
		return err
	}
	if k.json {
		return printJSON(in.Out, files)
	}
	_, err := fmt.Fprintf(in.Out, "private key: %s (keep it to yourself)\npublic key:  %s (for the gateway)\n",
		files.Private, files.Public)
	return err
}

// write writes both files of the pair, or neither.
func (f keyFiles) write(bits int) error {
	for _, name := range []string{f.Private, f.Public} {
		if _, err := os.Lstat(name); err == nil {
			return fmt.Errorf("%s is there already; nothing was written", name)
		}
	}
	key, err := rsa.GenerateKey(rand.Reader, bits)
	if err != nil {
		return fmt.Errorf("make the key: %w", err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return fmt.Errorf("write the private key: %w", err)
	}
	public, err := x509.MarshalPKIXPublicKey(&key.PublicKey)
	if err != nil {
		return fmt.Errorf("write the public key: %w", err)
	}
	if err := writeNew(f.Private, 0o600, &pem.Block{Type: "PRIVATE KEY", Bytes: private}); err != nil {
		return err
	}
	if err := writeNew(f.Public, 0o644, &pem.Block{Type: "PUBLIC KEY", Bytes: public}); err != nil {
		return errors.Join(err, os.Remove(f.Private))
	}
	return nil
}

// writeNew creates a file. It fails if the file exists, even as a dangling
// link, and removes a file that it couldn't write completely.
func writeNew(name string, mode fs.FileMode, block *pem.Block) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return fmt.Errorf("write a key: %w", err)
	}
	if err := errors.Join(pem.Encode(file, block), file.Sync(), file.Close()); err != nil {
		return errors.Join(fmt.Errorf("write a key: %w", err), os.Remove(name))
	}
	return nil
}
