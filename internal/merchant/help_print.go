package merchant

import (
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

// help prints everything about a command.
func (c command) help(w io.Writer, flags *pflag.FlagSet) {
	fmt.Fprintf(w, "Usage: payapp %s %s\n\n", c.name, strings.ReplaceAll(c.synopsis, "\n", "\n"+strings.Repeat(" ", len("Usage: payapp ")+len(c.name)+1)))
	fmt.Fprintf(w, "%s\n\nFlags:\n%s\nExamples:\n", c.about, flags.FlagUsagesWrapped(100))
	for line := range strings.SplitSeq(c.examples, "\n") {
		fmt.Fprintln(w, strings.TrimRight("  "+line, " "))
	}
	fmt.Fprint(w, "\n", exitCodes)
}
