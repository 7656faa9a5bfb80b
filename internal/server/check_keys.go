//go:build !sandbox

package server

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"payapp/internal/findings"
)

// keyLine is a line of payapp_session_key_info.
var keyLine = regexp.MustCompile(`^payapp_session_key_info\{fingerprint="([0-9a-f]+)",place="([0-9]+)"\} 1$`)

// checkKeys compares our session keys with those of running replicas: each must
// open what any other seals.
func checkKeys(ctx context.Context, list *findings.List, ours, replicas []string) {
	if len(replicas) == 0 {
		list.Unknown("keys", "name running replicas with --replica", "%s; not compared with others", strings.Join(ours, ", "))
		return
	}
	for _, address := range replicas {
		theirs, err := keysOf(ctx, strings.TrimRight(address, "/")+"/metrics")
		const mend = "give all replicas the same PAYAPP_SESSION_KEYS; docs/runbook.md has the rotation"
		switch {
		case err != nil:
			list.Unknown("keys", "is that its admin address, and open to this machine?", "%s: %v", address, err)
		case slices.Equal(ours, theirs):
			list.Well("keys", "%s has the same %d", address, len(ours))
		case !slices.Contains(theirs, ours[0]):
			list.Fail("keys", mend, "%s can't open what we seal with %s; it has %s", address, ours[0], strings.Join(theirs, ", "))
		case !slices.Contains(ours, theirs[0]):
			list.Fail("keys", mend, "%s seals with %s, which we can't open", address, theirs[0])
		default:
			list.Warn("keys", "finish the rotation", "%s has others, and each can open what the other seals", address)
		}
	}
}

// keysOf are the fingerprints of a replica's keys, newest first.
func keysOf(ctx context.Context, metrics string) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, checkPatience)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, metrics, nil)
	if err != nil {
		return nil, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	places := map[string]string{}
	for lines := bufio.NewScanner(io.LimitReader(response.Body, 8<<20)); lines.Scan(); {
		if found := keyLine.FindStringSubmatch(lines.Text()); found != nil {
			places[found[2]] = found[1]
		}
	}
	var all []string
	for place := 1; places[fmt.Sprint(place)] != ""; place++ {
		all = append(all, places[fmt.Sprint(place)])
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("status %d, and nothing about keys", response.StatusCode)
	}
	return all, nil
}
