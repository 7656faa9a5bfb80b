package upstream_test

import (
	"fmt"
	"hash/crc32"
	"log/slog"
	"math"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"payapp/apiclient"
	"payapp/internal/upstream"
)

// scenario is one crowd. At each merchant a newcomer comes every two seconds,
// and as often one of the waiting customers pays.
type scenario struct {
	name     string
	watchers int // of all merchants, at the start
	shops    int
	junk     []string // addresses that forge tokens of the first merchant
	junkRate float64  // of each address, in links a second
	rush     int      // newcomers who come at once to each merchant
	// carrier is how many addresses all newcomers share, 0 = each has its own;
	// refused links come from them too, so many a second.
	carrier int
	refused float64
	// rotating is how many forged links of the first merchant come a second, each
	// from another address. Its own newcomers aren't measured.
	rotating float64
	looks    int           // status links of each merchant that are opened within ten seconds
	stall    time.Duration // each half minute the gateway's line holds all requests for so long
	outage   time.Duration
	// replicas that share a store; 0 = one without. The first is so far from it, there
	// and back, and up to so much later each way; the others are beside it. It is away for a while, and forgets all.
	replicas  int
	far       time.Duration
	late      time.Duration
	skewed    int // all but so many of the watchers are at the first
	storeAway time.Duration
	pays      int  // press Pay at each merchant a moment before
	restart   bool // all watchers lose their streams and open them again at once
	measured  time.Duration
	// pagesOnly ends the run without waiting for everybody who paid to see it.
	pagesOnly bool
}

const newcomerEvery = 2 * time.Second

// run is one scenario being run.
type run struct {
	scenario
	gateways []*upstream.Client // of the replicas
	store    *simulatedStore
	fake     *simulated
	people   atomic.Int64
	began    time.Time
	all      sync.WaitGroup // goroutines of the customers

	mu       sync.Mutex
	random   *rand.Rand
	unpaid   [][]*payment // by merchant
	measure  bool
	ended    bool
	watching int // open streams
	changed  time.Time
	awaited  int // customers who have paid and don't know
	backAt   time.Time
	m        measures
}

// newGateways are the replicas' clients.
func newGateways(t *testing.T, s scenario, fake *simulated, store *simulatedStore) (all []*upstream.Client) {
	t.Helper()
	config := upstream.Config{Rate: rateLimit, Logger: slog.New(slog.DiscardHandler)}
	if s.replicas == 0 {
		return []*upstream.Client{newGateway(t, fake, config)}
	}
	config.Store, config.Vault = "redis://127.0.0.1", upstream.OpenVault{}
	for n := range s.replicas {
		config.Dial = store.from(0, 0)
		if n == 0 {
			config.Dial = store.from(s.far, s.late)
		}
		all = append(all, newGateway(t, fake, config))
	}
	return all
}

func newGateway(t *testing.T, fake *simulated, config upstream.Config) *upstream.Client {
	t.Helper()
	api, err := apiclient.New(apiclient.Config{
		BaseURL: "https://gateway.example", Transport: fake, Logger: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	client, err := upstream.New(api, config)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// simulate runs a scenario to its end, inside a bubble of testing/synctest.
func simulate(t *testing.T, s scenario) measures {
	t.Helper()
	fake, store := newSimulated(), newSimulatedStore()
	r := &run{
		scenario: s, fake: fake, store: store, gateways: newGateways(t, s, fake, store), random: rand.New(rand.NewPCG(3, 4)), began: time.Now(), changed: time.Now(),
		unpaid: make([][]*payment, s.shops),
	}
	for i := range s.watchers {
		r.watch(r.oldCustomer(i%s.shops, r.age()))
	}
	time.Sleep(r.settling())
	if s.restart {
		r.startAgain(t)
	}
	for _, address := range s.junk {
		r.all.Go(func() { r.stranger(0, address, s.junkRate) })
	}
	for i := range s.carrier {
		if s.refused > 0 {
			r.all.Go(func() { r.stranger(0, r.shared(i), s.refused/float64(s.carrier)) })
		}
	}
	if s.rotating > 0 {
		r.all.Go(func() { r.stranger(0, "", s.rotating) })
	}
	if s.stall > 0 {
		r.all.Go(r.stalls)
	}
	for shop := range s.shops {
		r.all.Go(func() { r.street(shop) })
	}
	time.Sleep(warmUp)
	r.begin()
	if s.outage > 0 {
		r.all.Go(r.breakDown)
	}
	if s.storeAway > 0 {
		r.all.Go(r.storeAccident)
	}
	for shop := range s.shops {
		for range s.rush {
			r.all.Go(func() { r.newCustomer(shop) })
		}
	}
	for shop := range s.shops {
		for n := range s.looks {
			r.all.Go(func() { r.look(shop, time.Duration(n)*10*time.Second/time.Duration(s.looks)) })
		}
	}
	time.Sleep(s.measured)
	return r.end()
}

// warmUp is how long newcomers and strangers come before anything is measured.
const warmUp = time.Minute

// settling is how long it takes until the crowd, which came all at once, takes
// turns evenly. It depends on the longest read interval.
func (r *run) settling() time.Duration {
	if r.pagesOnly {
		return 0
	}
	return min(2*r.cycle(), 4*time.Minute)
}

// age is how long an old customer has already waited: longer in larger crowds,
// rarely above an hour.
func (r *run) age() time.Duration {
	mean := min(time.Duration(r.watchers/r.shops)*newcomerEvery, 30*time.Minute)
	return time.Duration(-math.Log(1-r.random.Float64()) * float64(mean))
}

// street brings customers to a merchant, and makes as many pay.
func (r *run) street(shop int) {
	time.Sleep(time.Duration(r.number(int(newcomerEvery))))
	for !r.over() {
		r.all.Go(func() { r.newCustomer(shop) })
		r.payOne(shop)
		time.Sleep(newcomerEvery)
	}
}

// startAgain replaces the process: what the old one knew is lost.
func (r *run) startAgain(t *testing.T) {
	r.close()
	time.Sleep(2 * time.Second)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.gateways = newGateways(t, r.scenario, r.fake, r.store)
	for _, shop := range r.unpaid {
		for _, p := range shop {
			r.open(p)
		}
	}
}

func (r *run) close() {
	for _, g := range r.gateways {
		g.Close()
	}
}

// gateway is that of the replica to which a customer comes.
func (r *run) gateway(caller upstream.Caller) *upstream.Client {
	if r.skewed > 0 && strings.Contains(caller.Token.Reveal(), "known") {
		return r.gateways[min(1, int(crc32.ChecksumIEEE([]byte(caller.Token.Reveal()))%uint32(r.watchers))/(r.watchers-r.skewed))]
	}
	return r.gateways[crc32.ChecksumIEEE([]byte(caller.Token.Reveal()))%uint32(len(r.gateways))]
}

// breakDown makes the gateway answer nobody for a while. What is paid meanwhile
// can be seen once it is back.
func (r *run) breakDown() {
	r.fake.breakDown(true)
	r.mu.Lock()
	r.backAt = time.Now().Add(r.outage)
	r.mu.Unlock()
	time.Sleep(r.outage)
	r.fake.breakDown(false)
}

// stalls holds all requests for a while, again and again.
func (r *run) stalls() {
	for !r.over() {
		time.Sleep(30 * time.Second)
		r.fake.hold(r.stall)
	}
}

// down reports whether the gateway answers nobody, or did a moment ago.
func (r *run) down() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return time.Now().Before(r.backAt.Add(breakerOver))
}

// breakerOver is how long after an outage calls may be rejected.
const breakerOver = 5 * time.Second

// cycle is roughly how long it takes to read all payments of a merchant.
func (r *run) cycle() time.Duration {
	return time.Duration(r.watchers/r.shops) * time.Second / (rateLimit - 2)
}

func (r *run) over() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.ended
}

// number is a random number below n.
func (r *run) number(n int) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.random.IntN(n)
}

// shared is one of a carrier's addresses.
func (r *run) shared(i int) string { return fmt.Sprintf("203.0.113.%d", i%r.carrier) }

// strangersFrom are n addresses; with oneLine, networks of one IPv6 /56.
func strangersFrom(n int, oneLine bool) []string {
	var addresses []string
	for i := range n {
		if oneLine {
			addresses = append(addresses, fmt.Sprintf("2001:db8:0:%x::1", i))
		} else {
			addresses = append(addresses, fmt.Sprintf("198.51.100.%d", i))
		}
	}
	return addresses
}
