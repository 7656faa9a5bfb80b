package run

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"

	"payapp/e2e/kit"
)

// isAddress tells a sandbox's address from a command.
func isAddress(links string) bool {
	return strings.HasPrefix(links, "http://") || strings.HasPrefix(links, "https://")
}

// byCommand makes links by a shell command that prints a RedirectURL. Its environment
// has AMOUNT, CURRENCY, ORDER and PARAMETERS, and FLAGS as `payapp link` takes them.
func byCommand(command string) func(context.Context, kit.Terms) (string, error) {
	return func(ctx context.Context, terms kit.Terms) (string, error) {
		shell := exec.CommandContext(ctx, "sh", "-c", command)
		shell.Env = append(os.Environ(), "AMOUNT="+terms.Amount, "CURRENCY="+terms.Currency, "ORDER="+terms.ID,
			"PARAMETERS="+terms.Parameters.Encode(), "FLAGS="+strings.Join(linkFlags(terms), " "))
		printed, err := shell.Output()
		if failed, ok := errors.AsType[*exec.ExitError](err); ok {
			return "", fmt.Errorf("the command of --links ended with %d: %.300s", failed.ExitCode(), failed.Stderr)
		}
		if err != nil {
			return "", err
		}
		lines := strings.Fields(string(printed))
		at := slices.IndexFunc(lines, isAddress)
		if at < 0 {
			return "", errors.New("the command of --links printed no address")
		}
		return lines[at], nil
	}
}

// linkFlags are the flags of `payapp link` for the terms. Values with spaces are left
// to PARAMETERS: the shell would split them.
func linkFlags(terms kit.Terms) (flags []string) {
	flags = []string{"--amount", terms.Amount, "--currency", terms.Currency, "--order", terms.ID}
	names := map[string]string{"lang": "--lang", "paymentMethodCode": "--method", "paymentOperatorCode": "--operator"}
	for _, name := range slices.Sorted(maps.Keys(terms.Parameters)) {
		value := terms.Parameters.Get(name)
		switch {
		case strings.ContainsAny(value, " \t\n*?[$`"):
		case names[name] != "":
			flags = append(flags, names[name], value)
		case name == "optionsAvailable" && value == "true":
			flags = append(flags, "--options-available")
		case name == "allowCustomerDataChange" && value == "true":
			flags = append(flags, "--allow-customer-data-change")
		case name == "productId":
		default:
			flags = append(flags, "--data", name+"="+value)
		}
	}
	return flags
}
