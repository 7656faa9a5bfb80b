package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"payapp/e2e/crowd/internal/machine"
	"payapp/e2e/crowd/internal/town"
)

const (
	looks  = 500 // of a round
	rounds = 6
)

// cost is what one look at a page costs, bare and in the application.
type cost struct {
	page             string
	bytes            int
	cpu, allocations [2][]float64 // of each round; microseconds
	ratios           []float64    // of each round's processor time
}

func (c cost) ratio() string {
	return fmt.Sprintf("%.1f (%.1f–%.1f)", middle(c.ratios), slices.Min(c.ratios), slices.Max(c.ratios))
}

func middle(values []float64) float64 { return slices.Sorted(slices.Values(values))[len(values)/2] }

// pages compares each with its bare copy.
func pages(ctx context.Context, out io.Writer, t *town.Town) {
	var costs []cost
	for i, p := range compared {
		c := p.open(ctx, t, 1+i)
		for _, encoding := range []string{"gzip", "identity"} {
			costs = append(costs, compare(ctx, t, c, p.name, encoding))
		}
	}
	table(out, "A look, gzip/plain", "Bytes", "Bare, µs", "payapp, µs", "Ratio, of each round", "Allocations, bare/payapp")
	for both := range slices.Chunk(costs, 2) {
		z, p := both[0], both[1] // compressed, and not
		fmt.Fprintf(out, "| %s | %d/%d | %.0f/%.0f | %.0f/%.0f | %s / %s | %.0f/%.0f |\n", z.page, z.bytes, p.bytes,
			slices.Min(z.cpu[0]), slices.Min(p.cpu[0]), slices.Min(z.cpu[1]), slices.Min(p.cpu[1]), z.ratio(), p.ratio(),
			middle(z.allocations[0]), middle(z.allocations[1]))
	}
	plot(out, costs)
}

// compare looks at the customer's page and at its bare copy in turns.
func compare(ctx context.Context, t *town.Town, c *town.Customer, name, encoding string) cost {
	address := c.Page.Address.String()
	body := look(ctx, c.Client, address, encoding)
	file := filepath.Join(t.Logs, "page")
	check(os.WriteFile(file, body, 0o600))
	port := must(machine.FreePort())
	copied := must(machine.Start("bare", t.Logs, nil, must(os.Executable()), "bare", port, file))
	defer copied.Kill()
	check(copied.Answers(ctx, "http://"+port+"/"))
	looked := cost{page: name, bytes: len(body)}
	for i := range rounds {
		for j, s := range []subject{
			{copied, port, "http://" + port + "/"},
			{t.Replicas[0].Process, t.Replicas[0].Admin, address},
		} {
			cpu, allocations := s.spends(ctx, func() {
				for range looks {
					look(ctx, c.Client, s.address, encoding)
				}
			})
			looked.cpu[j] = append(looked.cpu[j], cpu/looks)
			looked.allocations[j] = append(looked.allocations[j], allocations/looks)
		}
		looked.ratios = append(looked.ratios, looked.cpu[1][i]/looked.cpu[0][i])
	}
	return looked
}

// The plot's scale: a bar that would be longer is cut.
const (
	character = 12.0 // microseconds
	longest   = 60   // characters
)

// plot draws each look's processor time, and the bare handler's within it.
func plot(out io.Writer, costs []cost) {
	fmt.Fprintln(out, "\n```text")
	for i, c := range costs {
		name := [2]string{c.page + ", gzip", "plain"}[i%2]
		bare, all := int(slices.Min(c.cpu[0])/character+0.5), int(slices.Min(c.cpu[1])/character+0.5)
		bar := strings.Repeat("░", min(bare, all, longest)) + strings.Repeat("█", max(0, min(all, longest)-bare))
		if all > longest {
			bar += "…"
		}
		fmt.Fprintf(out, "%34s %s\n", name, bar)
	}
	fmt.Fprintf(out, "░ the bare handler   █ what payapp adds   a character is %.0f µs of processor\n```\n", character)
}
