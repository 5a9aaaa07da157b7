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

	"arkterm/cmd/arkterm/scores"
)

var kills = flag.Int("kills", 10, "how many processes TestKillLosesNoScore kills; 200 takes a quarter of a minute")

// The variables that make the test binary a child process that uses a database: the way, and the path.
const (
	scoresChildVariable = "ARKTERM_TEST_SCORES_CHILD"
	scoresPathVariable  = "ARKTERM_TEST_SCORES_PATH"
)

// TestScoresChild is not a test but the child process of the database tests. It reports on file 3.
func TestScoresChild(t *testing.T) {
	path := os.Getenv(scoresPathVariable)
	told := os.NewFile(3, "told")
	switch os.Getenv(scoresChildVariable) {
	case "write":
		writeScores(t, path, told)
	case "unprivileged":
		useUnprivileged(t, path, told)
	}
}

// writeScores saves games until it is killed, and reports the row of each.
func writeScores(t *testing.T, path string, told *os.File) {
	s, notice, err := OpenScores(path, aTime)
	if err != nil || notice != "" {
		t.Fatalf("open: %q, %v", notice, err)
	}
	for i := range 100_000 {
		p, err := s.Add("", aGame(i))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := fmt.Fprintln(told, p.ID); err != nil {
			return
		}
	}
}

// scoresChild starts the test binary as a child that uses the database at path, and returns it with its
// reports.
func scoresChild(t *testing.T, how, path string) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	cmd := exec.Command(os.Args[0], "-test.run=^TestScoresChild$")
	cmd.Env = append(os.Environ(), scoresChildVariable+"="+how, scoresPathVariable+"="+path)
	cmd.ExtraFiles = []*os.File{w}
	var said strings.Builder
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the child said: %s", &said)
		}
	})
	return cmd, bufio.NewScanner(r)
}

func TestKillLosesNoScore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "scores.db")
	last, unacknowledged := 0, 0
	for range *kills {
		cmd, told := scoresChild(t, "write", path)
		for n := 1 + rand.N(12); n > 0 && told.Scan(); n-- {
			id, err := strconv.Atoi(told.Text())
			if err != nil {
				t.Fatal(err)
			}
			last = id
		}
		for range rand.N(2000) { // some way into the next one
			runtime.Gosched()
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		for told.Scan() { // its reports before it died
			last, _ = strconv.Atoi(told.Text())
		}
		_ = cmd.Wait() // killed
		unacknowledged += checkKept(t, path, last)
	}
	t.Logf("%d kills, %d rows acknowledged, %d kept whose acknowledgement the kill cut off", *kills, last, unacknowledged)
}

// checkKept fails unless the rows 1 to last exist, and at most one more, which was being written. It
// returns the number of those.
func checkKept(t *testing.T, path string, last int) int {
	t.Helper()
	s, notice, err := OpenScores(path, aTime)
	if err != nil || notice != "" {
		t.Fatalf("after a kill: notice %q, %v", notice, err)
	}
	defer s.Close()
	sound(t, s)
	var kept, all int
	if err := s.db.QueryRow("SELECT count(*) FILTER (WHERE id <= ?), count(*) FROM games", last).Scan(&kept, &all); err != nil {
		t.Fatal(err)
	}
	if kept != last || all > last+1 {
		t.Fatalf("%d of %d acknowledged rows are there, and %d more", kept, last, all-kept)
	}
	return all - kept
}

func TestReadOnlyFolderIsReadAndNotWritten(t *testing.T) {
	s, path := newTestScores(t)
	add(t, s, 7)
	s.Close()
	dir := filepath.Dir(path)
	for d := dir; d != os.TempDir() && len(d) > 1; d = filepath.Dir(d) { // the tests may run as root, but the child does not
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
	cmd, told := scoresChild(t, "unprivileged", path)
	var lines []string
	for told.Scan() {
		lines = append(lines, told.Text())
	}
	if err := cmd.Wait(); err != nil || len(lines) != 2 {
		t.Fatalf("%q, %v", lines, err)
	}
	if lines[0] != "read 1 <nil>" {
		t.Errorf("reading: %s", lines[0])
	}
	if !strings.Contains(lines[1], "readonly") {
		t.Errorf("writing: %s", lines[1])
	}
}

// useUnprivileged reads and then writes, as a user without write permission.
func useUnprivileged(t *testing.T, path string, told *os.File) {
	if os.Getuid() == 0 {
		const nobody = 65534
		if err := syscall.Setreuid(-1, nobody); err != nil {
			t.Fatal(err)
		}
		defer syscall.Setreuid(-1, 0)
	}
	games := func() (int, error) {
		s, err := ReadScores(path)
		if err != nil {
			return 0, err
		}
		defer s.Close()
		all, err := s.Statistics()
		return all.Games, err
	}
	n, err := games()
	fmt.Fprintln(told, "read", n, err)
	answer, _ := NewScores(path).Do("", scores.Add{Score: aGame(8)})
	failed, _ := answer.(scores.Failed)
	fmt.Fprintln(told, "write", failed.Err)
}
