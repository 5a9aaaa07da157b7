// Package scale simulates the messages between the servers of an arcade: the lists of visitors and the inputs of
// watched games. It prints the load of NATS and of each server for up to a million visitors. The result is always the
// same, because the random numbers have a fixed seed.
//
//	scale [-seconds 60]
//
// The constants below are the measured costs of package cluster, and assumptions about visitors. The servers are
// divided into groups. Servers of different groups do not exchange messages, so each group could have its own NATS
// server and lobby.
package scale

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
)

var (
	flags   = flag.NewFlagSet("scale", flag.ContinueOnError)
	seconds = flags.Int("seconds", 60, "simulate `N` seconds")
)

// Assumptions about visitors.
const (
	visitorsPerServer = 300  // visitors per server
	watchingFraction  = 0.1  // fraction of the visitors who watch a game
	visitTime         = 1200 // mean time of a visit in seconds
	activityTime      = 60   // mean time between changes of a visitor's activity in the lobby, such as the next level
	gameTime          = 300  // mean time of a game in seconds
	popularity        = 1.1  // exponent of Zipf's law for the choice of spectators
	updatesPerSec     = 5    // updates per second of visitors and watched games
)

// Measured costs, see docs/scale.md. Sizes are in bytes, and times in seconds of one processor.
const (
	memberBytes    = 75     // a visitor in a list
	updateBytes    = 160    // an update of a game
	keepAliveBytes = 60     // a keep-alive message for a watched game, once per second
	memberTime     = 1.4e-6 // a server receives a visitor in a list
	listTime       = 0.4e-6 // a server sorts a visitor into the list of the lobby
	updateTime     = 5e-6   // a server receives an update of a game, without the simulation of the game
	deliveryTime   = 0.5e-6 // NATS delivers a message
	byteTime       = 1.6e-9 // NATS delivers a byte of a message
)

// Run carries out the subcommand scale.
func Run(_ string, args []string) error {
	if err := flags.Parse(args); err != nil {
		return err
	}
	fmt.Print(Table(*seconds))
	return nil
}

// Table returns the results of all simulations as a Markdown table.
func Table(seconds int) string {
	var b strings.Builder
	b.WriteString(`| visitors | servers | group | NATS: messages/s | MB/s | cores | server: MB/s | core |
|--:|--:|--:|--:|--:|--:|--:|--:|
`)
	for _, c := range []struct{ visitors, group int }{
		{1_000, 4}, {10_000, 34}, {100_000, 334}, {100_000, 34}, {1_000_000, 34},
	} {
		s := newSimulation(c.visitors, c.group)
		for range seconds * updatesPerSec {
			s.tick()
		}
		per := 1 / float64(seconds)
		fmt.Fprintf(&b, "| %d | %d | %d | %.0f | %.1f | %.2f | %.2f | %.1f %% |\n", c.visitors, s.servers, c.group,
			s.messages*per, s.bytes/1e6*per, (s.messages*deliveryTime+s.bytes*byteTime)*per,
			s.bytes/1e6*per/float64(s.servers), 100*s.serverTime*per/float64(s.servers))
	}
	return b.String()
}

// A simulation is the state of all visitors.
type simulation struct {
	random   *rand.Rand
	visitors int
	servers  int
	group    int   // servers in a group
	watched  []int // for each visitor, the visitor being watched; -1 for players
	zipf     *rand.Zipf
	// number of spectators by game and server; the game's own server is omitted
	followers map[follower]int
	following []int // number of other servers that follow the game of each visitor
	silent    []int // ticks since the last list of each server

	// Totals.
	messages, bytes float64 // delivered by NATS
	serverTime      float64 // processor time of all servers for received messages
}

// A follower is a server with spectators of a game on another server.
type follower struct{ game, server int }

func newSimulation(visitors, group int) *simulation {
	random := rand.New(rand.NewPCG(1, uint64(visitors)))
	servers := (visitors + visitorsPerServer - 1) / visitorsPerServer
	s := &simulation{
		random: random, visitors: visitors, servers: servers, group: group, watched: make([]int, visitors),
		zipf:      rand.NewZipf(random, popularity, 1, uint64(min(visitors, group*visitorsPerServer)-1)),
		followers: make(map[follower]int), following: make([]int, visitors), silent: make([]int, servers),
	}
	for v := range s.watched {
		if s.watched[v] = -1; random.Float64() < watchingFraction {
			s.watch(v)
		}
	}
	return s
}

// watch makes a visitor watch a random game of the same group. Popular players are on all servers of the group.
func (s *simulation) watch(v int) {
	server := v / visitorsPerServer
	first := server / s.group * s.group
	size := min(s.group, s.servers-first)
	rank := int(s.zipf.Uint64())
	game := (first+rank%size)*visitorsPerServer + rank/size%visitorsPerServer
	if s.watched[v] = -1; game >= s.visitors {
		return
	}
	s.watched[v] = game
	if key := (follower{game, server}); game/visitorsPerServer != server {
		if s.followers[key]++; s.followers[key] == 1 {
			s.following[game]++
		}
	}
}

// leave makes a visitor stop watching.
func (s *simulation) leave(v int) {
	game := s.watched[v]
	s.watched[v] = -1
	if key := (follower{game, v / visitorsPerServer}); game >= 0 && s.followers[key] > 0 {
		if s.followers[key]--; s.followers[key] == 0 {
			delete(s.followers, key)
			s.following[game]--
		}
	}
}

// tick simulates the time between two updates.
func (s *simulation) tick() {
	const (
		step = 1.0 / updatesPerSec
		// probability that a visitor's entry in the list changes, and that a spectator changes to another game
		changes = step * (2.0/visitTime + 1.0/activityTime + 2.0/gameTime)
		moves   = step * (1.0/visitTime + 1.0/gameTime)
	)
	lists := make([]float64, (s.servers+s.group-1)/s.group) // number of published visitors, by group
	for server := range s.servers {
		first, last := server*visitorsPerServer, min((server+1)*visitorsPerServer, s.visitors)
		changed := false
		for v := first; v < last; v++ {
			r := s.random.Float64()
			if r < changes {
				changed = true
			}
			if s.watched[v] >= 0 && r < moves {
				s.leave(v)
				s.watch(v)
			}
		}
		if s.silent[server]++; changed || s.silent[server] == updatesPerSec {
			s.silent[server] = 0
			s.deliver(s.receivers(server), float64(last-first)*memberBytes)
			if changed {
				lists[server/s.group] += float64(last - first)
			}
		}
	}
	for g, members := range lists {
		size := float64(min(s.group, s.servers-g*s.group))
		s.serverTime += size * members * memberTime
		if members > 0 { // each server sorts its list at most once per tick
			s.serverTime += size * size * visitorsPerServer * listTime
		}
	}
	for _, servers := range s.following {
		if servers > 0 {
			s.serverTime += float64(servers) * updateTime
			s.deliver(float64(servers), updateBytes)
			s.deliver(float64(servers)/updatesPerSec, keepAliveBytes)
		}
	}
}

// receivers returns the number of other servers to which a server sends its list of visitors.
func (s *simulation) receivers(server int) float64 {
	first := server / s.group * s.group
	return float64(min(s.group, s.servers-first) - 1)
}

// deliver counts a message that NATS delivers n times.
func (s *simulation) deliver(n, bytes float64) {
	s.messages += n
	s.bytes += n * bytes
}
