package customers

import (
	"embed"
	"strings"
)

//go:embed *.txt
var files embed.FS

// Customer is a person who pays.
type Customer struct {
	Market, Currency, Method, Bank string
	Fields                         map[string]string // as typed
}

// All lists the customers of all markets.
func All() []Customer {
	var all []Customer
	entries, _ := files.ReadDir(".")
	for _, entry := range entries {
		market, ok := strings.CutSuffix(entry.Name(), ".txt")
		if !ok || market == "slips" {
			continue
		}
		lines := read(entry.Name())
		for _, line := range lines[1:] {
			parts := strings.Split(line, " | ")
			c := Customer{Market: market, Currency: lines[0], Method: parts[0], Fields: map[string]string{}}
			for _, part := range parts[1:] {
				name, value, _ := strings.Cut(part, "=")
				if name == "bank" {
					c.Bank = value
					continue
				}
				c.Fields[name] = value
			}
			all = append(all, c)
		}
	}
	return all
}

// Slip is a typing mistake, and the key of the message that reports it.
type Slip struct{ Method, Currency, Field, Typed, Key string }

// Slips lists the slips.
func Slips() []Slip {
	var all []Slip
	for _, line := range read("slips.txt") {
		parts := strings.Split(line, " | ")
		method, currency, _ := strings.Cut(parts[0], " ")
		field, typed, _ := strings.Cut(parts[1], "=")
		all = append(all, Slip{method, currency, field, typed, parts[2]})
	}
	return all
}

func read(name string) []string {
	content, err := files.ReadFile(name)
	if err != nil {
		panic(err)
	}
	return strings.Split(strings.TrimSpace(string(content)), "\n")
}
