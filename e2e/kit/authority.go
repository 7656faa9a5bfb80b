package kit

import (
	"context"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
)

// Authorities are this machine's authorities, and those in a file of PEM; "" is none.
func Authorities(file string) (*x509.CertPool, error) {
	trusted, err := x509.SystemCertPool()
	if err != nil {
		trusted = x509.NewCertPool()
	}
	if file == "" {
		return trusted, nil
	}
	pem, err := os.ReadFile(file) //nolint:gosec // the file is named by whoever runs the suite
	if err != nil {
		return nil, err
	}
	if !trusted.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("%s has no certificate in PEM", file)
	}
	return trusted, nil
}

// CertificatePins are the flags with which Chromium takes the certificates that these addresses
// have, once the client has verified them: it reads no authorities from a file.
func CertificatePins(ctx context.Context, client *http.Client, addresses ...string) (flags []string, err error) {
	var keys []string
	for _, address := range addresses {
		if !strings.HasPrefix(address, "https://") {
			continue
		}
		request, err := http.NewRequestWithContext(ctx, http.MethodHead, address+"/", nil)
		if err != nil {
			return nil, err
		}
		response, err := client.Transport.RoundTrip(request)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", address, err)
		}
		response.Body.Close()
		sum := sha256.Sum256(response.TLS.PeerCertificates[0].RawSubjectPublicKeyInfo)
		if key := base64.StdEncoding.EncodeToString(sum[:]); !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	if len(keys) == 0 {
		return nil, nil
	}
	return []string{"ignore-certificate-errors-spki-list=" + strings.Join(keys, ",")}, nil
}

// TrustingTransport is how a client calls servers of these authorities.
func TrustingTransport(authorities *x509.CertPool) *http.Transport {
	return &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: authorities, MinVersion: tls.VersionTLS12},
		Proxy:           http.ProxyFromEnvironment, ForceAttemptHTTP2: true,
	}
}
