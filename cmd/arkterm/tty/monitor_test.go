//go:build unix

package tty

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
	"golang.org/x/term"

	"arkterm/cmd/arkterm/testenv"
)

func TestMonitorUsesTheLastReport(t *testing.T) {
	for text, want := range map[string]report{
		``:                             {},
		`{"Terminal":{"Leave":"a"}}`:   {Terminal: &terminalState{Leave: "a"}},
		`{"Terminal":{"Leave":"a"}}{}`: {},
		`{"Terminal":{"Leave":"a"}}{"Saved":true}`:      {Saved: true},
		`{"Terminal":{"Leave":"a"}}{"Terminal":{"Leave`: {Terminal: &terminalState{Leave: "a"}}, // incomplete
		`{"End":true}{"Terminal":{"Leave":"a"}}`:        {End: true},
		`{"Terminal":{"Leave":"a"},"Saved":true}{}`:     {},
	} {
		got := lastReport(strings.NewReader(text))
		if got.End != want.End || got.Saved != want.Saved || (got.Terminal == nil) != (want.Terminal == nil) ||
			got.Terminal != nil && *got.Terminal != *want.Terminal {
			t.Errorf("lastReport(%s) = %+v, want %+v", text, got, want)
		}
	}
}

func TestMonitorReportsTheEnd(t *testing.T) {
	write := func([]byte) (string, error) { return "the file", nil }
	taken := &terminalState{}
	for _, c := range []struct {
		last  report
		crash string
		want  []string // parts of the message; nil if there is none
	}{
		{report{}, "", nil}, // the parent was killed while it was suspended
		{report{Saved: true}, "", nil},
		{report{Terminal: taken}, "", []string{"killed"}},
		{report{Terminal: taken, Saved: true}, "", []string{"killed", "arkterm continue"}},
		{report{}, "\nfatal error: all\n\ngoroutine 1:\n", []string{"bug: fatal error: all\n", "the file"}},
	} {
		var b bytes.Buffer
		reportEnd(&b, c.last, []byte(c.crash), write)
		if (b.Len() > 0) != (len(c.want) > 0) {
			t.Errorf("reportEnd(%+v, %q) prints %q, want a message with %q", c.last, c.crash, b.String(), c.want)
		}
		for _, want := range c.want {
			if !strings.Contains(b.String(), want) {
				t.Errorf("reportEnd(%+v, %q) prints %q, want %q", c.last, c.crash, b.String(), want)
			}
		}
	}
}

// The methods of a monitor that has failed to start, and of a nil monitor, do nothing.
func TestMonitorThatCannotStart(t *testing.T) {
	m := &monitor{ending: make(chan struct{}), gone: make(chan struct{})}
	close(m.gone)
	m.reportEntered(terminalState{})
	m.reportLeft()
	m.end()
	m.end()
	var none *monitor
	none.reportEntered(terminalState{})
	none.reportLeft()
	none.end()
	if _, err := os.Stat(ownExecutable()); errors.Is(err, os.ErrNotExist) {
		t.Errorf("self() = %s, which does not exist", ownExecutable())
	}
}

// monitored returns a pseudo-terminal that a killed parent has not restored, and its original state.
func monitored(t *testing.T) (ptm, tty *os.File, state terminalState) {
	t.Helper()
	ptm, tty = testenv.OpenPty(t)
	found, err := getLineSettings(int(tty.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.SetNonblock(int(tty.Fd()), true); err != nil {
		t.Fatal(err)
	}
	if _, err := term.MakeRaw(int(tty.Fd())); err != nil {
		t.Fatal(err)
	}
	set, err := getLineSettings(int(tty.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	return ptm, tty, terminalState{Leave: "<left>", Found: *found, Set: *set, Wait: 200 * time.Millisecond}
}

// readUntil reads the output of a terminal until it contains text, and returns the output.
func readUntil(t *testing.T, ptm *os.File, text string) string {
	t.Helper()
	got, buf := "", make([]byte, 1000)
	for !strings.Contains(got, text) {
		n, err := ptm.Read(buf)
		if err != nil {
			t.Fatalf("reading the terminal after %q: %v; want %q", got, err, text)
		}
		got += string(buf[:n])
	}
	return got
}

func TestMonitorGetsReplyTime(t *testing.T) {
	from, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	file := &tty{monitor: &monitor{running: true, pipe: to, redirected: true}}
	file.state.Leave = "leave"
	file.SetReplyWait(time.Second)
	to.Close()
	want := terminalState{Leave: "leave", Wait: time.Second}
	if got := lastReport(from); got.Terminal == nil || *got.Terminal != want {
		t.Errorf("the state in the last report is %+v, want %+v", got.Terminal, want)
	}
}

// Replies to the queries of a program that was killed do not reach the shell.
func TestMonitorDiscardsReplies(t *testing.T) {
	ptm, tty, state := monitored(t)
	fd := int(tty.Fd())
	done := make(chan bool)
	go func() {
		state.restore(fd)
		close(done)
	}()
	readUntil(t, ptm, state.Leave)
	if _, err := ptm.WriteString("62;22c"); err != nil {
		t.Fatal(err)
	}
	<-done
	if now, err := getLineSettings(fd); err != nil || *now != state.Found {
		t.Errorf("the line settings are %+v (error %v), want %+v", now, err, state.Found)
	}
	if _, err := ptm.WriteString("ls\n"); err != nil {
		t.Fatal(err)
	}
	if echo := readUntil(t, ptm, "ls"); strings.Contains(echo, "62") {
		t.Errorf("the terminal shows %q, want no part of the reply", echo)
	}
	line := make([]byte, 100)
	if n, err := tty.Read(line); string(line[:n]) != "ls\n" {
		t.Errorf("the shell received %q (error %v), want \"ls\\n\"", line[:n], err)
	}
}

// If a shell sets the line settings, the monitor stops discarding input and does not change the settings.
func TestMonitorLeavesTheShellAlone(t *testing.T) {
	ptm, tty, state := monitored(t)
	fd := int(tty.Fd())
	state.Wait = testenv.Timeout
	done := make(chan bool)
	go func() {
		state.restore(fd)
		close(done)
	}()
	readUntil(t, ptm, state.Leave)
	shellSettings := state.Found
	shellSettings.Cc[unix.VEOF] = 1
	for {
		now, err := getLineSettings(fd)
		if err != nil {
			t.Fatal(err)
		}
		if *now != state.Set {
			break
		}
	}
	if err := setLineSettings(fd, &shellSettings); err != nil {
		t.Fatal(err)
	}
	<-done
	if now, err := getLineSettings(fd); err != nil || *now != shellSettings {
		t.Errorf("the line settings are %+v (error %v), want the shell's", now, err)
	}
}
