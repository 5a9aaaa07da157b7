//go:build unix

package store

import (
	"bufio"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

var kills = flag.Int("kills", 10, "number of processes that TestKillLosesNoScore kills; 200 takes 15 s")

// Environment variables that turn the test binary into a child process: the action and the path of the score file.
const (
	scoresChildVariable = "ARKTERM_TEST_SCORES_CHILD"
	scoresPathVariable  = "ARKTERM_TEST_SCORES_PATH"
)

// TestScoresChild runs as the child process of the other tests. It writes its report to file descriptor 3.
func TestScoresChild(t *testing.T) {
	path := os.Getenv(scoresPathVariable)
	report := os.NewFile(3, "report")
	switch os.Getenv(scoresChildVariable) {
	case "write":
		writeScores(t, path, report)
	case "unprivileged":
		useUnprivileged(t, path, report)
	}
}

// writeScores saves games until it is killed, and reports the ID of each.
func writeScores(t *testing.T, path string, report *os.File) {
	s := NewScoreFile(path)
	for i := range 100_000 {
		p, err := s.Add("", testGame(i+1))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := fmt.Fprintln(report, p.ID); err != nil {
			return
		}
	}
}

// scoresChild starts the test binary as a child that uses the file at path. It returns the process and a scanner of its
// report.
func scoresChild(t *testing.T, how, path string) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	return startChild(t, "TestScoresChild", scoresChildVariable+"="+how, scoresPathVariable+"="+path)
}

// startChild starts a test of the test binary as a child process with further environment variables. It returns the
// process and a scanner of its report, which the child writes to file descriptor 3.
func startChild(t *testing.T, test string, env ...string) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	cmd := exec.Command(os.Args[0], "-test.run=^"+test+"$")
	cmd.Env = append(os.Environ(), env...)
	cmd.ExtraFiles = []*os.File{w}
	var output strings.Builder
	cmd.Stdout, cmd.Stderr = &output, &output
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("output of the child: %s", &output)
		}
	})
	return cmd, bufio.NewScanner(r)
}

func TestKillLosesNoScore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "scores.jsonl")
	last, unacknowledged := 0, 0
	for range *kills {
		cmd, report := scoresChild(t, "write", path)
		for n := 1 + rand.N(12); n > 0 && report.Scan(); n-- {
			id, err := strconv.Atoi(report.Text())
			if err != nil {
				t.Fatal(err)
			}
			last = id
		}
		for range rand.N(2000) { // continue for a random time into the next save
			runtime.Gosched()
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		for report.Scan() { // the rest of its report
			last, _ = strconv.Atoi(report.Text())
		}
		_ = cmd.Wait() // killed
		unacknowledged += checkKept(t, path, last)
	}
	t.Logf("%d kills, %d games acknowledged, %d saved without an acknowledgment", *kills, last, unacknowledged)
}

// checkKept fails unless the file has the games 1 to last, and at most one more, which was being saved. It returns the
// number of additional games.
func checkKept(t *testing.T, path string, last int) int {
	t.Helper()
	var kept, all int
	for _, p := range readTest(t, path).Tables("", 0, 1_000_000) {
		for _, l := range p.Scores {
			all++
			if l.ID <= int64(last) {
				kept++
			}
		}
	}
	if kept != last || all > last+1 {
		t.Fatalf("the file has %d of %d acknowledged games and %d others", kept, last, all-kept)
	}
	return all - kept
}

func TestReadOnlyScores(t *testing.T) {
	s, path := newTestScores(t)
	add(t, s, 7)
	dir := filepath.Dir(path)
	// The tests may run as root, but the child does not.
	for d := dir; d != os.TempDir() && len(d) > 1; d = filepath.Dir(d) {
		if err := os.Chmod(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(path, 0o444); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o755)
	cmd, report := scoresChild(t, "unprivileged", path)
	var lines []string
	for report.Scan() {
		lines = append(lines, report.Text())
	}
	if err := cmd.Wait(); err != nil || len(lines) != 2 {
		t.Fatalf("the child reported %q and ended with %v, want two lines", lines, err)
	}
	if lines[0] != "read 1 <nil>" {
		t.Errorf("reading: %s, want one game", lines[0])
	}
	if !strings.Contains(lines[1], "permission denied") {
		t.Errorf("writing: %s, want an error", lines[1])
	}
}

// useUnprivileged reads and then writes the score file as a user without write permission.
func useUnprivileged(t *testing.T, path string, report *os.File) {
	if os.Getuid() == 0 {
		const nobody = 65534
		if err := syscall.Setreuid(-1, nobody); err != nil {
			t.Fatal(err)
		}
		defer syscall.Setreuid(-1, 0)
	}
	games := func() (int, error) {
		r, err := ReadScores(path)
		if err != nil {
			return 0, err
		}
		return r.Statistics().Games, nil
	}
	n, err := games()
	fmt.Fprintln(report, "read", n, err)
	_, err = NewScoreFile(path).Add("", testGame(8))
	fmt.Fprintln(report, "write", err)
}
