package machine

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"time"
)

// Redis is one of the harness; it keeps nothing on disk.
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

// Begin starts or restarts it, empty, at the same port.
func (r *Redis) Begin(ctx context.Context) error {
	_, port, _ := net.SplitHostPort(r.Address)
	var err error
	r.Process, err = Start("redis", r.logs, nil, "redis-server",
		"--port", port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", r.logs)
	if err != nil {
		return fmt.Errorf("%w: make setup installs it", err)
	}
	for range 100 {
		if r.ping(ctx) == nil {
			return nil
		}
		if !Pause(ctx, 50*time.Millisecond) {
			break
		}
	}
	r.Kill()
	return errors.New("redis-server doesn't get ready")
}

func (r *Redis) ping(ctx context.Context) error {
	dialer := net.Dialer{Timeout: time.Second}
	conn, err := dialer.DialContext(ctx, "tcp", r.Address)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	_ = conn.SetDeadline(time.Now().Add(time.Second))
	if _, err := io.WriteString(conn, "PING\r\n"); err != nil {
		return err
	}
	line, err := bufio.NewReader(conn).ReadString('\n')
	if err == nil && line != "+PONG\r\n" {
		err = errors.New("no Redis: " + line)
	}
	return err
}
