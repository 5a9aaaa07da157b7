// Links measures how old the picture is over slow and long ways, from outside: arkterm plays, and a small terminal
// at the other end of the way reads the tick in its debug overlay.
//
//	go run ./.ci/links ARKTERM                 the whole table: all rates, round trips, scenes and kinds, 10 s each
//	go run ./.ci/links -short ARKTERM          a few cases at once, which have to reach the goals
//	go run ./.ci/links -exits ARKTERM          the bytes that are typed into the shell after the program has ended
//	go run ./.ci/links -kinds ssh -rates 40000 -trips 100 ARKTERM
//
// With -short the least program that there can be shows pictures as often at the same time, over a way without limits. By as much as
// those are late the goals are missed on any machine so busy.
//
// The kinds of ways are
//
//	direct     a shaped pty
//	mute       the same with a terminal that replies to no query
//	ssh        openssh over a network of two TUN devices in their own namespaces
//	ssh-mute   the same with a terminal that replies to no query
//	tmux       tmux behind such an ssh
//	jump       tmux on a second host behind a jump host: the shaped way ends at the first one, which acknowledges everything
//
// All but the first two need root and openssh's sshd. A jump fails if the age grows, or is above the goal although the debug
// overlay names no cap on the rate. Without -kinds, one jump is measured in addition: level33 over 8 KB/s and 100 ms.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A scene is what arkterm shows, at a size.
type scene struct {
	name       string
	cols, rows int
	args       []string
}

var scenes = []scene{
	{"ball", 80, 24, []string{"--level", "1", "--drops", "0"}},
	{"level33", 120, 40, []string{"--level", "33"}},
	{"storm", 80, 24, []string{"--mode", "storm", "--balls", "200"}},
}

// always are the arguments of every scene.
var always = []string{"--bot", "--seed", "7", "--debug", "--glyphs", "sextant", "--color", "truecolor"}

// A way is what is between the program and the terminal.
type way struct {
	kind string
	rate int           // bytes a second
	trip time.Duration // there and back
	room int           // bytes that wait in front of the narrow place
	tcp  string        // the congestion control of both sides
}

// A result is what was seen.
type result struct {
	p50, p95    time.Duration // age of the paddle, the balls near it and the overlay's tick
	growth      time.Duration // p95 of the last third minus p95 of the first third
	whole, late time.Duration // age of the oldest cell, p50 and p95
	fps, bytes  float64       // pictures and bytes per second
	overlay     string
}

// capped returns the row of the overlay about a cap on the rate, or "".
func (r *result) capped() string {
	for line := range strings.Lines(r.overlay) {
		if strings.Contains(line, "cap") {
			return strings.Join(strings.Fields(line), " ")
		}
	}
	return ""
}

func main() {
	var (
		short = flag.Bool("short", false, "a few cases at once, with limits")
		secs  = flag.Int("secs", 10, "seconds of each case, after the first four")
		room  = flag.Int("room", 256<<10, "bytes that wait in front of the narrow place")
		kinds = flag.String("kinds", "direct,ssh,tmux", "`kinds` of ways, separated by commas")
		rates = flag.String("rates", "8000,40000,150000", "bytes a second")
		trips = flag.String("trips", "0,100,300", "in milliseconds")
		names = flag.String("scenes", "ball,level33,storm", "")
		tcp   = flag.String("tcp", "cubic", "congestion control of TCP, as the kernel calls it")
		leave = flag.Bool("exits", false, "end the program in many ways and count the bytes that reach the shell; with -short, in a few")
		shows = flag.Bool("overlay", false, "show the debug overlay as it was at the end")
	)
	flag.Parse()
	switch {
	case flag.NArg() == 1 && flag.Arg(0) == least:
		leastPictures()
		return
	case flag.NArg() > 2 && flag.Arg(0) == near:
		check(relay(flag.Arg(1), flag.Args()[2:]))
		return
	}
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	program, err := filepath.Abs(flag.Arg(0))
	check(err)
	home, err := os.MkdirTemp("", "links")
	check(err)
	defer os.RemoveAll(home)

	if *leave {
		if !exits(exitPlan(*short), program, home) {
			os.RemoveAll(home)
			os.Exit(1)
		}
		return
	}
	if *short {
		*kinds, *rates, *trips, *secs = "direct", "8000,40000", "300", 5
	}
	var all []*trial
	for _, kind := range strings.Split(*kinds, ",") {
		for _, rate := range numbers(*rates, 1) {
			for _, trip := range numbers(*trips, 0) {
				for _, s := range scenes {
					if slices.Contains(strings.Split(*names, ","), s.name) {
						all = append(all, &trial{way: way{kind, rate, time.Duration(trip) * time.Millisecond, *room, *tcp}, scene: s})
					}
				}
			}
		}
	}

	if !*short && !isSet("kinds") {
		all = append(all, &trial{way: way{"jump", 8000, 100 * time.Millisecond, *room, *tcp}, scene: scenes[1]})
	}

	fmt.Println("kind     B/s   trip  scene    steered p50   p95  growth   whole p50   p95   pictures/s   bytes/s   frame, goal p95")
	span := time.Duration(*secs) * time.Second
	if *short {
		together(all, program, home, span)
	}
	failed := false
	for _, t := range all {
		if !*short {
			t.measure(program, home, span)
		}
		for again := 2; *short && t.err == nil && t.tooOld() && again > 0; again-- { // alone
			together([]*trial{t}, program, home, span)
		}
		t.print()
		if *shows {
			fmt.Print(t.overlay)
		}
		failed = failed || t.err != nil || *short && t.tooOld() || t.kind == "jump" && (t.grows() || t.tooOld() && t.capped() == "")
	}
	if failed {
		os.RemoveAll(home)
		os.Exit(1)
	}
}

// A trial is a scene over a way, and what was seen of it.
type trial struct {
	way
	scene
	result
	busy time.Duration // how late the machine was
	err  error
}

func (t *trial) measure(program, home string, span time.Duration) {
	t.result, t.err = measure(t.way, t.scene, program, home, span)
}

// together measures all at once, each with a home of its own, and how late this machine is meanwhile.
func together(all []*trial, program, home string, span time.Duration) {
	var wg sync.WaitGroup
	var late time.Duration
	wg.Go(func() { late = lateness(home, span) })
	for i, t := range all {
		wg.Go(func() { t.measure(program, filepath.Join(home, strconv.Itoa(i)), span) })
	}
	wg.Wait()
	for _, t := range all {
		t.busy = late
	}
}

func (t *trial) print() {
	row := fmt.Sprintf("%-6s %6d %6d  %-8s", t.kind, t.rate, t.trip.Milliseconds(), t.name)
	if t.err != nil {
		fmt.Println(row, t.err)
		return
	}
	mark := ""
	if t.tooOld() {
		mark = "  too old"
	}
	if t.grows() {
		mark += "  grows"
	}
	if row := t.capped(); row != "" {
		mark += "  " + row
	}
	fmt.Printf("%s %8d %7d %7d %7d %6d %10.1f %11.0f %10.0f %6d%s\n", row,
		t.p50.Milliseconds(), t.p95.Milliseconds(), t.growth.Milliseconds(), t.whole.Milliseconds(), t.late.Milliseconds(),
		t.fps, t.bytes, t.bytes/max(t.fps, 1), (t.goal() + t.busy).Milliseconds(), mark)
}

// maxGrowth is by how much the age may rise from the first third of the time to the last one. Scenes change, and the age
// with them.
const maxGrowth = 250 * time.Millisecond

// grows reports whether the picture becomes older and older.
func (t *trial) grows() bool { return t.growth > maxGrowth+t.busy }

// goal returns how old what is steered may be at 95 of 100 moments: it is drawn 30 times a second, and no frame takes
// the way for longer than until the next one. That is half of it.
func (w way) goal() time.Duration {
	if w.kind == "tmux" || w.kind == "jump" { // it has buffers of its own
		return 500 * time.Millisecond
	}
	return w.trip/2 + 150*time.Millisecond
}

// tooOld reports whether what is steered is older than that on a machine that is this busy.
func (t *trial) tooOld() bool { return t.p95 > t.goal()+t.busy }

// isSet reports whether the command line has a flag.
func isSet(name string) (is bool) {
	flag.Visit(func(f *flag.Flag) { is = is || f.Name == name })
	return is
}

func numbers(list string, least int) (ns []int) {
	for _, s := range strings.Split(list, ",") {
		n, err := strconv.Atoi(s)
		if err == nil && n < least {
			err = fmt.Errorf("%d: want %d at least", n, least)
		}
		check(err)
		ns = append(ns, n)
	}
	return ns
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "links:", err)
		os.Exit(1)
	}
}
