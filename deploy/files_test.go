package deploy

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// README: "run as user 65532". What a stage takes over from an earlier one it takes from
// scratch.
func TestImagesAreNotRoot(t *testing.T) {
	stages := strings.Split(read(t, "../Dockerfile"), "\nFROM ")[1:]
	images := 0
	for _, stage := range stages {
		if !strings.HasPrefix(stage, "scratch ") {
			continue
		}
		images++
		if !strings.Contains(stage, "\nUSER 65532:65532\n") {
			t.Errorf("FROM %.20s… has no USER 65532:65532", stage)
		}
	}
	if images != 2 {
		t.Errorf("%d images, want the application and the sandbox", images)
	}
}

// A stream says something every 20 s (internal/stream). A proxy that lost two beats
// still waits for the third.
func TestProxiesWaitForBeats(t *testing.T) {
	const beat = 20
	for file, pattern := range map[string]string{
		"proxy/haproxy.cfg":       `timeout (?:server|client) (\d+)s`,
		"proxy/nginx.conf":        `proxy_read_timeout (\d+)s`,
		"kubernetes/ingress.yaml": `proxy-read-timeout: "(\d+)"`,
	} {
		limits := regexp.MustCompile(pattern).FindAllStringSubmatch(read(t, file), -1)
		if len(limits) == 0 {
			t.Errorf("%s says nothing of %s", file, pattern)
		}
		for _, limit := range limits {
			if seconds, _ := strconv.Atoi(limit[1]); seconds <= 3*beat {
				t.Errorf("%s: %q cuts streams", file, limit[0])
			}
		}
	}
}
