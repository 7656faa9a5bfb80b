package machine

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// Usage is what a process has used so far.
type Usage struct {
	CPU      time.Duration // user and system
	Resident int64         // bytes
	Files    int           // open ones, sockets among them
}

// clockTick is the unit of /proc/<pid>/stat: USER_HZ, 100 on every Linux that
// Go runs on.
const clockTick = 10 * time.Millisecond

// Usage reads the process's usage from /proc.
func (p *Process) Usage() (Usage, error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.cmd.Process.Pid))
	if err != nil {
		return Usage{}, err
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		return Usage{}, err
	}
	u := Usage{}
	if u.CPU, err = cpuOf(string(stat)); err != nil {
		return Usage{}, err
	}
	if u.Resident, err = residentOf(string(status)); err != nil {
		return Usage{}, err
	}
	files, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", p.cmd.Process.Pid))
	u.Files = len(files)
	return u, err
}

// cpuOf reads fields 14 and 15 of proc(5)'s stat. The second field, the
// program's name, may contain spaces and brackets.
func cpuOf(stat string) (time.Duration, error) {
	fields := strings.Fields(stat[strings.LastIndex(stat, ")")+1:])
	if len(fields) < 13 {
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
