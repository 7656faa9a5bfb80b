package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"payapp/internal/config"
)

const platform = runtime.GOOS + "/" + runtime.GOARCH

// healthPatience is less than any health check's own time limit.
const healthPatience = 3 * time.Second

// health asks a running process whether it is well.
type health struct {
	ready bool
	url   string
}

func newHealth(flags *pflag.FlagSet) performer {
	h := &health{}
	flags.BoolVar(&h.ready, "ready", false, "ask whether it accepts work, not only whether it is alive")
	flags.StringVar(&h.url, "url", "", "ask this `URL`, which must answer 200, instead of PAYAPP_ADMIN_ADDR")
	return h.perform
}

func (h *health) perform(ctx context.Context, in invocation) error {
	address := h.url
	if address == "" {
		settings, err := config.Only(in.environ, "PAYAPP_ADMIN_ADDR")
		if err != nil {
			return err
		}
		address = "http://" + onThisMachine(settings.AdminAddr) + "/healthz"
		if h.ready {
			address = "http://" + onThisMachine(settings.AdminAddr) + "/readyz"
		}
	}
	ctx, cancel := context.WithTimeout(ctx, healthPatience)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return usage("--url is no address")
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return fmt.Errorf("no answer: %w", errors.Unwrap(err))
	}
	defer response.Body.Close()
	reply, err := io.ReadAll(io.LimitReader(response.Body, 64))
	if response.StatusCode != http.StatusOK || err != nil {
		return fmt.Errorf("status %d: %.40q", response.StatusCode, reply)
	}
	if h.url == "" {
		_, err = fmt.Fprintln(in.Out, strings.TrimSpace(string(reply)))
	}
	return err
}

// onThisMachine is a listening address as one dials it: ":9090" and "0.0.0.0:9090"
// are every address, also loopback.
func onThisMachine(listen string) string {
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return listen
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port)
}
