package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"payapp/e2e/crowd/internal/machine"
	"payapp/e2e/crowd/internal/shop"
	"payapp/e2e/crowd/internal/town"
	"payapp/e2e/crowd/internal/watchers"
)

// Sizes of the fleet. The watchers of a shop are more than its rate serves.
const (
	fleetReplicas = 10
	fleetShops    = 60
	fleetWatchers = 40 // of each shop
	fleetWindow   = 30 * time.Second
	fleetCPU      = 350 * time.Microsecond // of the store, a poll
	fleetCommands = 5.0                    // to the store, a poll
)

// fleet are replicas with a store, and watchers of many shops spread over them.
type fleet struct {
	*scene
	stores []*machine.Redis
	crowd  *watchers.Crowd
}

// runTenReplicas measures what a poll costs one store.
func runTenReplicas(ctx context.Context, s *session, f flags) ([]row, error) {
	store, err := machine.StartRedis(ctx, s.logs)
	if err != nil {
		return nil, err
	}
	defer store.Kill()
	t, rows, err := s.openFleet(ctx, "redis://"+store.Address+"/0", []*machine.Redis{store}, f)
	if t != nil {
		defer t.close()
	}
	return rows, err
}

// runCluster measures the same with a cluster, and then kills one of its nodes.
func runCluster(ctx context.Context, s *session, f flags) ([]row, error) {
	nodes, err := machine.StartCluster(ctx, s.logs, 3)
	if err != nil {
		return nil, err
	}
	defer func() {
		for _, node := range nodes {
			node.Kill()
		}
	}()
	t, rows, err := s.openFleet(ctx, machine.ClusterURL(nodes), nodes, f)
	if t != nil {
		defer t.close()
	}
	if err != nil {
		return rows, err
	}
	more, err := t.loseNode(ctx, nodes[1])
	return append(rows, more...), err
}

func (t *fleet) close() {
	t.crowd.Stop()
	t.Close()
}

// openFleet starts it, lets everybody watch, and measures.
func (s *session) openFleet(ctx context.Context, store string, stores []*machine.Redis, f flags) (*fleet, []row, error) {
	scene, err := s.openPlan(ctx, town.Plan{Replicas: fleetReplicas, Apart: true, Stub: true, Extra: []string{"PAYAPP_REDIS_URL=" + store}})
	if err != nil {
		return nil, nil, err
	}
	t := &fleet{scene, stores, watchers.New(ctx)}
	t.crowd.Still = true
	if err := t.Measure(ctx); err != nil {
		return t, nil, err
	}
	watchers := cmp.Or(f.watchers, fleetShops*fleetWatchers)
	stop := t.often(ctx, func() {
		t.Say("%d of %d streams are open, %d calls so far", t.crowd.Open.Load(), watchers, t.Gateway.Count())
	})
	defer stop()
	var group errgroup.Group
	group.SetLimit(60) // pages that are in line take a while
	for i := range watchers {
		group.Go(func() error {
			c := t.customerAt(i, "watched")
			c.Link = c.Order.StatusURL
			err := c.Get(ctx, c.Link)
			if err == nil {
				t.crowd.Join(c)
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return t, nil, err
	}
	machine.Pause(ctx, 15*time.Second)
	rows, err := t.costs(ctx)
	return t, rows, err
}

// customerAt is one of all shops' and replicas' customers in turn.
func (t *fleet) customerAt(i int, kind string) *town.Customer {
	merchant := fmt.Sprintf("SHOP-%d", i%fleetShops)
	public := t.Replicas[i/fleetShops%fleetReplicas].Public
	return town.NewCustomer(t.Browser, town.AddressOf(i), shop.Forged(public, merchant, fmt.Sprintf("%s-%d", kind, i)))
}

// fleetUsage is what everything has used so far.
type fleetUsage struct {
	calls    int
	replicas machine.Usage // all together
	stores   []machine.StoreUsage
}

func (t *fleet) usage(ctx context.Context) (u fleetUsage, err error) {
	u.calls = t.Gateway.Count()
	for _, r := range t.Replicas {
		one, err := r.Usage()
		if err != nil {
			return u, err
		}
		u.replicas.CPU += one.CPU
		u.replicas.Resident += one.Resident
		u.replicas.Files += one.Files
	}
	for _, store := range t.stores {
		one, err := store.StoreUsage(ctx)
		if err != nil {
			return u, err
		}
		u.stores = append(u.stores, one)
	}
	return u, nil
}

// costs measures a window, and then what the replicas send to the store.
func (t *fleet) costs(ctx context.Context) ([]row, error) {
	began := time.Now()
	before, err := t.usage(ctx)
	if err != nil {
		return nil, err
	}
	gone := 0
	for i := range fleetWindow / time.Second {
		machine.Pause(ctx, time.Until(began.Add((i+1)*time.Second))) //nolint:durationcheck // i counts
		apart, err := t.apart(ctx)
		if err != nil {
			return nil, err
		}
		gone += apart
		if i%5 == 4 {
			t.Say("measuring: %d calls", t.Gateway.Count()-before.calls)
		}
	}
	after, err := t.usage(ctx)
	if err != nil {
		return nil, err
	}
	seconds, polls := time.Since(began).Seconds(), after.calls-before.calls
	shops := slices.Sorted(maps.Values(t.Gateway.Merchants(began)))
	if polls == 0 || len(shops) == 0 {
		return nil, fmt.Errorf("no polls in %s", fleetWindow)
	}
	commands, scripts, monitored, err := t.monitor(ctx)
	if err != nil {
		return nil, err
	}
	var cpu time.Duration
	var received, sent, memory, connections int64
	var shares []string
	for i, u := range after.stores {
		cpu += u.CPU - before.stores[i].CPU
		received += u.Received - before.stores[i].Received
		sent += u.Sent - before.stores[i].Sent
		memory += u.Memory
		connections += u.Connections
	}
	for i, u := range after.stores {
		shares = append(shares, fmt.Sprintf("%.0f %% of CPU, %.0f %% of received",
			100*float64(u.CPU-before.stores[i].CPU)/float64(cpu), 100*float64(u.Received-before.stores[i].Received)/float64(received)))
	}
	each := float64(commands) / float64(max(monitored, 1))
	perSecond := func(n int) float64 { return float64(n) / seconds }
	lines := t.complaints()
	rows := []row{
		told("streams, replicas, shops", "%d, %d, %d", t.crowd.Open.Load(), len(t.Replicas), len(shops)),
		told("polls a second; of a shop: fewest, middle, most", "%.0f; %.1f, %.1f, %.1f",
			perSecond(polls), perSecond(shops[0]), perSecond(shops[len(shops)/2]), perSecond(shops[len(shops)-1])),
		atMost("CPU of the store, a poll", cpu/time.Duration(polls), polls, fleetCPU),
		wanted("commands to the store, a poll", fmt.Sprintf("%.1f, %.1f of them scripts", each, float64(scripts)/float64(max(monitored, 1))),
			fmt.Sprintf("<= %.0f", fleetCommands), each <= fleetCommands),
		told("bytes a poll, to and from the store", "%d, %d", received/int64(polls), sent/int64(polls)),
		told("memory and connections of the store", "%.1f MB, %d", float64(memory)/(1<<20), connections),
		told("CPU of the replicas, a poll", "%s", round((after.replicas.CPU-before.replicas.CPU)/time.Duration(polls))),
		told("a replica: memory, open files", "%d MB, %d",
			after.replicas.Resident>>20/int64(len(t.Replicas)), after.replicas.Files/len(t.Replicas)),
		none("times that a replica had no store, of 300 looked at", gone),
		wanted("log lines about the store", counted(lines), "none", !slices.ContainsFunc(slices.Collect(maps.Keys(lines)), aboutStore)),
	}
	if len(shares) > 1 {
		least := cpu
		for i, u := range after.stores {
			least = min(least, u.CPU-before.stores[i].CPU)
		}
		rows = append(rows, wanted("each node's share", strings.Join(shares, "; "), "each >= 15 % of CPU", least >= cpu*15/100))
	}
	costs := unitCosts{
		storeCPU: cpu / time.Duration(polls), replicaCPU: (after.replicas.CPU - before.replicas.CPU) / time.Duration(polls),
		commands: each, storeBytes: (received + sent) / int64(polls), storeMemory: memory / max(t.crowd.Open.Load(), 1),
	}
	rows = append(rows, t.rateRows()...)
	return append(append(rows, costs.scaled(1_000)...), costs.scaled(100_000)...), nil
}

// monitor counts the replicas' commands to all stores, and the calls meanwhile.
func (t *fleet) monitor(ctx context.Context) (commands, scripts, calls int, err error) {
	const span = 4 * time.Second
	for _, store := range t.stores { // one after the other, to cost less
		before := t.Gateway.Count()
		c, s, err := store.Monitor(ctx, span)
		if err != nil {
			return 0, 0, 0, err
		}
		commands += c
		scripts += s
		calls += t.Gateway.Count() - before
	}
	return commands, scripts, calls / len(t.stores), nil
}

// apart counts the replicas that say that they have no store just now.
func (t *fleet) apart(ctx context.Context) (n int, err error) {
	for i := range t.Replicas {
		shared, err := t.scrape(ctx, i, "payapp_gateway_store_shared")
		if err != nil {
			return n, err
		}
		if shared != 1 {
			n++
		}
	}
	return n, nil
}

// loseNode kills a node of the store under load, and restarts it.
func (t *fleet) loseNode(ctx context.Context, node *machine.Redis) ([]row, error) {
	const dead, alive, calm = 12 * time.Second, 24 * time.Second, 10 * time.Second
	began := time.Now()
	before := t.Gateway.Count()
	machine.Pause(ctx, calm)
	usual := t.Gateway.Count() - before
	customers := make([]*town.Customer, (dead+alive)/time.Second)
	for i := range customers {
		customers[i] = t.customerAt(100_000+7*i, "new")
	}
	came := make(chan []*town.Walk, 1)
	go func() { came <- t.enter(ctx, "newcomers", customers, time.Second) }()
	killed := time.Now()
	t.Say("a node of the store dies")
	node.Kill()
	machine.Pause(ctx, dead)
	restarted := time.Now()
	t.Say("the node is back")
	if err := node.Begin(ctx); err != nil {
		return nil, err
	}
	machine.Pause(ctx, alive-calm)
	before = t.Gateway.Count()
	machine.Pause(ctx, calm)
	again := t.Gateway.Count() - before
	end := time.Now()
	walks := <-came
	apart, err := t.apart(ctx)
	if err != nil {
		return nil, err
	}
	most, longest := 0, time.Duration(0)
	for merchant := range t.Gateway.Merchants(killed) {
		for _, span := range [][2]time.Time{{killed, restarted}, {restarted, end}} {
			shops, beyond := t.Gateway.Rush(merchant, span[0], span[1], town.GatewayRate)
			most, longest = max(most, shops), max(longest, beyond)
		}
	}
	troubles, _ := t.crowd.Stories()
	return []row{
		told("calls in each five seconds, no reads; node dead from 10 to 22 s", "%s", t.Gateway.Pace(began, 5*time.Second)),
		entered("newcomers while a node dies and returns", walks, 5*time.Second),
		wanted("most calls of a shop in a second, more than ten for", fmt.Sprintf("%d, %s", most, round(longest)),
			fmt.Sprintf("<= %d, <= %s", changeMost, round(changeLast)), most <= changeMost && longest <= changeLast),
		wanted("calls in ten seconds afterwards", fmt.Sprintf("%d, %d before", again, usual), ">= 90 %", again*10 >= usual*9),
		none("replicas without the store at the end", apart),
		wanted("what watchers met", counted(troubles), "none", len(troubles) == 0),
		told("log lines", "%s", counted(t.complaints())),
	}, nil
}

// complaints counts the replicas' log lines from WARN on by their message.
func (t *scene) complaints() map[string]int {
	lines := map[string]int{}
	for _, r := range t.Replicas {
		if r.Process == nil {
			continue
		}
		text, err := os.ReadFile(r.Log)
		if err != nil {
			lines[err.Error()]++
			continue
		}
		for line := range strings.Lines(string(text)) {
			var entry struct{ Level, Msg string }
			if json.Unmarshal([]byte(line), &entry) == nil && (entry.Level == "WARN" || entry.Level == "ERROR") {
				lines[entry.Msg]++
			}
		}
	}
	return lines
}

func aboutStore(line string) bool { return strings.Contains(line, "store") }
