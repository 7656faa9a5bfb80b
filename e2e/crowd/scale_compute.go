package main

import (
	"fmt"
	"math"
	"time"
)

// unitCosts are what was measured; the rest of scale's numbers follows.
type unitCosts struct {
	storeCPU, replicaCPU time.Duration // a poll
	commands             float64       // to the store, a poll
	storeBytes           int64         // to and from the store, a poll
	storeMemory          int64         // of a payment that somebody waits for, bytes
}

// What else scale counts with. Streams and beats are from the scenario streams.
const (
	scaleWaiting    = 100                   // customers who wait at each shop
	scalePolls      = 9.5                   // a second, at a shop where more wait than the rate serves
	scaleStreams    = 10_000                // of each replica: half of what a process takes, so that others can die
	scaleStream     = 12_600                // bytes
	scaleBeat       = 42 * time.Microsecond // every 20 s, of each stream
	scaleWorking    = 70                    // MB of a replica at work with a Cluster, without its streams
	scaleBusyAtMost = 0.6                   // of a core, for one thread of a store
)

// scaled computes what so many shops need while at all of them a crowd waits.
func (u unitCosts) scaled(shops int) []row {
	polls := float64(shops) * scalePolls
	replicas := math.Ceil(float64(shops) * scaleWaiting / scaleStreams)
	perReplica := polls / replicas
	store := polls * u.storeCPU.Seconds()
	who := fmt.Sprintf("%d shops, %d wait at each", shops, scaleWaiting)
	return []row{
		told(who+": store", "%.0f polls a second, %.1f cores: %.0f masters at %.0f %%; %.0f commands and %.1f MB a second; %.0f MB in memory",
			polls, store, math.Ceil(store/scaleBusyAtMost), 100*scaleBusyAtMost, polls*u.commands, polls*float64(u.storeBytes)/1e6,
			float64(shops)*scaleWaiting*float64(u.storeMemory)/1e6),
		told(who+": replicas", "%.0f, each with %d streams, %.0f polls a second, %.2f cores, %.0f MB, %.1f MB a second with the store",
			replicas, scaleStreams, perReplica, perReplica*u.replicaCPU.Seconds()+scaleStreams/20*scaleBeat.Seconds(),
			scaleWorking+scaleStreams*scaleStream/1e6, perReplica*float64(u.storeBytes)/1e6),
	}
}
