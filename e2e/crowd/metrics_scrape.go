package main

import (
	"context"
	"io"
	"net/http"
	"strconv"
	"strings"
)

// scrape adds up the samples of a replica's metrics whose name or labels have
// these words.
func (t *scene) scrape(ctx context.Context, replica int, words string) (sum float64, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+t.Replicas[replica].Admin+"/metrics", nil)
	if err != nil {
		return 0, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	for line := range strings.Lines(string(text)) {
		sample, value, ok := strings.Cut(strings.TrimSpace(line), " ")
		if number, wrong := strconv.ParseFloat(value, 64); ok && wrong == nil && strings.Contains(sample, words) {
			sum += number
		}
	}
	return sum, err
}
