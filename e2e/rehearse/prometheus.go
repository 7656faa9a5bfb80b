package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"payapp/e2e/internal/harness"
)

// hurry is how much faster the rules' clock goes.
const hurry = 20

// prometheus watches the replicas with the alerts that are shipped.
type prometheus struct {
	*harness.Process
	url string
}

var duration = regexp.MustCompile(`(\[|for: )(\d+)(m|h)\b`)

// hurried are the rules with shorter times.
func hurried(rules string) string {
	return duration.ReplaceAllStringFunc(rules, func(text string) string {
		parts := duration.FindStringSubmatch(text)
		n, _ := strconv.Atoi(parts[2])
		unit := map[string]int{"m": 60, "h": 3600}[parts[3]]
		return fmt.Sprintf("%s%ds", parts[1], n*unit/hurry)
	})
}

// hurriedWatch is Prometheus' configuration as it is shipped, with addresses of this
// stage, looking once a second.
func hurriedWatch(configuration string, addresses *strings.Replacer) string {
	return addresses.Replace(strings.ReplaceAll(configuration, "_interval: 15s", "_interval: 1s"))
}

func startPrometheus(ctx context.Context, s *stage) (*prometheus, error) {
	rules, err := os.ReadFile("deploy/prometheus/rules.yaml")
	if err != nil {
		return nil, err
	}
	watch, err := os.ReadFile("deploy/prometheus/prometheus.yaml")
	if err != nil {
		return nil, err
	}
	folder := filepath.Join(s.logs, "prometheus")
	targets := fmt.Sprintf("[%q, %q]", s.replicas[0].admin, s.replicas[1].admin)
	files := map[string]string{
		"rules.yaml": hurried(string(rules)),
		"prometheus.yaml": hurriedWatch(string(watch), strings.NewReplacer(
			`["payapp-1:9090", "payapp-2:9090"]`, targets, "alertmanager:9093", s.addresses["alertmanager"], "proxy:8405", s.addresses["metrics"],
			"outside:9115", s.addresses["outside"], "https://gateway.internal:8443/", s.public+"/")),
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			return nil, err
		}
	}
	p := &prometheus{url: "http://" + s.addresses["prometheus"]}
	if p.Process, err = harness.Start("prometheus", s.logs, nil, "prometheus", "--config.file="+filepath.Join(folder, "prometheus.yaml"),
		"--storage.tsdb.path="+filepath.Join(folder, "data"), "--web.listen-address="+s.addresses["prometheus"]); err != nil {
		return nil, fmt.Errorf("%w: make setup installs it", err)
	}
	return p, p.Answers(ctx, p.url+"/-/ready")
}

// ask gets what the API has as data.
func (p *prometheus) ask(ctx context.Context, path string, data any) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, p.url+path, nil)
	if err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	answer := struct {
		Status, Error string
		Data          any
	}{Data: data}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return err
	}
	if answer.Status != "success" {
		return fmt.Errorf("prometheus: %s", answer.Error)
	}
	return nil
}

// firing are the alerts that fire now.
func (p *prometheus) firing(ctx context.Context) ([]string, error) {
	var data struct {
		Alerts []struct {
			State  string
			Labels map[string]string
		}
	}
	if err := p.ask(ctx, "/api/v1/alerts", &data); err != nil {
		return nil, err
	}
	var names []string
	for _, a := range data.Alerts {
		if name := a.Labels["alertname"]; a.State == "firing" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, nil
}

// size is how many series answer a query.
func (p *prometheus) size(ctx context.Context, query string) (int, error) {
	var data struct{ Result []any }
	err := p.ask(ctx, "/api/v1/query?query="+url.QueryEscape(query), &data)
	return len(data.Result), err
}

// labels are the values of a label among what answers a query.
func (p *prometheus) labels(ctx context.Context, query, label string) ([]string, error) {
	var data struct {
		Result []struct{ Metric map[string]string }
	}
	err := p.ask(ctx, "/api/v1/query?query="+url.QueryEscape(query), &data)
	var values []string
	for _, r := range data.Result {
		if value := r.Metric[label]; !slices.Contains(values, value) {
			values = append(values, value)
		}
	}
	return values, err
}

// fires waits for an alert that must fire, and reach whom it is for.
func (s *stage) fires(ctx context.Context, name string, limit time.Duration) {
	began := time.Now()
	var last []string
	found := until(ctx, limit, func() bool {
		names, err := s.watcher.firing(ctx)
		last = names
		return err == nil && slices.Contains(names, name)
	})
	others := slices.DeleteFunc(last, func(other string) bool { return other == name })
	s.is(found, "%s fires after %s (others: %s)", name, time.Since(began).Round(time.Second), strings.Join(others, ", "))
	if !found {
		return
	}
	var severities []string
	until(ctx, 30*time.Second, func() bool {
		severities, _ = s.watcher.labels(ctx, `ALERTS{alertname="`+name+`"}`, "severity")
		return s.woken.heard(name) != "" && len(severities) > 0
	})
	receiver := s.woken.heard(name)
	arrived := receiver != "" && slices.Equal(severities, []string{receiver})
	s.is(arrived, "it reaches whoever gets a %s (severity %s)", receiver, strings.Join(severities, ", "))
}

// calm waits until no alert fires any more.
func (s *stage) calm(ctx context.Context) {
	var left []string
	quiet := until(ctx, 90*time.Second, func() bool {
		names, err := s.watcher.firing(ctx)
		left = names
		return err == nil && len(names) == 0
	})
	s.is(quiet, "no alert fires any more %s", strings.Join(left, ", "))
}
