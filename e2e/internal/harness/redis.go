package harness

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"time"
)

// Redis is a store that keeps nothing on disk.
type Redis struct {
	*Process
	Address, logs string
}

// StartRedis starts one at a free port.
func StartRedis(ctx context.Context, logs string) (*Redis, error) {
	address, err := FreePort()
	if err != nil {
		return nil, err
	}
	r := &Redis{Address: address, logs: logs}
	return r, r.Begin(ctx)
}

// Begin starts or restarts it, empty, at the same port. It has nothing to load, so it
// is ready once it listens.
func (r *Redis) Begin(ctx context.Context) error {
	_, port, _ := net.SplitHostPort(r.Address)
	var err error
	r.Process, err = Start("redis", r.logs, nil, "redis-server",
		"--port", port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", r.logs)
	if err != nil {
		return fmt.Errorf("%w: make setup installs it", err)
	}
	dialer := net.Dialer{Timeout: time.Second}
	for range 100 {
		if conn, err := dialer.DialContext(ctx, "tcp", r.Address); err == nil {
			return conn.Close()
		}
		if !Pause(ctx, 50*time.Millisecond) {
			break
		}
	}
	r.Kill()
	return errors.New("redis-server doesn't get ready")
}

// Memory is how many bytes it has in use.
func (r *Redis) Memory(ctx context.Context) (int64, error) {
	dialer := net.Dialer{Timeout: time.Second}
	conn, err := dialer.DialContext(ctx, "tcp", r.Address)
	if err != nil {
		return 0, err
	}
	defer func() { _ = conn.Close() }()
	_ = conn.SetDeadline(time.Now().Add(5 * time.Second))
	if _, err := io.WriteString(conn, "INFO memory\r\n"); err != nil {
		return 0, err
	}
	for lines := bufio.NewScanner(conn); lines.Scan(); {
		if value, ok := strings.CutPrefix(lines.Text(), "used_memory:"); ok {
			return strconv.ParseInt(value, 10, 64)
		}
	}
	return 0, errors.New("the store doesn't say what memory it uses")
}
