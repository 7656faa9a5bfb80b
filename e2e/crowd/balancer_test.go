package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"payapp/e2e/internal/harness"
)

// Every request reaches a live replica, with its whole body.
func TestBalancerPassesDeadReplicas(t *testing.T) {
	var alive sync.Map
	up := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		alive.Store(string(body)+r.Header.Get("X-Forwarded-For"), true)
		_, _ = io.WriteString(w, r.Host)
	}))
	defer up.Close()
	replicas := []*replica{{address: free(t)}, {address: strings.TrimPrefix(up.URL, "http://")}, {address: free(t)}}
	front := free(t)
	b, err := startBalancer(front, replicas)
	if err != nil {
		t.Fatal(err)
	}
	defer b.stop()
	var askers sync.WaitGroup
	for range 30 {
		askers.Go(func() {
			request, _ := http.NewRequest(http.MethodPost, "http://"+front+"/", strings.NewReader("form "))
			request.Header.Set("X-Forwarded-For", "198.18.0.1")
			response, err := http.DefaultClient.Do(request)
			if err != nil {
				t.Error(err)
				return
			}
			defer response.Body.Close()
			if host, _ := io.ReadAll(response.Body); response.StatusCode != 200 || string(host) != front {
				t.Errorf("got %s, host %q", response.Status, host)
			}
		})
	}
	askers.Wait()
	if _, ok := alive.Load("form 198.18.0.1"); !ok {
		t.Error("the form or the customer's address was lost")
	}
}

func free(t *testing.T) string {
	t.Helper()
	address, err := harness.FreePort()
	if err != nil {
		t.Fatal(err)
	}
	return address
}
