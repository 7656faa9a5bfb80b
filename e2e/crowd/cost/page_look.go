package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"

	"payapp/e2e/crowd/internal/machine"
)

// subject is a process whose page is looked at.
type subject struct {
	*machine.Process
	metrics string // the port that tells its allocations
	address string // the page's
}

// spends is what something costs the process: microseconds of processor, user and
// system, and allocations. Telling allocations allocates, too: that is taken off.
func (s subject) spends(ctx context.Context, do func()) (cpu, allocations float64) {
	first, second := mallocs(ctx, s.metrics), mallocs(ctx, s.metrics)
	before := must(s.Usage()).CPU
	do()
	after := must(s.Usage()).CPU
	return float64((after - before).Nanoseconds()) / 1000, mallocs(ctx, s.metrics) - second - (second - first)
}

func mallocs(ctx context.Context, port string) float64 {
	_, told, _ := strings.Cut(string(look(ctx, http.DefaultClient, "http://"+port+"/metrics", "identity")), "\ngo_memstats_mallocs_total ")
	count, _, _ := strings.Cut(told, "\n")
	return must(strconv.ParseFloat(count, 64))
}

// look loads a page; one of a bad link answers 400.
func look(ctx context.Context, client *http.Client, address, encoding string) []byte {
	request := must(http.NewRequestWithContext(ctx, http.MethodGet, address, nil))
	request.Header.Set("Accept-Encoding", encoding)
	response := must(client.Do(request)) //nolint:bodyclose // the next line does
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK && response.StatusCode != http.StatusBadRequest {
		check(fmt.Errorf("%s: it answers %s", request.URL.Path, response.Status))
	}
	return must(io.ReadAll(response.Body))
}
