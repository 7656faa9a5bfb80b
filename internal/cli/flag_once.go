package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/pflag"
)

// counted is a flag's value that counts how often it is set. pflag would
// silently use the last one, and a command with two amounts is a mistake.
type counted struct {
	pflag.Value
	name  string
	times int
}

func (c *counted) Set(text string) error {
	c.times++
	return c.Value.Set(text)
}

type flagCounts []*counted

// countFlags counts all flags except repeatable ones.
func countFlags(flags *pflag.FlagSet) (counts flagCounts) {
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Value.Type() == "stringArray" {
			return
		}
		c := &counted{Value: f.Value, name: f.Name}
		f.Value, counts = c, append(counts, c)
	})
	return counts
}

// twice reports every flag that was given more than once. It doesn't repeat
// what was typed.
func (counts flagCounts) twice() error {
	var faults []error
	for _, c := range counts {
		if c.times > 1 {
			faults = append(faults, fmt.Errorf("--%s is given twice", c.name))
		}
	}
	return errors.Join(faults...)
}
