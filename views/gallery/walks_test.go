package gallery_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"payapp/views/gallery"
)

func TestWalksInOrder(t *testing.T) {
	pictures := fstest.MapFS{
		"PROMPTPAY/phone/02-instructions.png": {Data: []byte("second")},
		"PROMPTPAY/phone/01-details.png":      {Data: []byte("first")},
		"PROMPTPAY/desktop/01-details.png":    {Data: []byte("other")},
		"PROMPTPAY/phone/notes.txt":           {Data: []byte("no picture")},
	}
	server := httptest.NewServer(gallery.Handler(setup(t), pictures, nil))
	t.Cleanup(server.Close)
	index := get(t, server.URL+"/walks/", http.StatusOK)
	last := -1
	for _, want := range []string{"PROMPTPAY/desktop", "PROMPTPAY/phone", "01-details", "02-instructions"} {
		at := last + 1 + strings.Index(index[last+1:], want)
		if at <= last {
			t.Errorf("%s isn't there, or not in order", want)
		}
		last = at
	}
	if strings.Contains(index, "notes") {
		t.Error("what is no picture is shown")
	}
	if got := get(t, server.URL+"/walks/PROMPTPAY/phone/02-instructions.png", http.StatusOK); got != "second" {
		t.Errorf("the picture is %q", got)
	}
}

func TestNoWalksYet(t *testing.T) {
	if _, err := gallery.Walks(fstest.MapFS{}); !errors.Is(err, gallery.ErrNoWalks) {
		t.Errorf("the error is %v", err)
	}
	server := httptest.NewServer(gallery.Handler(setup(t), fstest.MapFS{}, nil))
	t.Cleanup(server.Close)
	if said := get(t, server.URL+"/walks/", http.StatusOK); !strings.Contains(said, "go test ./e2e") {
		t.Errorf("nobody says how to take them: %s", said)
	}
}

func get(t *testing.T, address string, status int) string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode != status {
		t.Errorf("%s answers %d, want %d", address, response.StatusCode, status)
	}
	return string(body)
}
