package cli

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/pflag"
)

const exitCodes = `Exit codes:
  0  done
  1  the gateway refused or can't be reached, or a file can't be read or written
  2  the command line is wrong; nothing was asked of the gateway
`

// checkCodes are those of commands that look for faults.
const checkCodes = `Exit codes:
  0  nothing is at fault
  1  something is
  2  the command line is wrong; nothing was looked at
`

// help prints a command's full help.
func (c command) help(w io.Writer, flags *pflag.FlagSet) {
	usage := "Usage: payapp " + c.name + " "
	indent := "\n" + strings.Repeat(" ", len(usage))
	fmt.Fprintf(w, "%s%s\n\n", usage, strings.ReplaceAll(c.synopsis, "\n", indent))
	fmt.Fprintf(w, "%s\n\nFlags:\n%s\nExamples:\n", c.about, flags.FlagUsagesWrapped(100))
	for line := range strings.SplitSeq(c.examples, "\n") {
		fmt.Fprintln(w, strings.TrimRight("  "+line, " "))
	}
	fmt.Fprint(w, "\n", cmp.Or(c.codes, exitCodes))
}
