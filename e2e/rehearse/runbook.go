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

// inline is the command of a runbook that begins with these words within a sentence.
func inline(file, begins string) (string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	_, rest, found := strings.Cut(string(text), "`"+begins)
	command, _, ends := strings.Cut(rest, "`")
	if !found || !ends {
		return "", fmt.Errorf("%s has no command %s", file, begins)
	}
	return begins + strings.ReplaceAll(command, "\n", " "), nil
}

// shell runs a command where the logs are, and returns what it prints by lines.
func (s *stage) shell(ctx context.Context, command string) ([]string, error) {
	c := exec.CommandContext(ctx, "sh", "-c", command)
	c.Dir = s.logs
	out, err := c.CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", command, err, out)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n"), nil
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
