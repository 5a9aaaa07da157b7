package cost

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"arkterm/ci/harness"
)

// Limits for the start of the program. Each time is the minimum of many starts, because other processes can only make a
// start longer. The number of page faults does not depend on the load. They cause most of a start's cost: each takes
// about 0.5 µs on a computer and 25 µs in a nested virtual machine.
const (
	maxProgramBytes = 10_110_000
	maxVersionTime  = 10 * time.Millisecond
	maxTitleTime    = 60 * time.Millisecond
	maxGameMemory   = 30_000 // KB

	// On slow machines, the limit is a multiple of the time of the smallest Go program. On an idle machine, that time
	// is 1 to 2 ms.
	versionTimes = 5
	titleTimes   = 25

	// Maximum numbers of touched memory pages. The smallest Go program touches 190 pages.
	maxVersionPages = 450
	maxTitlePages   = 2000
)

// smallestProgram is the source of the smallest Go program.
const smallestProgram = "package main\n\nimport \"os\"\n\nfunc main() { os.Stdout.WriteString(\"arkterm \\n\") }\n"

// RunStartup carries out the subcommand startup. It measures the size, the start and the memory of the program in args.
// Without an argument, it builds the program. It also plays a level with the keyboard, quits, and tests that the
// terminal is restored.
func RunStartup(dir string, args []string) (err error) {
	program := ""
	switch len(args) {
	case 0:
		program, err = harness.Build(dir, "arkterm", "-trimpath", "-ldflags=-s -w") // the flags of releases
	case 1:
		program = args[0]
	default:
		err = errors.New("usage: startup [PROGRAM]")
	}
	if err != nil {
		return err
	}
	info, err := os.Stat(program)
	if err != nil {
		return err
	}
	reference, err := measureSmallestStart(dir)
	if err != nil {
		return err
	}
	version, err := fastest(30, func() (start, error) { return measureVersionStart(program) })
	if err != nil {
		return err
	}
	title, err := fastest(10, func() (start, error) { return measureTitleStart(program, dir) })
	if err != nil {
		return err
	}
	memory, err := play(program, dir)
	if err != nil {
		return err
	}

	var errs []error
	row := func(name string, got, limit float64, unit string) {
		fmt.Printf("%-28s %6.1f of %5.1f %s\n", name, got, limit, unit)
		if got > limit {
			errs = append(errs, fmt.Errorf("%s: %.1f %s, want at most %.1f", name, got, unit, limit))
		}
	}
	ms := func(d time.Duration) float64 { return d.Seconds() * 1000 }
	fmt.Printf("%-28s %6.1f ms, %d pages\n", "the smallest program", ms(reference.took), reference.pages)
	row("program", float64(info.Size())/1e6, maxProgramBytes/1e6, "MB")
	row("arkterm version", ms(version.took), ms(max(maxVersionTime, versionTimes*reference.took)), "ms")
	row("first picture of the title", ms(title.took), ms(max(maxTitleTime, titleTimes*reference.took)), "ms")
	row("arkterm version", float64(version.pages), maxVersionPages, "pages")
	row("first picture of the title", float64(title.pages), maxTitlePages, "pages")
	row("peak memory in a game", float64(memory)/1e3, maxGameMemory/1e3, "MB")
	return errors.Join(errs...)
}

// A start is the time until the first output and the number of touched memory pages.
type start struct {
	took  time.Duration
	pages int64
}

// fastest returns the minimum of n starts.
func fastest(n int, measure func() (start, error)) (best start, err error) {
	for i := range n {
		s, err := measure()
		if err != nil {
			return start{}, err
		}
		if i == 0 {
			best = s
		}
		best = start{min(best.took, s.took), min(best.pages, s.pages)}
	}
	return best, nil
}

// touchedPages returns the number of pages that a command touched.
func touchedPages(cmd *exec.Cmd) int64 {
	return cmd.ProcessState.SysUsage().(*syscall.Rusage).Minflt
}

// measureSmallestStart compiles the smallest Go program and measures its start.
func measureSmallestStart(dir string) (start, error) {
	source, program := filepath.Join(dir, "smallest.go"), filepath.Join(dir, "smallest")
	if err := os.WriteFile(source, []byte(smallestProgram), 0o600); err != nil {
		return start{}, err
	}
	if err := harness.Run(exec.Command("go", "build", "-o", program, source)); err != nil {
		return start{}, err
	}
	return fastest(30, func() (start, error) { return measureVersionStart(program) })
}

// measureVersionStart measures a program that prints its version.
func measureVersionStart(program string) (start, error) {
	begun := time.Now()
	cmd := exec.Command(program, "version")
	output, err := cmd.Output()
	took := time.Since(begun)
	if err == nil && !bytes.HasPrefix(output, []byte("arkterm ")) {
		err = fmt.Errorf("unexpected version %q", output)
	}
	if err != nil {
		return start{}, err
	}
	return start{took, touchedPages(cmd)}, nil
}

// showWait is the maximum time until a picture is shown.
const showWait = 20 * time.Second

// openGame starts the program for a player who has already chosen a difficulty.
func openGame(program, home string, args ...string) (*harness.Terminal, *harness.Log, error) {
	cmd := exec.Command(program, append([]string{"--difficulty", "medium", "--sound", "off"}, args...)...)
	cmd.Env = harness.Environment(home, "COLORTERM=truecolor")
	log := new(harness.Log)
	terminal, err := harness.StartReplying(cmd, 80, 24, func(p []byte) { _, _ = log.Write(p) })
	return terminal, log, err
}

// measureTitleStart measures the start of the program until the title is shown.
func measureTitleStart(program, home string) (start, error) {
	begun := time.Now()
	terminal, log, err := openGame(program, home)
	if err != nil {
		return start{}, err
	}
	err = log.Wait(showWait, "Play")
	took := time.Since(begun)
	_ = terminal.Cmd.Process.Kill()
	terminal.End()
	return start{took, touchedPages(terminal.Cmd)}, err
}

// play plays a level for some seconds, quits, and returns the peak memory in KB.
func play(program, home string) (kilobytes int, err error) {
	terminal, log, err := openGame(program, home, "--level", "33")
	if err != nil {
		return 0, err
	}
	defer terminal.End()
	if err := log.Wait(showWait, "Play"); err != nil {
		return 0, err
	}
	terminal.Type("\r")
	if err := log.Wait(showWait, "Asteroid Belt"); err != nil { // the name of level 33
		return 0, err
	}
	for _, key := range strings.Split(strings.Repeat("\x1b[C \x1b[D \x1b[D ", 8), " ") {
		terminal.Type(" " + key)
		time.Sleep(100 * time.Millisecond)
	}
	kilobytes = harness.StatusField(fmt.Sprintf("/proc/%d/status", terminal.Cmd.Process.Pid), "VmHWM:")
	if kilobytes == 0 {
		return 0, fmt.Errorf("the game ended early; its last output is %q", log.Last(300))
	}

	ended := make(chan error, 1)
	go func() { ended <- terminal.Cmd.Wait() }()
	for range 50 { // q opens a dialog, confirms it, and quits from the title
		terminal.Type("q")
		select {
		case err := <-ended:
			return kilobytes, errors.Join(err, terminal.Restored(), log.Wait(showWait, "\x1b[?1049l"))
		case <-time.After(200 * time.Millisecond):
		}
	}
	return 0, fmt.Errorf("the game does not quit on q; its last output is %q", log.Last(300))
}
