package machine

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

// Do sends a command, and returns the answer if it is a line or a text.
func (r *Redis) Do(ctx context.Context, command string) (string, error) {
	conn, in, err := r.send(ctx, command, 5*time.Second)
	if err != nil {
		return "", err
	}
	defer func() { _ = conn.Close() }()
	line, err := in.ReadString('\n')
	if err != nil {
		return "", err
	}
	line = strings.TrimRight(line, "\r\n")
	switch line[0] {
	case '+', ':':
		return line[1:], nil
	case '$':
		size, err := strconv.Atoi(line[1:])
		if err != nil || size < 0 {
			return "", fmt.Errorf("%s: %s", command, line)
		}
		text := make([]byte, size)
		_, err = io.ReadFull(in, text)
		return string(text), err
	}
	return "", errors.New(line)
}

// send is for commands without spaces in their arguments.
func (r *Redis) send(ctx context.Context, command string, limit time.Duration) (net.Conn, *bufio.Reader, error) {
	dialer := net.Dialer{Timeout: time.Second}
	conn, err := dialer.DialContext(ctx, "tcp", r.Address)
	if err != nil {
		return nil, nil, err
	}
	_ = conn.SetDeadline(time.Now().Add(limit))
	if _, err := io.WriteString(conn, command+"\r\n"); err != nil {
		_ = conn.Close()
		return nil, nil, err
	}
	return conn, bufio.NewReader(conn), nil
}

// StoreUsage is what a Redis has used so far.
type StoreUsage struct {
	CPU            time.Duration // user and system
	Received, Sent int64         // bytes
	Memory         int64         // bytes now
	Connections    int64         // now
}

// StoreUsage reads it from INFO.
func (r *Redis) StoreUsage(ctx context.Context) (StoreUsage, error) {
	text, err := r.Do(ctx, "INFO everything")
	if err != nil {
		return StoreUsage{}, err
	}
	return storeUsageOf(text)
}

func storeUsageOf(info string) (u StoreUsage, err error) {
	number := func(name string) float64 {
		_, rest, ok := strings.Cut(info, "\n"+name+":")
		value, _, _ := strings.Cut(rest, "\r")
		f, wrong := strconv.ParseFloat(value, 64)
		if !ok || wrong != nil {
			err = fmt.Errorf("INFO has no %s", name)
		}
		return f
	}
	u.CPU = time.Duration((number("used_cpu_user") + number("used_cpu_sys")) * float64(time.Second))
	u.Received, u.Sent = int64(number("total_net_input_bytes")), int64(number("total_net_output_bytes"))
	u.Memory, u.Connections = int64(number("used_memory")), int64(number("connected_clients"))
	return u, err
}

// Monitor counts what clients send for a while. INFO can't: it counts what
// scripts call, too. Watching costs the Redis time, so nothing else is measured
// meanwhile.
func (r *Redis) Monitor(ctx context.Context, d time.Duration) (commands, scripts int, err error) {
	conn, in, err := r.send(ctx, "MONITOR", d)
	if err != nil {
		return 0, 0, err
	}
	defer func() { _ = conn.Close() }()
	for {
		line, err := in.ReadString('\n')
		if wait, ok := errors.AsType[net.Error](err); ok && wait.Timeout() {
			return commands, scripts, ctx.Err()
		}
		if err != nil {
			return commands, scripts, err
		}
		if sent, script := sentByClient(line); script {
			scripts++
			commands++
		} else if sent {
			commands++
		}
	}
}

// sentByClient reads a line of MONITOR:
//
//	+1795412729.075789 [0 127.0.0.1:48774] "evalsha" …
//	+1795412729.075839 [0 lua] "set" …
func sentByClient(line string) (sent, script bool) {
	_, rest, ok := strings.Cut(line, " [")
	from, command, _ := strings.Cut(rest, "] \"")
	if !ok || strings.HasSuffix(from, " lua") {
		return false, false
	}
	name, _, _ := strings.Cut(strings.ToLower(command), `"`)
	return true, strings.HasPrefix(name, "eval") || strings.HasPrefix(name, "fcall")
}
