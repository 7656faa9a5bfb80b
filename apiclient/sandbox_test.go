package apiclient_test

import (
	"net/http/httptest"
	"testing"

	"payapp/sandbox"
)

// startSandbox starts a gateway for one test; url is its address.
func startSandbox(t testing.TB, config sandbox.Config) (box *sandbox.Sandbox, url string) {
	t.Helper()
	box, err := sandbox.New(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(box.Handler())
	t.Cleanup(func() {
		server.Close()
		if err := box.Close(); err != nil {
			t.Error(err)
		}
	})
	return box, server.URL
}
