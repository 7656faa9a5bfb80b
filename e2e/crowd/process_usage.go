package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// usage is what a process has used so far.
type usage struct {
	cpu      time.Duration // user and system
	resident int64         // bytes
}

// clockTick is the unit of /proc/<pid>/stat: USER_HZ, 100 on every Linux that
// Go runs on.
const clockTick = 10 * time.Millisecond

// usage reads the process's usage from /proc.
func (p *process) usage() (usage, error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.cmd.Process.Pid))
	if err != nil {
		return usage{}, err
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		return usage{}, err
	}
	u := usage{}
	if u.cpu, err = cpuOf(string(stat)); err != nil {
		return usage{}, err
	}
	u.resident, err = residentOf(string(status))
	return u, err
}

// cpuOf reads fields 14 and 15 of proc(5)'s stat. The second field, the
// program's name, may contain spaces and brackets.
func cpuOf(stat string) (time.Duration, error) {
	_, rest, ok := lastCut(stat, ")")
	fields := strings.Fields(rest)
	if !ok || len(fields) < 13 {
		return 0, fmt.Errorf("stat can't be read: %.80q", stat)
	}
	user, err := strconv.ParseInt(fields[11], 10, 64)
	if err != nil {
		return 0, err
	}
	system, err := strconv.ParseInt(fields[12], 10, 64)
	return time.Duration(user+system) * clockTick, err
}

func residentOf(status string) (int64, error) {
	for line := range strings.Lines(status) {
		if value, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kilobytes, err := strconv.ParseInt(strings.Fields(value)[0], 10, 64)
			return kilobytes << 10, err
		}
	}
	return 0, fmt.Errorf("no VmRSS in %.80q", status)
}

func lastCut(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}
