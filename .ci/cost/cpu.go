// Package cost measures the processor time, memory and output of the program on a terminal.
package cost

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"text/tabwriter"
	"time"

	"arkterm/ci/harness"
)

// A scene is a state of the program that is measured.
type scene struct {
	name        string
	wide        bool    // 200×60 cells instead of 80×24
	args        string  // arguments of the program
	keys        string  // typed before the measurement, one per second
	maxSwitches int     // maximum context switches per second; 0 means unlimited
	maxCost     float64 // maximum cost in a short run, as a multiple of the minimal program's cost; 0 skips the scene
}

var scenes = []scene{
	{name: minimal, maxCost: 1},
	{name: "pause", args: "--difficulty medium --level 1", keys: "\r p", maxSwitches: 20, maxCost: 0.2},
	{name: "title", args: "--difficulty medium"},
	{name: "serve", args: "--difficulty medium --level 1 --fps 60", keys: "\r", maxSwitches: 500, maxCost: 2.5},
	{name: "ball", args: "--bot --level 1 --drops 0 --fps 60", maxSwitches: 500, maxCost: 3.5},
	{name: "ball 30", args: "--bot --level 1 --drops 0 --fps 30", maxSwitches: 500},
	{name: "ball wide", wide: true, args: "--bot --level 1 --drops 0 --fps 60"},
	{name: "level 32", args: "--bot --level 32 --fps 60"},
	{name: "level 32 wide", wide: true, args: "--bot --level 32 --fps 60"},
	{name: "level 33 wide", wide: true, args: "--bot --level 33 --fps 60", maxCost: 6},
	{name: "storm 200", args: "--bot --mode storm --balls 200 --fps 60"},
}

// minimal is the name of the scene with the minimal program, which only writes 60 times per second.
const minimal = "minimal"

// settleTime is the time between the last key of a scene and the measurement.
const settleTime = 3 * time.Second

// RunCPU carries out the subcommand cpu. It measures the share of a core, the context switches and the output of each
// scene. The share depends on the machine and its load, so a short run compares it with the share of the minimal
// program, which runs at the same time. The limits of context switches do not depend on the machine.
func RunCPU(dir string, args []string) error {
	flags := flag.NewFlagSet("cpu", flag.ContinueOnError)
	seconds := flags.Int("seconds", 5, "measure each scene for `N` seconds")
	only := flags.String("only", "", "measure only scenes whose names contain `TEXT`")
	short := flags.Bool("short", false, "measure a few scenes at the same time and compare them with a minimal program")
	if err := flags.Parse(args); err != nil {
		return err
	}
	var chosen []scene
	for _, s := range scenes {
		if strings.Contains(s.name, *only) && (!*short || s.maxCost > 0) {
			chosen = append(chosen, s)
		}
	}
	if len(chosen) == 0 {
		return fmt.Errorf("no scene has %q in its name", *only)
	}
	program, err := harness.Build(dir, "arkterm")
	if err != nil {
		return err
	}
	results, errs := make([]figures, len(chosen)), make([]error, len(chosen))
	var wg sync.WaitGroup
	for i := range chosen {
		wg.Go(func() {
			results[i], errs[i] = chosen[i].measure(program, filepath.Join(dir, fmt.Sprint(i)),
				time.Duration(*seconds)*time.Second)
		})
		if !*short {
			wg.Wait()
		}
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		return err
	}
	printFigures(os.Stdout, chosen, results)
	return checkLimits(chosen, results, *short)
}

// printFigures prints a table with a row for each scene.
func printFigures(out io.Writer, all []scene, results []figures) {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "scene\t% of a core\tswitches/s\tpreempted/s\tthreads\tMB\tpictures/s\tbytes/s\t")
	for i, f := range results {
		fmt.Fprintf(table, "%s\t%.2f\t%d\t%d\t%d\t%d\t%d\t%d\t\n", all[i].name, 100*f.share, f.switches, f.preempted,
			f.threads, f.megabytes, f.pictures, f.bytes)
	}
	table.Flush()
}

// checkLimits returns an error if a scene exceeds its limits.
func checkLimits(all []scene, results []figures, short bool) error {
	var errs []error
	for i, s := range all {
		if f := results[i]; s.maxSwitches > 0 && f.switches > s.maxSwitches {
			errs = append(errs,
				fmt.Errorf("%s: %d context switches per second, want at most %d", s.name, f.switches, s.maxSwitches))
		}
		if times := results[i].share / results[0].share; short && all[0].name == minimal && times > s.maxCost {
			errs = append(errs,
				fmt.Errorf("%s: %.1f times the cost of the minimal program, want at most %.1f", s.name, times,
					s.maxCost))
		}
	}
	return errors.Join(errs...)
}

// WriteOften is the minimal program. It writes the bytes of a typical frame 60 times per second, and never returns.
func WriteOften() {
	go func() { _, _ = io.Copy(io.Discard, os.Stdin) }()
	frame := bytes.Repeat([]byte("\x1b[10;10H\x1b[38;2;1;2;3m█"), 4)
	for range time.Tick(time.Second / 60) {
		_, _ = os.Stdout.Write(frame)
	}
}

// figures are the measured costs of a scene.
type figures struct {
	share               float64 // processor time divided by the elapsed time; 1 is a full core
	switches, preempted int     // voluntary and involuntary context switches per second
	threads, megabytes  int
	pictures, bytes     int // per second; each read counts as a picture, because most pictures arrive in one read
}

// measure plays a scene and measures it for the given time.
func (s *scene) measure(program, home string, span time.Duration) (f figures, err error) {
	cmd := exec.Command(program, append(strings.Fields(s.args), "--seed", "7", "--sound", "off")...)
	if s.name == minimal {
		if cmd, err = harness.Self("cpu-minimal"); err != nil {
			return f, err
		}
	}
	cmd.Env = harness.Environment(home, "COLORTERM=truecolor")
	cols, rows := 80, 24
	if s.wide {
		cols, rows = 200, 60
	}
	var sent, pictures atomic.Int64
	terminal, err := harness.StartReplying(cmd, cols, rows, func(p []byte) {
		sent.Add(int64(len(p)))
		pictures.Add(1)
	})
	if err != nil {
		return f, err
	}
	defer terminal.End()

	time.Sleep(time.Second)
	for _, key := range s.keys {
		terminal.Type(string(key))
		time.Sleep(time.Second)
	}
	time.Sleep(settleTime)
	before, err := harness.CostOf(cmd.Process.Pid)
	if err != nil {
		return f, fmt.Errorf("%s: %w", s.name, err)
	}
	bytesBefore, picturesBefore, begun := sent.Load(), pictures.Load(), time.Now()
	time.Sleep(span)
	after, err := harness.CostOf(cmd.Process.Pid)
	if err != nil {
		return f, fmt.Errorf("%s: %w", s.name, err)
	}
	took := time.Since(begun).Seconds()
	perSecond := func(n int64) int { return int(float64(n) / took) }
	return figures{
		share:     (after.CPU - before.CPU).Seconds() / took,
		switches:  perSecond(int64(after.Switches - before.Switches)),
		preempted: perSecond(int64(after.Preempted - before.Preempted)),
		threads:   after.Threads, megabytes: after.Kilobytes / 1024,
		pictures: perSecond(pictures.Load() - picturesBefore), bytes: perSecond(sent.Load() - bytesBefore),
	}, nil
}
