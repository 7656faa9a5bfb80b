package harness

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Usage is what a process has used so far.
type Usage struct {
	CPU      time.Duration // user and system
	Resident int64         // bytes
}

// Usage reads the process's usage from /proc.
func (p *Process) Usage() (Usage, error) {
	tasks, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", p.cmd.Process.Pid))
	if err != nil {
		return Usage{}, err
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		return Usage{}, err
	}
	u := Usage{}
	for _, task := range tasks { // /proc/PID/stat counts ticks of 10 ms
		if stat, err := os.ReadFile(task); err == nil { // it may have ended
			spent, err := cpuOf(string(stat))
			if err != nil {
				return Usage{}, err
			}
			u.CPU += spent
		}
	}
	u.Resident, err = residentOf(string(status))
	return u, err
}

// cpuOf reads the first field of a task's schedstat: nanoseconds.
func cpuOf(stat string) (time.Duration, error) {
	first, _, _ := strings.Cut(stat, " ")
	spent, err := strconv.ParseInt(first, 10, 64)
	return time.Duration(spent), err
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
