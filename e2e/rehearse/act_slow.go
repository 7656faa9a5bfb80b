package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"payapp/e2e/internal/harness"
)

const (
	slowAddresses = 18
	slowPosts     = 240             // of each address; the proxy takes 300 requests in ten seconds
	slowBegin     = 8 * time.Second // until all are under way
	slowSpell     = 30 * time.Second
	// notSlow is how long a customer's page may take meanwhile.
	notSlow = 2 * time.Second
)

// slowBodies: strangers send thousands of bodies byte by byte, first through the proxy
// as it is shipped, then through one that passes on what it gets.
func slowBodies(ctx context.Context, s *stage) error {
	s.besiege(ctx, "as shipped")
	unbuffered, err := s.proxyWithout("\toption http-buffer-request\n")
	if err != nil {
		return err
	}
	defer func() { s.proxyFile = "" }()
	for _, file := range []string{unbuffered, ""} {
		s.proxyFile = file
		s.proxy.Kill()
		if err := s.startProxy(); err != nil {
			return err
		}
		if err := s.backends(ctx); err != nil {
			return err
		}
		out, err := s.tool(ctx, nil, "doctor", s.public, "--ca", s.certificate)
		if file == "" {
			s.is(err == nil && strings.Contains(out, "keeps them until they are whole"), "payapp doctor sees that the shipped proxy keeps bodies")
			break
		}
		s.is(err == nil && strings.Contains(out, "option http-buffer-request"), "payapp doctor says what another proxy lacks")
		s.besiege(ctx, "without keeping bodies", "PayappSlowBodies")
	}
	s.calm(ctx)
	return nil
}

// besiege sends slow posts for a while, beside customers. These alerts must fire.
func (s *stage) besiege(ctx context.Context, proxy string, alerts ...string) {
	siege, end := context.WithTimeout(ctx, slowSpell)
	defer end()
	var begun atomic.Int64
	var strangers sync.WaitGroup
	for n := range slowAddresses {
		b := newBrowser(s, 50_000+n)
		client := &http.Client{Transport: b.own} // whose time isn't a customer's
		for k := range slowPosts {
			strangers.Go(func() {
				harness.Pause(siege, slowBegin*time.Duration(k)/slowPosts) // 4,320 at the same moment aren't what is tried
				for siege.Err() == nil {
					begun.Add(1)
					slowPost(siege, client, s.public)
				}
			})
		}
		defer b.close()
	}
	harness.Pause(ctx, slowBegin)
	s.slowest.Store(0)
	l := s.startLoad(ctx)
	for _, name := range alerts {
		s.fires(ctx, name, 60*time.Second)
	}
	<-siege.Done()
	strangers.Wait()
	l.nothingLost()
	slowest := time.Duration(s.slowest.Load()).Round(time.Millisecond)
	s.is(slowest < notSlow, "a proxy %s, %d slow posts: the slowest of the customers' pages took %v", proxy, begun.Load(), slowest)
}

// slowPost sends a form byte by byte each four seconds, until it is cut off.
func slowPost(ctx context.Context, client *http.Client, public string) {
	from, into := io.Pipe()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, public+"/", from)
	if err != nil {
		return
	}
	request.ContentLength = 1000
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	go func() {
		for ctx.Err() == nil {
			if _, err := io.WriteString(into, "a"); err != nil || !harness.Pause(ctx, 4*time.Second) {
				break
			}
		}
		_ = into.CloseWithError(context.Canceled)
	}()
	response, err := client.Do(request)
	_ = from.Close()
	if err == nil {
		response.Body.Close()
	}
	harness.Pause(ctx, 4*time.Second) // many requests aren't what is tried
}

// proxyWithout is the proxy's configuration without a line, as a file.
func (s *stage) proxyWithout(line string) (string, error) {
	text, err := os.ReadFile(proxyFile)
	if err != nil {
		return "", err
	}
	if !strings.Contains(string(text), line) {
		return "", fmt.Errorf("%s has no %q", proxyFile, line)
	}
	file := filepath.Join(s.logs, "haproxy.cfg")
	return file, os.WriteFile(file, []byte(strings.Replace(string(text), line, "", 1)), 0o600) //nolint:gosec // the harness made the folder
}
