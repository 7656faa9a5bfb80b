package replicas

import (
	"context"
	"errors"
	"io"
	"math"
	"net"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"payapp/internal/gateway/limiter"
	"payapp/internal/known"
)

// Fault 58: a store that accepts connections and never answers counts as gone,
// and nobody waits for it longer than storePatience.
func TestFault58_StoreIsSlow(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("unix", socket(t))
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() { _, _ = io.Copy(io.Discard, conn) }()
		}
	}()

	r := startReplica(t, "unix://"+listener.Addr().String(), plainVault{"key"})
	// This doesn't measure time: machines stand still at times.
	var seen atomic.Int64
	r.arbiter.client.AddHook(beforeEach(func(ctx context.Context, cmd redis.Cmder) {
		if deadline, ok := ctx.Deadline(); !ok || time.Until(deadline) > storePatience {
			t.Errorf("%s has no deadline, or a late one: %v", cmd.Name(), deadline)
		}
		seen.Add(1)
	}))
	every := map[string]func() error{
		"grant": func() error {
			_, _, _, err := r.arbiter.Grant("M", limiter.Lanes(limiter.LaneCreation))
			return err
		},
		"settle":  func() error { return r.arbiter.Settle("M", limiter.Slot{ID: slotShared}, time.Second) },
		"slow":    func() error { return r.arbiter.Slow("M", time.Second) },
		"put":     func() error { return r.queue.Put(newClock().watched("a", 0)) },
		"claim":   func() error { _, _, _, err := r.queue.Claim("M"); return err },
		"done":    func() error { return r.queue.Done(newClock().watched("a", 0)) },
		"drop":    func() error { return r.queue.Drop(newClock().watched("a", 0)) },
		"nudge":   func() error { _, err := r.queue.Nudge("ref"); return err },
		"load":    func() error { _, _, err := r.news.Load(someKey("p")); return err },
		"save":    func() error { _, err := r.news.Save(someKey("p"), known.Payment{}); return err },
		"options": func() error { _, _, err := r.news.LoadOptions("key"); return err },
		"probe":   func() error { _, err := r.arbiter.probe(); return err },
		"beat":    func() error { _, err := r.arbiter.beat(beatShare, 1, nil); return err },
		"join":    func() error { return r.arbiter.join(1, nil) },
	}
	for name, call := range every {
		if err := call(); !errors.Is(err, errStore) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if n := seen.Load(); n < int64(len(every)) {
		t.Errorf("%d commands seen", n)
	}

	// Pages continue: they load nothing, and what they save is kept here.
	if got, ok := r.Load(someKey("p")); ok {
		t.Errorf("load: %+v", got)
	}
	r.Save(someKey("p"), known.Payment{})
	if r.unsaved.Len() != 1 {
		t.Error("save: nothing is kept")
	}
	until(t, "by itself", func() bool { return r.is() == apart })
	if shared := <-r.told; shared {
		t.Error("told that it shares")
	}
	now := time.Now()
	c := &clock{now}
	r.Replica.Put(c.watched("a", 0))
	if got := claimed(t, r.Replica).IDPayin; got != "a" {
		t.Errorf("claimed %s", got)
	}
	slots, _ := take(t, r.Replica, limiter.Lanes(limiter.LaneCreation))
	if len(slots) != testRate/aloneShare {
		t.Errorf("%d slots, want the share of a replica that knows of nobody", len(slots))
	}
}

func socket(t *testing.T) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "payapp") //nolint:usetesting // a socket's path must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	return filepath.Join(folder, "socket")
}

// wire is a connection to a store that can be cut.
type wire struct {
	net.Listener
	to  string
	mu  sync.Mutex
	cut bool
	all []net.Conn
}

func newWire(t *testing.T, to string) *wire {
	t.Helper()
	listener, err := net.Listen("unix", socket(t))
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{Listener: listener, to: to}
	var ended sync.WaitGroup
	ended.Go(func() {
		for {
			conn, err := w.Accept()
			if err != nil {
				return
			}
			ended.Go(func() { w.lead(conn) })
		}
	})
	t.Cleanup(func() {
		_ = listener.Close()
		w.set(true)
		ended.Wait()
	})
	return w
}

func (w *wire) lead(conn net.Conn) {
	defer conn.Close()
	store, err := net.Dial("unix", w.to)
	if err != nil {
		return
	}
	defer store.Close()
	w.mu.Lock()
	cut := w.cut
	w.all = append(w.all, conn, store)
	w.mu.Unlock()
	if cut {
		return
	}
	var ended sync.WaitGroup
	ended.Go(func() { _, _ = io.Copy(conn, store); _ = conn.Close() })
	_, _ = io.Copy(store, conn)
	_ = store.Close()
	ended.Wait()
}

func (w *wire) set(cut bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cut = cut
	for _, conn := range w.all {
		_ = conn.Close()
	}
	w.all = nil
}

// One replica is cut off from a store that the others still reach. They leave
// it its share until it is presumed dead.
func TestFailoverOneCutOff(t *testing.T) {
	t.Parallel()
	server := startRedis(t)
	others := server.replicas(2)
	w := newWire(t, server.socket)
	one := startReplica(t, "unix://"+w.Addr().String(), plainVault{"key"})
	until(t, "all share", all(append(others, one), sharing))
	until(t, "shares are agreed", agreed(append(others, one)))
	g := crowd(t, append(others, one)...)
	g.cutOff(t, one, w, func() {
		until(t, "by itself", all([]*replica{one}, apart))
		g.more(t, []*replica{one}, 3)
	})
	until(t, "all share again", all(append(others, one), sharing))
	g.more(t, []*replica{one}, 2)
}

// lastBeat is a time before the store stamped the replica's last beat: that of the
// answer to the one before. share is what it sends by itself, in whole requests.
func (r *replica) lastBeat() (before time.Time, share int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.counts[max(0, len(r.counts)-2)].at, int(math.Ceil(r.own()))
}

// cutOff lets one replica lose the store during meanwhile. The others leave it
// its share until it is presumed dead. On a slow machine that may come too
// early; then the test allows its share on top of the rate.
func (g *fakeGateway) cutOff(t *testing.T, r *replica, w *wire, meanwhile func()) {
	t.Helper()
	begun, share := r.lastBeat()
	w.set(true)
	meanwhile()
	w.set(false)
	back := time.Now()
	until(t, "the others know", func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		return len(r.counts) > 0 && r.counts[len(r.counts)-1].at.After(back)
	})
	if time.Since(begun) > memberGone {
		g.rate += share
	}
}
