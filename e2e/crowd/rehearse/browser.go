package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"strings"
	"time"

	"payapp/e2e/crowd/internal/pages"
)

// browser is a customer's, without scripts, at an address of its own of loopback.
type browser struct {
	http *http.Client
	page *pages.Page
	own  *http.Transport
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
	jar, _ := cookiejar.New(nil) // never fails
	return &browser{http: &http.Client{Transport: transport, Jar: jar, Timeout: 40 * time.Second}, own: transport}
}

func (b *browser) close() { b.own.CloseIdleConnections() }

func (b *browser) get(ctx context.Context, address string) error {
	return b.load(ctx, http.MethodGet, address, nil)
}

// press fills in the form with one of these buttons, and sends it.
func (b *browser) press(ctx context.Context, filled map[string]string, actions ...string) error {
	form, pressed, ok := b.page.WithAction(actions...)
	if !ok {
		return fmt.Errorf("the %s page has no button %s", b.page.Kind, strings.Join(actions, " or "))
	}
	target, err := b.page.Address.Parse(form.Action)
	if err != nil {
		return err
	}
	return b.load(ctx, http.MethodPost, target.String(), form.Values(pressed, filled))
}

func (b *browser) load(ctx context.Context, method, address string, values url.Values) error {
	request, err := http.NewRequestWithContext(ctx, method, address, strings.NewReader(values.Encode()))
	if err != nil {
		return err
	}
	request.Header.Set("Accept", "text/html")
	request.Header.Set("Accept-Language", "en")
	if values != nil {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		request.Header.Set("Origin", b.page.Address.Scheme+"://"+b.page.Address.Host)
	}
	response, err := b.http.Do(request)
	if wrapped, ok := errors.AsType[*url.Error](err); ok {
		return wrapped.Err // without the address, which has a token
	}
	if err != nil {
		return err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, 1<<20))
	if err != nil {
		return err
	}
	page, err := pages.Parse(response.Request.URL, strings.NewReader(string(body)))
	if err != nil {
		return err
	}
	if page.Kind == "" {
		return fmt.Errorf("status %d instead of a page", response.StatusCode)
	}
	b.page = page
	return nil
}
