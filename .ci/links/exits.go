package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/creack/pty"

	"arkterm/.ci/vt"
)

// An exit is an end of the program in a shell, whose terminal replies to queries after a delay.
type exit struct {
	way     int           // index in exitWays
	trip    time.Duration // round-trip time
	stall   time.Duration // the link carries nothing for this time, in which the exit is requested
	stopped bool          // the terminal does not read from 3 s before the exit until the program has ended

	left []byte // bytes that have reached the shell's input
	err  error
}

// exitWays are the ways to end the program: a key or a signal from another process. In a game q opens a dialog, so it ends a
// replay.
var exitWays = []struct {
	name   string
	args   string
	key    string
	signal syscall.Signal
}{
	{"Ctrl-C", botGame, "\x03", 0},
	{"q", "replay ../" + recording, "q", 0},
	{"SIGTERM", botGame, "", syscall.SIGTERM},
	{"SIGHUP", botGame, "", syscall.SIGHUP},
}

const (
	botGame   = "--bot --level 1 --seed 7"
	recording = "game.ark"
)

// exitPlan returns 100 exits: each way at ten round-trip times, in ten stalls and behind a stopped reader. The short plan
// is every eleventh one, which has all ways and conditions.
func exitPlan(short bool) (plan []*exit) {
	add := func(e exit) {
		for way := range exitWays {
			e := e
			e.way = way
			plan = append(plan, &e)
		}
	}
	for _, ms := range []int{0, 50, 100, 200, 300, 500, 600, 700, 800, 1000} {
		add(exit{trip: time.Duration(ms) * time.Millisecond})
	}
	for s := range 10 {
		add(exit{trip: 100 * time.Millisecond, stall: time.Duration(s+1) * time.Second})
	}
	for _, ms := range []int{0, 100, 300, 600, 1000} {
		add(exit{trip: time.Duration(ms) * time.Millisecond, stopped: true})
	}
	if short {
		for i := range 10 {
			plan[i] = plan[11*i]
		}
		plan = plan[:10]
	}
	return plan
}

// exitsTogether is the number of exits at the same time. Most of the time they wait.
const exitsTogether = 20

// exits runs a plan and prints the exits that leave bytes in the shell's input. It reports whether there are none.
func exits(plan []*exit, program, home string) bool {
	check(run(home, program, "sim", "--bot", "--level", "4", "--seed", "7", "--ticks", "7200", "--record", filepath.Join(home, recording)))
	var wg sync.WaitGroup
	places := make(chan struct{}, exitsTogether)
	for i, e := range plan {
		wg.Go(func() {
			places <- struct{}{}
			e.left, e.err = e.run(program, filepath.Join(home, "exit"+strconv.Itoa(i)))
			<-places
		})
	}
	wg.Wait()
	failed := 0
	for _, e := range plan {
		if e.err != nil || len(e.left) > 0 {
			failed++
			fmt.Println(e)
		}
	}
	fmt.Printf("exits: %d of %d leave bytes in the shell's input or fail\n", failed, len(plan))
	return failed == 0
}

func (e *exit) String() string {
	text := fmt.Sprintf("%-7s round trip %4d ms", exitWays[e.way].name, e.trip.Milliseconds())
	switch {
	case e.stall > 0:
		text += fmt.Sprintf(", in a stall of %v", e.stall)
	case e.stopped:
		text += ", behind a stopped reader"
	}
	if e.err != nil {
		return text + ": " + e.err.Error()
	}
	return fmt.Sprintf("%s: %d bytes %q", text, len(e.left), e.left)
}

// Times of an exit.
const (
	playFor   = 2 * time.Second  // before the exit or the stall
	stopFor   = 3 * time.Second  // of a stopped reader, before the exit
	exitLimit = 30 * time.Second // for the start, and for the end
	settleFor = 1500 * time.Millisecond
)

// run starts the program in bash, ends it, and returns the bytes that a program after it reads from the terminal.
func (e *exit) run(program, home string) ([]byte, error) {
	if err := os.MkdirAll(home, 0o700); err != nil {
		return nil, err
	}
	bash := exec.Command("bash", "--norc", "--noprofile", "-i")
	pidFile, left := filepath.Join(home, "pid"), filepath.Join(home, "left")
	bash.Dir = home
	bash.Env = environment(home, "SSH_TTY=far", // after the program, cat reads the input instead of the shell
		fmt.Sprintf("PROMPT_COMMAND=[ ! -e %s ] || { stty raw -echo; exec cat >%s; }", pidFile, left))
	ptm, err := pty.StartWithSize(bash, &pty.Winsize{Cols: 80, Rows: 24})
	if err != nil {
		return nil, err
	}
	defer func() {
		_ = bash.Process.Kill()
		ptm.Close()
		_ = bash.Wait()
	}()

	// The link carries nothing until the end of a stall, and the terminal reads nothing while it is stopped.
	var stalled atomic.Pointer[time.Time]
	stalled.Store(&time.Time{})
	var stopped atomic.Bool
	var seeing sync.Mutex
	back := newLine(0, e.trip/2, 0, func(p []byte) {
		time.Sleep(time.Until(*stalled.Load()))
		_, _ = ptm.Write(p)
	})
	defer back.Close()
	terminal := vt.New(80, 24, func(text string) { back.Write([]byte(text)) })
	there := newLine(0, e.trip/2, 64<<10, func(p []byte) {
		time.Sleep(time.Until(*stalled.Load()))
		seeing.Lock()
		defer seeing.Unlock()
		terminal.Write(p)
	})
	defer there.Close()
	go read(ptm, func(p []byte) {
		there.Write(slices.Clone(p))
		for stopped.Load() {
			time.Sleep(time.Millisecond)
		}
	})

	back.Write(fmt.Appendf(nil, "sh -c 'echo $$ >%s; exec %s %s'\r", pidFile, program, exitWays[e.way].args))
	if !within(exitLimit, func() bool {
		seeing.Lock()
		defer seeing.Unlock()
		return terminal.Contains("SCORE")
	}) {
		return nil, errors.New("the program does not start")
	}
	time.Sleep(playFor)

	if e.stopped {
		stopped.Store(true)
		time.Sleep(stopFor)
	}
	end := time.Now().Add(e.stall)
	stalled.Store(&end)
	time.Sleep(e.stall / 2)
	if err := e.request(back, pidFile); err != nil {
		return nil, err
	}
	ended := within(exitLimit, func() bool { _, err := os.Stat(left); return err == nil })
	if e.stopped {
		stopped.Store(false)
	}
	if !ended {
		return nil, errors.New("the program does not end")
	}
	time.Sleep(time.Until(end) + 2*e.trip + settleFor)
	return os.ReadFile(left)
}

// request requests the end of the program.
func (e *exit) request(back *line, pidFile string) error {
	w := &exitWays[e.way]
	if w.key != "" {
		back.Write([]byte(w.key))
		return nil
	}
	text, err := os.ReadFile(pidFile)
	if err != nil {
		return err
	}
	pid, err := strconv.Atoi(string(bytes.TrimSpace(text)))
	if err != nil {
		return err
	}
	return syscall.Kill(pid, w.signal)
}

// within waits until a condition holds, and reports whether it does within the limit.
func within(limit time.Duration, holds func() bool) bool {
	for end := time.Now().Add(limit); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if holds() {
			return true
		}
	}
	return false
}
