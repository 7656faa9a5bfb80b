package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Stdout, os.Args[1:])
	stop()
	os.Exit(code)
}

// act is a part of the rehearsal.
type act struct {
	name string
	play func(context.Context, *stage) error
}

// acts in their order; each begins and ends with everything well.
var acts = []act{
	{"what is deployed is looked at", examine},
	{"a payment each way", payEachWay},
	{"a roll-out of a new build", rollOut},
	{"a rotation of the keys", rotateKeys},
	{"a replica is killed", killReplica},
	{"the proxy is down", loseProxy},
	{"the store is down", loseStore},
	{"the gateway is down", loseGateway},
	{"a roll-out with a wrong key", heldKey},
	{"a wrong key on one replica", wrongKey},
	{"a flood of forged links", junkFlood},
	{"requests made to cost", costlyPosts},
	{"more customers than the rate serves", exhaustRate},
	{"a stuck payment and a leaked link", answerCustomer},
	{"what was written down is searched", searchLogs},
}

// chosen are the acts of these names, or all.
func chosen(names []string) []act {
	if len(names) == 0 {
		return acts
	}
	return slices.DeleteFunc(slices.Clone(acts), func(a act) bool { return !slices.Contains(names, a.name) })
}

func run(ctx context.Context, out io.Writer, names []string) int {
	began := time.Now()
	acts := chosen(names)
	if len(acts) == 0 {
		fmt.Fprintf(out, "rehearse: no act has the name %q\n", names)
		return 1
	}
	s, err := openStage(ctx, out)
	if err != nil {
		fmt.Fprintln(out, "rehearse:", err)
		return 1
	}
	defer s.close()
	for i, a := range acts {
		fmt.Fprintf(out, "\n%d/%d %s (%s)\n", i+1, len(acts), a.name, time.Since(began).Round(time.Second))
		s.act = a.name
		s.woken.forget()
		if err := a.play(ctx, s); err != nil {
			s.wrong("%v", err)
		}
		if ctx.Err() != nil {
			s.wrong("interrupted")
			break
		}
	}
	s.end()
	fmt.Fprintf(out, "\n%d acts in %s: %d payments paid, %d things seen as they should be, %d otherwise.\n",
		len(acts), time.Since(began).Round(time.Second), s.paid.Load(), s.right, len(s.faults))
	for _, fault := range s.faults {
		fmt.Fprintln(out, "  otherwise:", fault)
	}
	if len(s.faults) > 0 {
		return 1
	}
	return 0
}
