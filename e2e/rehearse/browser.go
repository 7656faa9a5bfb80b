package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"net"
	"net/http"
	"os"
	"time"

	"payapp/e2e/internal/harness"
)

// browser is a customer's, at an address of its own of loopback.
type browser struct {
	*harness.Customer
	own *http.Transport
}

func newBrowser(s *stage, number int) *browser {
	trusted := x509.NewCertPool()
	if text, err := os.ReadFile(s.certificate); err == nil {
		trusted.AppendCertsFromPEM(text)
	}
	from := &net.TCPAddr{IP: net.IPv4(127, 1, byte(number>>8), byte(number))}
	transport := &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: trusted, MinVersion: tls.VersionTLS12}, ForceAttemptHTTP2: true,
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			dialer := net.Dialer{LocalAddr: from, Timeout: 5 * time.Second}
			return dialer.DialContext(ctx, "tcp4", address)
		},
	}
	return &browser{harness.NewCustomer(transport), transport}
}

func (b *browser) close() { b.own.CloseIdleConnections() }
