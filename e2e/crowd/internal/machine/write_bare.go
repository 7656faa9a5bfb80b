package machine

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"time"
)

// What a heart-beat is compared with: the same bytes, written to as many connections
// in the same rhythm by a process that does nothing else.
const (
	bareConnections = 500
	bareRounds      = 20 // one a second
	bareCommand     = "write-bare"
)

var bareBeat = []byte("event: beat\ndata: 20000\n\n")

// BareWrite measures the CPU of one such write, on this machine and just now. It
// starts its own program, which calls HasWrittenBare.
func BareWrite(ctx context.Context) (time.Duration, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer func() { _ = listener.Close() }()
	go func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			go func() { _, _ = io.Copy(io.Discard, c) }() // until its writer ends
		}
	}()
	self, err := os.Executable()
	if err != nil {
		return 0, err
	}
	output, err := exec.CommandContext(ctx, self, bareCommand, listener.Addr().String()).Output()
	if err != nil {
		return 0, err
	}
	each, err := strconv.ParseInt(string(bytes.TrimSpace(output)), 10, 64)
	return time.Duration(each), err
}

// HasWrittenBare reports whether the program was started by BareWrite. It has then
// printed nanoseconds of CPU a write.
func HasWrittenBare(ctx context.Context, args []string) bool {
	if len(args) != 3 || args[1] != bareCommand {
		return false
	}
	if err := writeBare(ctx, args[2], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	return true
}

func writeBare(ctx context.Context, address string, out io.Writer) error {
	var connections []net.Conn
	for range bareConnections {
		c, err := (&net.Dialer{}).DialContext(ctx, "tcp", address)
		if err != nil {
			return err
		}
		connections = append(connections, c)
	}
	before, err := processorTime()
	if err != nil {
		return err
	}
	for range bareRounds {
		time.Sleep(time.Second) //nolint:forbidigo // an idle process, as between beats, is what is measured
		for _, c := range connections {
			if _, err := c.Write(bareBeat); err != nil {
				return err
			}
		}
	}
	after, err := processorTime()
	fmt.Fprintln(out, int64(after-before)/(bareConnections*bareRounds))
	return err
}

func processorTime() (time.Duration, error) {
	var used syscall.Rusage
	err := syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return time.Duration(used.Utime.Nano() + used.Stime.Nano()), err
}
