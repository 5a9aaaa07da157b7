//go:build unix

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"arkterm/cmd/arkterm/replay"
	"arkterm/cmd/arkterm/store"
	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/levels"
)

// testBots are the behaviors of the program testbot, which TestMain adds to PATH. Each function plays a game.
var testBots = map[string]func(){
	"follow": func() { answerStates(0, nil) },
	"slow": func() {
		answerStates(0, func() {
			for n := range 100_000 {
				spun += n
			}
		})
	},
	"exit":       func() { os.Exit(3) },
	"exit later": func() { answerStates(3, nil); os.Exit(0) },
	"hang":       func() { answerStates(3, nil); select {} },
	"silent":     func() { select {} },
	"flood": func() {
		for {
			fmt.Println("{}")
		}
	},
	"long line": func() {
		for {
			fmt.Print("{ ")
		}
	},
	"binary":       func() { os.Stdout.Write([]byte{0, 0xff, '\n'}) },
	"close output": func() { os.Stdout.Close(); select {} },
	"close input": func() {
		os.Stdin.Close()
		for tick := range 1000 {
			fmt.Printf("{\"tick\":%d}\n", bot.DefaultInterval*tick)
		}
	},
	"many errors": func() {
		fmt.Fprint(os.Stderr, "first\n\x1b[31mred\n", strings.Repeat("x", 1<<20), "\nlast\n")
		answerStates(0, nil)
	},
	"fork": func() { // a process in the same group keeps the pipes open
		startChild(false)
		fmt.Println("forked")
	},
	"fork and hang": func() {
		startChild(false)
		fmt.Fprintln(os.Stderr, "ready")
		select {}
	},
	"escape": func() { // a process in another session keeps the pipes open until standard input ends
		startChild(true)
		fmt.Println("forked")
	},
	"memory": func() {
		gigabytes := uint64(3)
		spun = len(make([]byte, gigabytes<<30))
	},
	"child":   func() { select {} },
	"escaped": func() { _, _ = io.Copy(io.Discard, os.Stdin) },
}

// spun receives the results of busy work, so that the compiler does not remove the work.
var spun int

// lockVariable is the environment variable with the file that a program and its children keep locked.
const lockVariable = "ARKTERM_TEST_LOCK"

// testBotMain is the main function of testbot.
func testBotMain() { testBots[strings.Join(os.Args[1:], " ")]() }

// answerStates answers states by following the first landing, after a call of think. It returns after some answers, or
// at the end of the game if count is 0.
func answerStates(count int, think func()) {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for n := 0; (count == 0 || n < count) && lines.Scan(); {
		var s struct {
			Type       string
			Tick       int
			FireAction string `json:"fire_action"`
			Landings   []struct{ X float64 }
		}
		if json.Unmarshal(lines.Bytes(), &s) != nil || s.Type != "state" {
			continue
		}
		if think != nil {
			think()
		}
		target := ""
		if len(s.Landings) > 0 {
			target = fmt.Sprintf(`,"target":%g`, s.Landings[0].X)
		}
		fmt.Printf("{\"tick\":%d%s,\"fire\":%t}\n", s.Tick, target, s.FireAction == "serve")
		n++
	}
}

// startChild starts a process with the same standard files, which also keeps the lock. If escape is set, it is in its
// own session.
func startChild(escape bool) {
	cmd := exec.Command("testbot", "child")
	if escape {
		cmd = exec.Command("testbot", "escaped")
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if name := os.Getenv(lockVariable); name != "" {
		lock, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
		if err == nil {
			err = syscall.Flock(int(lock.Fd()), syscall.LOCK_EX)
		}
		if err != nil {
			panic(err)
		}
		cmd.ExtraFiles = []*os.File{lock}
	}
	if err := cmd.Start(); err != nil {
		panic(err)
	}
}

// playTestBot lets testbot play five seconds of the first level. It returns the game, how the program ended, its
// standard error, and the reason for which it has lost.
func playTestBot(t *testing.T, behavior string, limit time.Duration) (g *engine.Game, ended, errs string, lost error) {
	t.Helper()
	config := engine.Config{Setup: engine.Setup{Seed: 1}, Levels: levels.Shipped().Levels}
	g, err := engine.New(config)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	p, err := startBot("testbot "+behavior, bot.DefaultInterval, 1, limit,
		&botErrors{name: "testbot", w: &b, mu: new(sync.Mutex)})
	if err != nil {
		t.Fatal(err)
	}
	simulate(g, replay.NewRecording("", config, levels.Shipped()), []controller{p}, 5*engine.TicksPerSecond, false)
	ended = p.close(g)
	return g, ended, b.String(), p.Err()
}

// TestBotPrograms checks the reasons for which programs lose. Programs that hang have a short limit. The others have
// no limit, so that a busy machine does not change the result.
func TestBotPrograms(t *testing.T) {
	const short, long = 200 * time.Millisecond, time.Hour
	const exited, hangs = "the program exited or closed its output", "no answer, because the program hangs"
	for _, c := range []struct {
		behavior    string
		limit       time.Duration
		lost, ended string
	}{
		{"follow", long, "", " (exit status 0)"},
		{"slow", long, "", " (exit status 0)"},
		{"close input", long, "", " (exit status 0)"},
		{"exit", long, "tick 0: " + exited, " (exit status 3)"},
		{"exit later", long, "tick 12: " + exited, " (exit status 0)"},
		{"hang", short, hangs, ""},
		{"silent", short, "tick 0: " + hangs, ""},
		{"flood", long, "tick 0: the answer has no tick", ""},
		{"long line", long, "tick 0: the answer is longer than 4096 bytes", ""},
		{"binary", long, "tick 0: the answer is not JSON: invalid character '\\x00'", ""},
		{"close output", short, "tick 0: ", ""}, // the shell may keep it open
		{"escape", long, "tick 0: the answer is not JSON", ""},
	} {
		t.Run(c.behavior, func(t *testing.T) {
			t.Parallel()
			_, ended, errs, lost := playTestBot(t, c.behavior, c.limit)
			if got := fmt.Sprint(lost); c.lost == "" && lost != nil || c.lost != "" && !strings.Contains(got, c.lost) {
				t.Errorf("lost: %s, want %q", got, c.lost)
			}
			if c.ended != "" && ended != c.ended || errs != "" {
				t.Errorf("ended:%s with the errors %q, want%s", ended, errs, c.ended)
			}
		})
	}
}

// A slow program plays the same game as a fast one.
func TestSlowBotPlaysTheSameGame(t *testing.T) {
	fast, _, _, _ := playTestBot(t, "follow", time.Hour)
	slow, _, _, _ := playTestBot(t, "slow", time.Hour)
	if fast.Hash() != slow.Hash() || fast.Score == 0 {
		t.Errorf("%d points, hash %x, want %d points, hash %x", slow.Score, slow.Hash(), fast.Score, fast.Hash())
	}
}

// When a program is killed, its child processes are killed too. This releases the lock that the last child holds.
func TestBotChildrenAreKilled(t *testing.T) {
	file := filepath.Join(t.TempDir(), "lock")
	t.Setenv(lockVariable, file)
	if _, _, _, lost := playTestBot(t, "fork", time.Hour); lost == nil {
		t.Error("the program has not lost")
	}
	waitForLock(t, file)
}

// waitForLock locks a file. It waits forever for a living process that keeps the lock.
func waitForLock(t *testing.T, file string) {
	t.Helper()
	lock, err := os.OpenFile(file, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Close()
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		t.Error(err)
	}
}

// A signal that ends arkterm also ends the program and its processes.
func TestSignalEndsBots(t *testing.T) {
	file := filepath.Join(t.TempDir(), "lock")
	t.Setenv(lockVariable, file)
	cmd := exec.Command("arkterm", "bot", "--cmd", "testbot fork and hang")
	errs, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(errs).ReadString('\n'); line != "testbot: ready\n" {
		t.Fatalf("the program printed %q, %v", line, err)
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	e, _ := errors.AsType[*exec.ExitError](cmd.Wait())
	if e == nil || e.Sys().(syscall.WaitStatus).Signal() != syscall.SIGTERM {
		t.Errorf("arkterm ended with %v, want SIGTERM", e)
	}
	waitForLock(t, file)
}

// Standard error has the program's name, no control characters, and a limit.
func TestBotErrors(t *testing.T) {
	_, _, errs, lost := playTestBot(t, "many errors", time.Hour)
	begin, end := "testbot: first\ntestbot:  [31mred\ntestbot: xxx", "testbot: more messages are not shown\n"
	if lost != nil || !strings.HasPrefix(errs, begin) || !strings.HasSuffix(errs, end) ||
		len(errs) > maxBotErrors+1000 {
		t.Errorf("%v, %d bytes of errors: %.100q", lost, len(errs), errs)
	}
}

// A program that needs too much memory loses.
func TestBotMemory(t *testing.T) {
	if runtime.GOOS != "linux" {
		return // the limit is not enforced
	}
	_, ended, errs, lost := playTestBot(t, "memory", time.Hour)
	if lost == nil || ended == " (exit status 0)" || errs == "" {
		t.Errorf(
			"a program that needs too much memory: error %v, end%s, output %.200q; want an error, another status than "+
				"0, and a message", lost, ended, errs)
	}
}

func TestBotNames(t *testing.T) {
	for command, want := range map[string]string{
		"./mybot": "mybot", "python3 -u bots/my.py --fast": "my.py", `"my bots/a.exe" 3`: "a",
		"go run ./bot.go": "bot.go",
	} {
		if got := botName(command); got != want {
			t.Errorf("botName(%q) = %q, want %q", command, got, want)
		}
	}
}

// A program that hangs does not change the results of the other bots, nor does the number of concurrent games. All
// recordings are ordinary recordings.
func TestLeague(t *testing.T) {
	play := func(folder string, run func(int, func(int)), bots ...string) bot.LeagueTable {
		players, err := leaguePlayers(bots, io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		l := league{
			players: players, interval: bot.DefaultInterval, pack: levels.Shipped(), first: 1, folder: folder,
			ticks: 4 * engine.TicksPerSecond, limit: 200 * time.Millisecond,
			job: bot.Job{Levels: levels.Shipped().Levels[1:3], Seeds: 2, Drops: 15, Run: run},
		}
		table, err := l.play()
		if err != nil {
			t.Fatal(err)
		}
		return table
	}
	folder := t.TempDir()
	want := play("", nil, "casual", "skilled")
	got := play(folder, parallel, "casual", "bad=testbot hang", "skilled")
	if len(got.Failures) != 4 || got.Bots[2].Name != "bad" || got.Bots[2].Failed != 4 {
		t.Fatalf("table %+v, want four failures of bad", got)
	}
	for i := range want.Bots {
		a, b := got.Bots[i], want.Bots[i]
		if a.Name != b.Name || a.Points != b.Points || a.Cleared != b.Cleared || a.Lives != b.Lives {
			t.Errorf("bot %+v, want %+v", a, b)
		}
	}
	if got.Pairs[0] != want.Pairs[0] {
		t.Errorf("pair %+v, want %+v", got.Pairs[0], want.Pairs[0])
	}
	if f := got.Failures[3]; f.Level != 3 || f.Seed != 2 || !strings.Contains(f.Error, "hangs") {
		t.Errorf("last failure %+v", f)
	}

	recordings, err := filepath.Glob(filepath.Join(folder, "*.ark"))
	if err != nil || len(recordings) != 12 {
		t.Fatalf("%d recordings, %v, want 12", len(recordings), err)
	}
	if err := verifyAll(io.Discard, store.Folders{}, recordings, "", false); err != nil {
		t.Error(err)
	}
}

// The example in Go plays.
func TestExampleBot(t *testing.T) {
	example := filepath.Join(t.TempDir(), "catch")
	if out, err := exec.Command("go", "build", "-o", example, "../../docs/bots/catch.go").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	cmd := exec.Command("arkterm", "bot", "--cmd", example, "--ticks", "2400")
	out, err := cmd.Output()
	var result botResult
	if err == nil {
		err = json.Unmarshal(out, &result)
	}
	if err != nil || result.Ticks != 2400 || result.Decisions != 600 || result.Score == 0 || result.Lives < 5 {
		t.Errorf("result %s, error %v; want 2400 ticks, 600 decisions, points and at least 5 lives", out, err)
	}
}
