package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// runbookFile is where the rehearsal's commands are, from the repository's top.
const runbookFile = "docs/runbook.md"

// printed is the command of a runbook that begins with these words, as it stands
// there: indented by four spaces, over as many lines as it has.
func printed(file, begins string) (string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	_, rest, found := strings.Cut(string(text), "\n    "+begins)
	if !found {
		return "", fmt.Errorf("%s has no command %s", file, begins)
	}
	command := begins
	for i, line := range strings.Split(rest, "\n") {
		if i > 0 && !strings.HasPrefix(line, "    ") {
			break
		}
		command += line + "\n"
	}
	return command, nil
}

// followOrder runs the runbook's command on the logs of a folder.
func followOrder(ctx context.Context, runbook, folder, order string) ([]string, error) {
	command, err := printed(runbook, "jq -nRr --arg order X ")
	if err != nil {
		return nil, err
	}
	c := exec.CommandContext(ctx, "sh", "-c", strings.Replace(command, "--arg order X ", "--arg order '"+order+"' ", 1))
	c.Dir = folder
	out, err := c.CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("jq (make setup installs it): %w\n%s", err, out)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n"), nil
}
