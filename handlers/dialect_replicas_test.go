package handlers_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"payapp/internal/application"
	"payapp/internal/testing/dialect"
)

// sharedStore is a redis-server for this test alone.
func sharedStore(t *testing.T) (address string) {
	t.Helper()
	folder, err := os.MkdirTemp("", "payapp") //nolint:usetesting // a socket's path must be short
	if err != nil {
		t.Fatal(err)
	}
	socket := filepath.Join(folder, "redis")
	server := exec.Command("redis-server", "--port", "0", "--unixsocket", socket, "--save", "", "--dir", folder, "--daemonize", "no")
	if err := server.Start(); err != nil {
		t.Fatalf("%v: `make setup` installs it", err)
	}
	t.Cleanup(func() {
		_ = server.Process.Kill()
		_ = server.Wait()
		_ = os.RemoveAll(folder)
	})
	return "unix://" + socket
}

// post holds reads of a payment: each is answered as the payment was when it came,
// when its test says so.
type post struct {
	mu      sync.Mutex
	holding bool
	held    chan func() // lets the answer go
}

func (p *post) between(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.mu.Lock()
		holding := p.holding && r.Method == http.MethodGet && r.URL.Path != "/merchant-info"
		p.mu.Unlock()
		if !holding {
			next.ServeHTTP(w, r)
			return
		}
		answer := httptest.NewRecorder()
		answer.Header().Set("Date", w.Header().Get("Date"))
		next.ServeHTTP(answer, r)
		sent := make(chan struct{})
		select {
		case p.held <- sync.OnceFunc(func() { close(sent) }):
		case <-r.Context().Done():
			return
		}
		select {
		case <-sent:
		case <-r.Context().Done():
			return
		}
		for name, values := range answer.Header() {
			w.Header()[name] = values
		}
		w.WriteHeader(answer.Code)
		_, _ = w.Write(answer.Body.Bytes())
	})
}

func (p *post) hold(on bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.holding = on
}

// Three processes that share a store ask while a payment is made. An answer that is
// older, however late it comes, takes back nothing: neither where it arrives, nor in
// the store, nor at another process.
func TestAnswersInAnotherOrderAtThreeReplicas(t *testing.T) {
	runBeside(t)
	store := sharedStore(t)
	shares := func(cfg *application.Config) { cfg.StoreURL = store }
	b := newBabel(t, shares)
	replicas := []http.Handler{*b.serves.Load(), b.replica(shares), b.replica(shares)}
	mail := &post{held: make(chan func())}
	between := mail.between
	b.between.Store(&between)
	m := methodOf(t, "PROMPTPAY", "THB")
	for _, newest := range []struct {
		words [3]string // when each process asks
		order [3]int    // in which they hear
		want  string
	}{
		{[3]string{"PENDING", "PROCESSING", "SUCCESS"}, [3]int{2, 1, 0}, "success"},
		{[3]string{"PENDING", "SUCCESS", "PENDING"}, [3]int{1, 2, 0}, "success"},
		{[3]string{"PENDING", "REFUSED", "PENDING"}, [3]int{1, 0, 2}, "failed"},
		{[3]string{"PENDING", "EXPIRED", "SUCCESS"}, [3]int{2, 0, 1}, "success"},
		{[3]string{"PENDING", "PROCESSING", "PENDING"}, [3]int{2, 0, 1}, "pending"},
	} {
		b.serves.Store(&replicas[0])
		customer, p, id := b.pays(t, m, dialect.Dialect{})
		path := p.URL.Path
		for i := range replicas { // each knows it
			b.clock.advance(3 * time.Second)
			b.serves.Store(&replicas[i])
			customer.Do(http.MethodPost, path+"/refresh", nil).Want(200, "instructions")
		}
		mail.hold(true)
		var letGo [3]func()
		var asked sync.WaitGroup
		for i := range replicas {
			b.clock.advance(3 * time.Second)
			b.gateway.Say(id, newest.words[i], "")
			// Each is another browser of this customer, with what it was told so far.
			person := b.copied(customer, path, id, replicas[i])
			asked.Go(func() { person.Do(http.MethodPost, path+"/refresh", nil) })
			letGo[i] = <-mail.held
		}
		for _, i := range newest.order {
			letGo[i]()
		}
		mail.hold(false)
		asked.Wait()
		for range 2 {
			for i := range replicas {
				b.clock.advance(time.Second)
				b.serves.Store(&replicas[i])
				if p := customer.Get(path); p.Hook("status") != newest.want {
					t.Errorf("%v heard in the order %v: process %d says %s, want %s", newest.words, newest.order, i, p.Hook("status"), newest.want)
				}
			}
		}
	}
}
