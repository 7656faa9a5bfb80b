package machine

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os/exec"
	"strings"
	"time"
)

// StartCluster starts a Redis Cluster of masters without copies. A node that is
// restarted knows its part of the keys, and begins without them. The other nodes
// serve theirs meanwhile.
func StartCluster(ctx context.Context, logs string, nodes int) (cluster []*Redis, err error) {
	defer func() {
		if err != nil {
			for _, r := range cluster {
				r.Kill()
			}
		}
	}()
	args := []string{"--cluster", "create"}
	for range nodes {
		address, err := FreePort()
		if err != nil {
			return cluster, err
		}
		bus, err := FreePort()
		if err != nil {
			return cluster, err
		}
		_, port, _ := net.SplitHostPort(bus)
		r := &Redis{Address: address, logs: logs, extra: []string{
			"--cluster-enabled", "yes", "--cluster-port", port, "--cluster-config-file", "nodes-" + port + ".conf",
			"--cluster-node-timeout", "2000", "--cluster-require-full-coverage", "no",
		}}
		cluster = append(cluster, r)
		if err := r.Begin(ctx); err != nil {
			return cluster, err
		}
		args = append(args, address)
	}
	if output, err := exec.CommandContext(ctx, "redis-cli", append(args, "--cluster-yes")...).CombinedOutput(); err != nil {
		return cluster, fmt.Errorf("redis-cli: %w\n%s", err, output)
	}
	for range 200 {
		ready := 0
		for _, r := range cluster {
			if info, err := r.Do(ctx, "CLUSTER INFO"); err == nil && strings.Contains(info, "cluster_state:ok") {
				ready++
			}
		}
		if ready == nodes {
			return cluster, nil
		}
		if !Pause(ctx, 50*time.Millisecond) {
			break
		}
	}
	return cluster, errors.New("the cluster doesn't get ready")
}

// ClusterURL is the setting that names the cluster.
func ClusterURL(cluster []*Redis) string {
	var more []string
	for _, r := range cluster[1:] {
		more = append(more, "addr="+r.Address)
	}
	return "redis+cluster://" + cluster[0].Address + "?" + strings.Join(more, "&")
}
