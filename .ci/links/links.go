// Package links measures how old the picture in the terminal is over links with low rates or long round-trip times. The
// bot plays, and an emulated terminal at the other end of the link reads the tick in the program's debug overlay. Each
// link has a goal, which is the maximum for the 95th percentile of this age, see goal.
//
//	links               all rates, round-trip times, scenes and kinds, 10 s each
//	links -short        a few cases at the same time, which must reach the goals of their links
//	links -kinds ssh -rates 40000 -rtts 100
//
// With -short, a minimal program also shows pictures at the same rate over an unlimited link. Its pictures are late
// only if the machine is busy, so the delay of its pictures is added to the goals.
//
// The kinds of links are:
//
//	direct     a shaped pseudo-terminal
//	mute       like direct, but the terminal does not reply to queries
//	ssh        OpenSSH over a network of two TUN devices in their own namespaces
//	ssh-mute   like ssh, but the terminal does not reply to queries
//	tmux       like ssh, with the program in tmux
//	jump       like tmux, on a second host behind a jump host, which acknowledges data before the terminal receives it
//
// The last four kinds need root and OpenSSH's sshd. A trial of the kind jump fails if the age grows, or if the age
// exceeds the goal although the debug overlay shows no cap on the program's output rate.
package links

import (
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"arkterm/ci/harness"
)

// A scene is a game in a terminal of cols × rows cells.
type scene struct {
	name       string
	cols, rows int
	args       string
}

var scenes = []scene{
	{"ball", 80, 24, "--level 1 --drops 0"},
	{"level33", 120, 40, "--level 33"},
	{"storm", 80, 24, "--mode storm --balls 200"},
}

// commonArgs are the arguments of every scene.
const commonArgs = "--bot --seed 7 --debug --glyphs sextant --color truecolor "

// A link is the path between the program and the terminal.
type link struct {
	kind string
	rate int           // bytes per second
	rtt  time.Duration // round-trip time
}

// maxQueued is the maximum number of bytes that are queued in front of the bottleneck.
const maxQueued = 256 << 10

// goal returns the maximum for the 95th percentile of the picture's age, which is measured at the paddle and the balls.
// The program draws 30 pictures per second, and a frame may occupy the link until the next frame. The goal for
// tmux is longer, because tmux also buffers output.
func (l link) goal() time.Duration {
	if l.multiplexed() {
		return 500 * time.Millisecond
	}
	return l.rtt/2 + 150*time.Millisecond
}

// multiplexed reports whether the program runs in tmux.
func (l link) multiplexed() bool { return l.kind == "tmux" || l.kind == "jump" }

// A trial is the measurement of a scene over a link.
type trial struct {
	link
	scene
	ages
	machineDelay time.Duration // delay because the machine is busy; see machineDelay
	err          error
}

// Run carries out the subcommand links. dir is a folder for temporary files.
func Run(dir string, args []string) error {
	flags := flag.NewFlagSet("links", flag.ContinueOnError)
	short := flags.Bool("short", false, "measure a few cases at the same time and compare them with the goals")
	seconds := flags.Int("seconds", 10, "measure each case for `N` seconds, after a warm-up of four")
	kinds := flags.String("kinds", "direct,ssh,tmux", "measure these `KINDS` of links")
	rates := flags.String("rates", "8000,40000,150000", "measure these `RATES` in bytes per second")
	rtts := flags.String("rtts", "0,100,300", "measure these round-trip `TIMES` in milliseconds")
	names := flags.String("scenes", "ball,level33,storm", "measure these `SCENES`")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *short {
		*kinds, *rates, *rtts, *seconds = "direct", "8000,40000", "300", 5
	}
	all, err := trials(*kinds, *rates, *rtts, *names)
	if err != nil {
		return err
	}
	program, err := harness.Build(dir, "arkterm")
	if err != nil {
		return err
	}
	fmt.Println(
		"kind     B/s   RTT   scene     paddle p50   p95  growth  oldest p50   p95   pictures/s   bytes/s   frame  " +
			"goal p95")
	span := time.Duration(*seconds) * time.Second
	if *short {
		runTogether(all, program, dir, span)
	}
	failed := 0
	for _, t := range all {
		if !*short {
			t.ages, t.err = measure(t.link, t.scene, program, dir, span)
		}
		for try := 0; *short && t.err == nil && t.late() && try < 2; try++ {
			runTogether([]*trial{t}, program, dir, span)
		}
		fmt.Println(t)
		if t.err != nil || *short && t.late() || t.kind == "jump" && (t.grows() || t.late() && t.capped() == "") {
			failed++
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d cases miss their goal", failed, len(all))
	}
	return nil
}

// trials returns the trials of all combinations. If kinds ends with tmux, like the default, it adds one trial of the
// kind jump.
func trials(kinds, rates, rtts, names string) (all []*trial, err error) {
	for kind := range strings.SplitSeq(kinds, ",") {
		for rate := range strings.SplitSeq(rates, ",") {
			for rtt := range strings.SplitSeq(rtts, ",") {
				l, err := parseLink(kind, rate, rtt)
				if err != nil {
					return nil, err
				}
				for _, s := range scenes {
					if slices.Contains(strings.Split(names, ","), s.name) {
						all = append(all, &trial{link: l, scene: s})
					}
				}
			}
		}
	}
	if strings.HasSuffix(kinds, ",tmux") {
		all = append(all, &trial{link: link{"jump", 8000, 100 * time.Millisecond}, scene: scenes[1]})
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("unknown scene %q", names)
	}
	return all, nil
}

// parseLink returns a link with a rate in bytes per second and a round-trip time in milliseconds.
func parseLink(kind, rate, rtt string) (link, error) {
	bytes, err1 := strconv.Atoi(rate)
	ms, err2 := strconv.Atoi(rtt)
	if err := errors.Join(err1, err2); err != nil || bytes < 1 || ms < 0 {
		return link{}, fmt.Errorf("invalid rate %q or round-trip time %q (want integers of at least 1 and at least 0)",
			rate, rtt)
	}
	return link{kind, bytes, time.Duration(ms) * time.Millisecond}, nil
}

// runTogether runs trials and the minimal program at the same time.
func runTogether(all []*trial, program, dir string, span time.Duration) {
	var wg sync.WaitGroup
	var busy time.Duration
	var err error
	wg.Go(func() { busy, err = machineDelay(dir, span) })
	for i, t := range all {
		wg.Go(func() { t.ages, t.err = measure(t.link, t.scene, program, filepath.Join(dir, strconv.Itoa(i)), span) })
	}
	wg.Wait()
	for _, t := range all {
		t.machineDelay, t.err = busy, errors.Join(t.err, err)
	}
}

// maxGrowth is the maximum increase of the age from the first third of a trial to the last third. It is not 0, because
// scenes change.
const maxGrowth = 250 * time.Millisecond

// grows reports whether the age increases by more than maxGrowth.
func (t *trial) grows() bool { return t.growth > maxGrowth+t.machineDelay }

// late reports whether the 95th percentile of the age exceeds the goal, plus the delay of a busy machine.
func (t *trial) late() bool { return t.p95 > t.goal()+t.machineDelay }

// String returns a row of the table.
func (t *trial) String() string {
	row := fmt.Sprintf("%-6s %6d %6d  %-8s", t.kind, t.rate, t.rtt.Milliseconds(), t.name)
	if t.err != nil {
		return row + " " + t.err.Error()
	}
	row += fmt.Sprintf(" %8d %7d %7d %7d %6d %10.1f %11.0f %10.0f %6d",
		t.p50.Milliseconds(), t.p95.Milliseconds(), t.growth.Milliseconds(), t.oldest.Milliseconds(),
		t.oldestP95.Milliseconds(),
		t.pictures, t.bytes, t.bytes/max(t.pictures, 1), (t.goal() + t.machineDelay).Milliseconds())
	if t.late() {
		row += "  too old"
	}
	if t.grows() {
		row += "  grows"
	}
	return row + "  " + t.capped()
}
