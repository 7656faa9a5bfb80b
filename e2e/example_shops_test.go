package e2e

import (
	"bufio"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"maps"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"payapp/e2e/kit"
	"payapp/internal/testing/thirds"
)

// shopCommands start the example shops, each in a folder with its file and its key,
// as docs/merchants.md says. Go's is built before: a `go run` that is killed leaves it.
var shopCommands = map[string]struct{ file, command string }{
	"go":     {"go/shop.go", "./shop"},
	"node":   {"node/shop.mjs", "node shop.mjs"},
	"python": {"python/shop.py", "python3 shop.py"},
	"php":    {"php/shop.php", "php -S 127.0.0.1:0 shop.php"},
}

// Customers of the example shops pay in a browser, which judges the shops' own pages.
// docs/examples tests the same shops without one, each in every way.
func TestExampleShops(t *testing.T) {
	begin(t)
	for _, language := range thirds.Part(t, slices.Sorted(maps.Keys(shopCommands))) {
		t.Run(language, func(t *testing.T) {
			begin(t)
			startShop(t, language).walkToPaid(t)
		})
	}
}

func (s *exampleShop) walkToPaid(t *testing.T) {
	b := s.open(t, customer{Device: phone})
	b.buy()
	b.payByPhone()
	receipt := b.mail("is paid")
	r := open(t, customer{Device: desktop})
	r.Observer.Allow(receipt.String(), receipt.Query().Get("token"))
	r.Visit(receipt.String())
	r.AwaitStatus("success")
}

// shopper is a customer of an example shop, and their e-mails.
type shopper struct {
	*tab
	shop    *exampleShop
	address string // of their e-mails
}

// open is a browser of a customer of this shop.
func (s *exampleShop) open(t *testing.T, c customer) *shopper {
	t.Helper()
	b := open(t, c)
	b.Observer.Belongs(theWorld.App, theWorld.Sandbox+"/", s.url+"/")
	return &shopper{b, s, strings.ToLower(rand.Text()) + "@shop.example"}
}

// buy orders the shop's product, which leads to the payment page.
func (b *shopper) buy() {
	b.t.Helper()
	b.Visit(b.shop.url + "/")
	b.wantShop("shop")
	b.InspectAll()
	b.Fill("email", b.address)
	b.Observer.FromShop()
	b.Press("main button")
	b.Want("options")
}

// payByPhone pays what the payment page asks for with the phone, and goes back.
func (b *shopper) payByPhone() {
	b.t.Helper()
	b.Pay(promptPay)
	b.Want("instructions")
	b.Play("/scan/"+b.Observer.Sent().Get("idPayin"), "pay")
	b.WaitStatus("success")
	b.Press("a" + action("return"))
	b.wantShop("paid")
	b.InspectAll()
}

// wantShop waits for a page of the shop. One that waits for news comes anew by itself.
func (b *shopper) wantShop(state string) {
	b.t.Helper()
	b.Until("the shop's page "+state, `document.readyState == "complete" && location.href.startsWith(`+kit.Quoted(b.shop.url+"/")+`) &&
		document.querySelector("main")?.dataset.state == `+kit.Quoted(state))
}

// mail waits for an e-mail with these words, and returns its link.
func (b *shopper) mail(says string) *url.URL {
	b.t.Helper()
	hangs := time.After(kit.Patience)
	for {
		said, more := b.shop.said()
		for _, line := range said {
			if strings.HasPrefix(line, "e-mail to "+b.address+": ") && strings.Contains(line, says) {
				link, err := url.Parse(regexp.MustCompile(`https?://\S+`).FindString(line))
				if err != nil {
					b.t.Fatal(err)
				}
				return link
			}
		}
		select {
		case <-more:
		case <-hangs:
			b.t.Fatalf("no e-mail says %q; the shop said\n%s", says, b.Observer.Mask(strings.Join(said, "\n")))
		}
	}
}

// exampleShop is a running shop.
type exampleShop struct {
	url string

	mu    sync.Mutex
	lines []string      // of its terminal
	more  chan struct{} // closed when there is another
}

func (s *exampleShop) said() (lines []string, more <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lines, s.more
}

// shopKey is the merchant's, registered with the sandbox of all suites.
var shopKey = sync.OnceValues(func() (private []byte, err error) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return nil, err
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	public, err := x509.MarshalPKIXPublicKey(&key.PublicKey)
	if err != nil {
		return nil, err
	}
	response, err := theWorld.HTTP.PostForm(theWorld.Sandbox+"/console/keys", url.Values{
		"merchantCode": {"DEMO"}, "pem": {string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: public}))},
	})
	if err != nil {
		return nil, err
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), response.Body.Close()
})

// startShop starts an example shop in a folder of its own, behind a proxy, whose
// address is known before. It ends with the test.
func startShop(t *testing.T, language string) *exampleShop {
	t.Helper()
	key, err := shopKey()
	if err != nil {
		t.Fatal(err)
	}
	shop, folder := shopCommands[language], t.TempDir()
	source, err := os.ReadFile(filepath.Join("../docs/examples", shop.file))
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{filepath.Base(shop.file): source, "key.pem": key} {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	command := func(line string) *exec.Cmd {
		words := strings.Fields(line)
		c := exec.CommandContext(t.Context(), words[0], words[1:]...)
		c.Dir = folder
		return c
	}
	if language == "go" {
		if said, err := command("go build -o shop shop.go").CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, said)
		}
	}
	var behind *url.URL
	front := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(behind) }})
	t.Cleanup(front.Close)
	process := command(shop.command)
	process.Env = append(os.Environ(), "GATEWAY="+theWorld.Sandbox, "APP="+theWorld.App, "ADDR=127.0.0.1:0", "SHOP_URL="+front.URL)
	terminal, err := process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	process.Stderr = process.Stdout // PHP tells its address there
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	s, began, silent := &exampleShop{url: front.URL, more: make(chan struct{})}, make(chan *url.URL, 1), make(chan struct{})
	go func() {
		defer close(silent)
		s.listen(bufio.NewScanner(terminal), began)
	}()
	t.Cleanup(func() {
		<-silent // the context has ended
		_ = process.Wait()
	})
	select {
	case behind = <-began:
	case <-silent:
		t.Fatalf("the shop doesn't start: %s", strings.Join(s.lines, "\n"))
	}
	return s
}

// listen keeps what the shop prints. The first address is its own.
func (s *exampleShop) listen(terminal *bufio.Scanner, began chan<- *url.URL) {
	for terminal.Scan() {
		if address, err := url.Parse(regexp.MustCompile(`http://[\d.:]+`).FindString(terminal.Text())); err == nil && address.Port() != "" && began != nil {
			began <- address
			began = nil
		}
		s.mu.Lock()
		s.lines = append(s.lines, terminal.Text())
		close(s.more)
		s.more = make(chan struct{})
		s.mu.Unlock()
	}
}
