package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"payapp/e2e/internal/harness"
)

// BenchmarkStart is the production build's start to its first answer, its memory then, and
// its size.
func BenchmarkStart(b *testing.B) {
	folder := b.TempDir()
	program := filepath.Join(folder, "payapp")
	build := exec.CommandContext(b.Context(), "../../deploy/build.sh", program)
	build.Env = append(os.Environ(), "VERSION=v0", "COMMIT=0")
	if said, err := build.CombinedOutput(); err != nil {
		b.Fatalf("deploy/build.sh: %v\n%s", err, said)
	}
	file, err := os.Stat(program)
	if err != nil {
		b.Fatal(err)
	}
	address, err := harness.FreePort()
	if err != nil {
		b.Fatal(err)
	}
	settings := []string{
		"PAYAPP_ADDR=" + address, "PAYAPP_ADMIN_ADDR=127.0.0.1:0", "PAYAPP_PUBLIC_URL=https://pay.example", "PAYAPP_GATEWAY_URL=http://127.0.0.1:1",
		"PAYAPP_SESSION_KEYS=" + harness.NewKey(), "PAYAPP_TRUSTED_PROXIES=none",
	}
	var most int64
	for b.Loop() {
		p, err := harness.Start("payapp", folder, settings, program)
		if err != nil {
			b.Fatal(err)
		}
		err = p.Answers(b.Context(), "http://"+address+"/robots.txt")
		b.StopTimer()
		used, unread := p.Usage()
		p.Kill()
		if err != nil || unread != nil {
			b.Fatal(err, unread)
		}
		most = max(most, used.Resident)
		b.StartTimer()
	}
	b.ReportMetric(float64(b.Elapsed()/time.Duration(b.N))/float64(time.Millisecond), "ms/start")
	b.ReportMetric(float64(most)/(1<<20), "MB")
	b.ReportMetric(float64(file.Size())/1e6, "MB/binary")
}
