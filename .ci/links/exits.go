package links

import (
	"bytes"
	"errors"
	"flag"
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

	"arkterm/ci/harness"
	"arkterm/render/ansi"
)

// An exit is a trial in which the program runs in a shell and ends, and the terminal replies to queries after a delay.
type exit struct {
	method          int           // index in exitMethods
	rtt             time.Duration // round-trip time
	stall           time.Duration // time in which nothing passes the link; the exit is requested in the middle of it
	terminalStopped bool          // the terminal stops reading 3 s before the exit, until the program has ended

	leftover []byte // result: bytes that the program has left in the shell's input
	err      error  // result: why the trial failed; nil if it passed
}

// exitMethods are the methods to end the program: a key, or a signal from another process. The key q is used in a
// replay, because in a game it opens a dialog.
var exitMethods = []struct {
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

// exitPlan returns 100 exits: each method at ten round-trip times, in ten stalls, and at five round-trip times with a
// stopped terminal. The short plan consists of every eleventh exit, which includes all methods and conditions.
func exitPlan(short bool) (plan []*exit) {
	add := func(e exit) {
		for e.method = range exitMethods {
			copied := e
			plan = append(plan, &copied)
		}
	}
	for _, ms := range []time.Duration{0, 50, 100, 200, 300, 500, 600, 700, 800, 1000} {
		add(exit{rtt: ms * time.Millisecond})
	}
	for s := range time.Duration(10) {
		add(exit{rtt: 100 * time.Millisecond, stall: (s + 1) * time.Second})
	}
	for _, ms := range []time.Duration{0, 100, 300, 600, 1000} {
		add(exit{rtt: ms * time.Millisecond, terminalStopped: true})
	}
	if short {
		for i := range 10 {
			plan[i] = plan[11*i]
		}
		plan = plan[:10]
	}
	return plan
}

// RunExits carries out the subcommand exits. It ends the program under many conditions and counts the bytes that reach
// the shell.
func RunExits(dir string, args []string) error {
	flags := flag.NewFlagSet("exits", flag.ContinueOnError)
	short := flags.Bool("short", false, "try 10 exits instead of 100")
	if err := flags.Parse(args); err != nil {
		return err
	}
	program, err := harness.Build(dir, "arkterm")
	if err != nil {
		return err
	}
	record := exec.Command(program, "sim", "--bot", "--level", "4", "--seed", "7", "--ticks", "7200", "--record",
		filepath.Join(dir, recording))
	if err := harness.Run(record); err != nil {
		return err
	}
	plan := exitPlan(*short)
	var wg sync.WaitGroup
	slots := make(chan struct{}, 20) // concurrent exits; more than there are processors, because exits mostly wait
	for i, e := range plan {
		wg.Go(func() {
			slots <- struct{}{}
			e.leftover, e.err = e.run(program, filepath.Join(dir, "exit"+strconv.Itoa(i)))
			<-slots
		})
	}
	wg.Wait()
	failed := 0
	for _, e := range plan {
		if e.err != nil || len(e.leftover) > 0 {
			failed++
			fmt.Println(e)
		}
	}
	fmt.Printf("%d of %d exits leave bytes in the shell's input or fail\n", failed, len(plan))
	if failed > 0 {
		return errors.New("the program leaves bytes in the shell's input")
	}
	return nil
}

// String describes an exit and its result.
func (e *exit) String() string {
	text := fmt.Sprintf("%-7s round trip %4d ms", exitMethods[e.method].name, e.rtt.Milliseconds())
	switch {
	case e.stall > 0:
		text += fmt.Sprintf(", in a stall of %v", e.stall)
	case e.terminalStopped:
		text += ", with a stopped terminal"
	}
	if e.err != nil {
		return text + ": " + e.err.Error()
	}
	return fmt.Sprintf("%s: %d bytes %q", text, len(e.leftover), e.leftover)
}

// Times of an exit.
const (
	playTime   = 2 * time.Second         // time of the game before the exit or the stall
	stopTime   = 3 * time.Second         // time from the stop of the terminal to the exit
	exitLimit  = 30 * time.Second        // maximum time of the start, and of the exit
	settleTime = 1500 * time.Millisecond // time to wait for replies after the exit
)

// run starts the program in bash, ends it, and returns the bytes that the next program, cat, reads from the terminal.
func (e *exit) run(program, home string) ([]byte, error) {
	if err := os.MkdirAll(home, 0o700); err != nil {
		return nil, err
	}
	pidFile, left := filepath.Join(home, "pid"), filepath.Join(home, "left")
	bash := exec.Command("bash", "--norc", "--noprofile", "-i")
	bash.Dir = home
	bash.Env = harness.Environment(home, "SSH_TTY=far", // after the program, cat reads the input instead of the shell
		fmt.Sprintf("PROMPT_COMMAND=[ ! -e %s ] || { stty raw -echo; exec cat >%s; }", pidFile, left))

	// Nothing passes the link before stallEnd, which is the end of the last stall. The terminal does not read while
	// stopped is true.
	var stallEnd atomic.Pointer[time.Time]
	stallEnd.Store(&time.Time{})
	var stopped, started atomic.Bool
	var shell *harness.Terminal
	toProgram := harness.NewLine(0, e.rtt/2, 0, func(p []byte) {
		time.Sleep(time.Until(*stallEnd.Load()))
		shell.Type(string(p))
	})
	defer toProgram.Close()
	screen := ansi.NewEmulator(80, 24)
	screen.Reply = func(text string) { toProgram.Write([]byte(text)) }
	toTerminal := harness.NewLine(0, e.rtt/2, 64<<10, func(p []byte) {
		time.Sleep(time.Until(*stallEnd.Load()))
		if screen.Write(p); screen.Contains("SCORE") {
			started.Store(true)
		}
	})
	defer toTerminal.Close()
	shell, err := harness.Start(bash, 80, 24, func(p []byte) {
		toTerminal.Write(slices.Clone(p))
		for stopped.Load() {
			time.Sleep(time.Millisecond)
		}
	})
	if err != nil {
		return nil, err
	}
	defer shell.End()

	toProgram.Write(fmt.Appendf(nil, "sh -c 'echo $$ >%s; exec %s %s'\r", pidFile, program, exitMethods[e.method].args))
	if !harness.Until(exitLimit, started.Load) {
		return nil, fmt.Errorf("the program has not started within %v", exitLimit)
	}
	time.Sleep(playTime)
	if e.terminalStopped {
		stopped.Store(true)
		time.Sleep(stopTime)
	}
	end := time.Now().Add(e.stall)
	stallEnd.Store(&end)
	time.Sleep(e.stall / 2)
	if err := e.request(toProgram, pidFile); err != nil {
		return nil, err
	}
	ended := harness.Until(exitLimit, func() bool { _, err := os.Stat(left); return err == nil })
	stopped.Store(false)
	if !ended {
		return nil, fmt.Errorf("the program has not ended within %v", exitLimit)
	}
	time.Sleep(time.Until(end) + 2*e.rtt + settleTime)
	return os.ReadFile(left)
}

// request types the key or sends the signal that ends the program.
func (e *exit) request(toProgram *harness.Line, pidFile string) error {
	method := &exitMethods[e.method]
	if method.key != "" {
		toProgram.Write([]byte(method.key))
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
	return syscall.Kill(pid, method.signal)
}
