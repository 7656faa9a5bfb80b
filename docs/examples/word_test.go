package examples

import (
	"net"
	"strings"
	"testing"
)

// A word that a shop doesn't know starts no shop, and is named; --help says what
// there is, without any setting.
func TestShopsRefuseWordsThatTheyDoNotKnow(t *testing.T) {
	everywhere(t, func(w *world) {
		for _, word := range []string{"refnd", "--port"} {
			if said, ok := w.run(word); ok || !strings.Contains(said, `"`+word+`" isn't known here`) || strings.Count(said, "\n") != 1 {
				w.Errorf("%s: got %q", word, said)
			}
		}
		if said, ok := w.runWith("KEY=none.pem", "--help"); !ok || !strings.Contains(said, "refund ORDER BANK NUMBER NAME") {
			w.Errorf("--help: got %q", said)
		}
	})
}

// A taken port is told in a sentence with the setting to change. PHP's own server
// tells it itself.
func TestShopsTellOfATakenPort(t *testing.T) {
	everywhere(t, func(w *world) {
		if w.language == "php" {
			return
		}
		taken, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			w.Fatal(err)
		}
		defer taken.Close()
		said, ok := w.runWith("ADDR=" + taken.Addr().String())
		if ok || !strings.Contains(said, "ADDR: the shop can't listen at "+taken.Addr().String()) || strings.Count(said, "\n") != 1 {
			w.Errorf("got %q", said)
		}
	})
}
