package replicas

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/redis/go-redis/v9"

	"payapp/internal/upstream/limiter"
	"payapp/internal/upstream/payment"
	"payapp/internal/upstream/polls"
)

func TestRedisAddresses(t *testing.T) {
	for _, address := range []string{
		"redis://redis", "redis://user:hush@redis:6379/3", "rediss://redis?skip_verify=true", "unix:///run/redis.sock?db=2",
		"redis+cluster://user:hush@a:6379?addr=b:6379", "rediss+cluster://a",
		"redis+sentinel://a:26379/1?addr=b:26379&master_name=main&password=hush&max_retries=5", "rediss+sentinel://a?master_name=main",
	} {
		client, err := newRedisClient(address, nil, usual)
		if err != nil {
			t.Errorf("%s: %v", address, err)
			continue
		}
		switch client := client.(universal).UniversalClient.(type) {
		case *redis.Client:
			o := client.Options()
			if o.MaxRetries > 0 || o.ReadTimeout > usual.call || o.PoolTimeout > usual.page {
				t.Errorf("%s: %+v", address, o)
			}
		case *redis.ClusterClient:
			o := client.Options()
			if o.MaxRetries > 0 || o.ReadTimeout > usual.call || o.PoolTimeout > usual.page {
				t.Errorf("%s: %+v", address, o)
			}
		}
		_ = client.Close()
	}
	for _, address := range []string{
		"", "redis", "http://redis", "unix://", "unix+cluster:///x", "redis+ring://redis", "redis+sentinel://hush@a:1",
		"redis://:hush@redis:port", "redis://:hush@redis/first", "redis://:hush@redis?such=none", "redis+cluster://:hush@[a",
	} {
		if client, err := newRedisClient(address, nil, usual); err == nil {
			t.Errorf("%s: accepted", address)
			_ = client.Close()
		} else if strings.Contains(err.Error(), "hush") {
			t.Errorf("%v: tells the password", err)
		}
	}
}

// freePort is a port that nobody is listening on. The kernel, asked for any, may give
// one twice, and to the connections of others.
func freePort(t *testing.T) string {
	t.Helper()
	for {
		port := strconv.Itoa(12000 + rand.IntN(20000))
		if listener, err := net.Listen("tcp", "127.0.0.1:"+port); err == nil {
			listener.Close()
			return port
		}
	}
}

// listenTCP starts a server on a port, with settings.
func listenTCP(t *testing.T, settings ...string) (port string) {
	t.Helper()
	folder, port := t.TempDir(), freePort(t)
	file := filepath.Join(folder, "redis.conf")
	settings = append(settings, "port "+port, "bind 127.0.0.1", "dir "+folder, `save ""`)
	if err := os.WriteFile(file, []byte(strings.Join(settings, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	args := []string{file}
	if strings.HasPrefix(settings[0], "sentinel ") {
		args = append(args, "--sentinel")
	}
	process := exec.Command("redis-server", args...)
	if err := process.Start(); err != nil {
		t.Fatalf("%v: `make setup` installs it", err)
	}
	t.Cleanup(func() { _ = process.Process.Kill(); _ = process.Wait() })
	client := redis.NewClient(&redis.Options{Addr: "127.0.0.1:" + port})
	defer client.Close()
	until(t, "the server answers", func() bool {
		err := client.Ping(t.Context()).Err()
		return err == nil || redis.HasErrorPrefix(err, "NOAUTH")
	})
	return port
}

// A Cluster, and a server found by Sentinel, do all that one server does.
func TestRedisKinds(t *testing.T) {
	t.Parallel()
	for name, start := range map[string]func(t *testing.T) string{
		"cluster": func(t *testing.T) string {
			port := listenTCP(t, "cluster-enabled yes", "cluster-port "+freePort(t), "requirepass hush")
			client := redis.NewClient(&redis.Options{Addr: "127.0.0.1:" + port, Password: "hush"})
			defer client.Close()
			if err := client.ClusterAddSlotsRange(t.Context(), 0, 16383).Err(); err != nil {
				t.Fatal(err)
			}
			until(t, "the cluster is complete", func() bool {
				return strings.Contains(client.ClusterInfo(t.Context()).Val(), "cluster_state:ok")
			})
			return "redis+cluster://:hush@127.0.0.1:" + port
		},
		"sentinel": func(t *testing.T) string {
			port := listenTCP(t)
			sentinel := listenTCP(t, fmt.Sprintf("sentinel monitor main 127.0.0.1 %s 1", port))
			return "redis+sentinel://127.0.0.1:" + sentinel + "?master_name=main"
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := startReplica(t, start(t), plainVault{"key"})
			until(t, "it shares", r.Sharing)
			until(t, "everything works, and nothing is late", func() bool { return worksAll(t, r) })
		})
	}
}

// worksAll tries everything that the store is used for.
func worksAll(t *testing.T, r *Replica) bool {
	t.Helper()
	e := polls.Entry{Caller: payment.Caller{Merchant: "M"}, IDPayin: "p"}
	w, ask := r.Store("M"), poll
	ask.Poll = &e
	g, err := w.Take(ask, 1)
	err = errors.Join(err, w.Hold([]limiter.Held{{ID: 1}}))
	r.Save(t.Context(), someKey("p"), someReading("PENDING"), true)
	got, ok := r.Load(t.Context(), someKey("p"))
	if !ok || !g.OK || err != nil {
		return false
	}
	sameReading(t, got, someReading("PENDING"))
	return true
}
