package harness

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestLine compares the arrival times of data with the rate and the delay of a line.
func TestLine(t *testing.T) {
	for _, test := range []struct {
		name  string
		rate  int
		delay time.Duration
		sizes []int
		want  []time.Duration // arrivals of pieces of at most packetSize bytes
	}{
		{
			"only a delay", 0, 100 * time.Millisecond,
			[]int{1000, 10},
			[]time.Duration{100 * time.Millisecond, 100 * time.Millisecond},
		},
		{"only a rate", 1000, 0, []int{100, 200}, []time.Duration{100 * time.Millisecond, 300 * time.Millisecond}},
		{
			"a rate and a delay", 1000, 50 * time.Millisecond,
			[]int{100, 200},
			[]time.Duration{150 * time.Millisecond, 350 * time.Millisecond},
		},
		{"a long piece", 1000, 0, []int{300}, []time.Duration{256 * time.Millisecond, 300 * time.Millisecond}},
	} {
		synctest.Test(t, func(t *testing.T) {
			begun := time.Now()
			var arrivals []time.Duration
			l := NewLine(test.rate, test.delay, 0,
				func([]byte) { arrivals = append(arrivals, time.Since(begun).Round(time.Millisecond)) })
			for _, n := range test.sizes {
				l.Write(make([]byte, n))
			}
			time.Sleep(time.Minute)
			synctest.Wait()
			l.Close()
			if !slices.Equal(arrivals, test.want) {
				t.Errorf("%s: arrivals %v, want %v", test.name, arrivals, test.want)
			}
		})
	}
}

// TestLineRoom tests that Write waits while the queue is full, and that Packet drops its packet then.
func TestLineRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		arrived := 0
		l := NewLine(100, time.Second, 200, func(p []byte) { arrived += len(p) })
		defer l.Close()
		l.Write(make([]byte, 200))
		if d := time.Since(begun); d > 0 {
			t.Errorf("the first Write takes %v, want 0", d)
		}
		l.SendPacket(make([]byte, 100))
		l.Write(make([]byte, 200)) // 2 s until the first 200 bytes have passed the bottleneck
		if d := time.Since(begun).Round(10 * time.Millisecond); d != 2*time.Second {
			t.Errorf("the second Write returns after %v, want 2 s", d)
		}
		time.Sleep(time.Minute)
		if arrived != 400 {
			t.Errorf("%d bytes arrive, want 400 without the packet", arrived)
		}
	})
}

// TestTerminal tests output, input, replies and Restored with a shell.
func TestTerminal(t *testing.T) {
	log := new(Log)
	cmd := exec.Command("sh", "-c",
		`printf '\033[5n'
		read -r line
		printf "got %s\n" "$(printf %s "$line" | od -An -c | tr -d ' \n')"
		read -r line
		stty $line
		echo end`)
	cmd.Env = Environment(t.TempDir())
	terminal, err := StartReplying(cmd, 80, 24, func(p []byte) { log.Write(p) })
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.End()
	if err := log.Wait(time.Minute, "\x1b[5n"); err != nil {
		t.Fatal(err)
	}
	terminal.Type("x\r")
	if err := log.Wait(time.Minute, `got 033[0nx`); err != nil {
		t.Fatal(err)
	}
	if err := terminal.Restored(); err != nil {
		t.Error(err)
	}
	terminal.Type("-echo\r")
	if err := log.Wait(time.Minute, "end"); err != nil {
		t.Fatal(err)
	}
	if terminal.Restored() == nil {
		t.Error("Restored = nil after a change of the settings, want an error")
	}
}

// TestQueries compares the replies to queries, including queries that are split.
func TestQueries(t *testing.T) {
	for _, test := range []struct {
		output []string
		want   string
	}{
		{[]string{"text"}, ""},
		{[]string{"a\x1b[5nb\x1b[c"}, "\x1b[0n\x1b[?62;22c"},
		{[]string{"a\x1b", "[5", "nb"}, "\x1b[0n"},
		{[]string{"\x1b[38;2;100;100;100", "m\x1b[5n"}, "\x1b[0n"},
		{[]string{"\x1b[?2026$p\x1b[?u\x1b[>c"}, "\x1b[?2026;2$y\x1b[?0u\x1b[>1;10;0c"},
		{[]string{"\x1b[6n\x1b]0;title\a\x1b[5n"}, "\x1b[0n"},
	} {
		var q Queries
		got := ""
		for _, p := range test.output {
			got += q.Replies([]byte(p))
		}
		if got != test.want {
			t.Errorf("Replies(%q) = %q, want %q", test.output, got, test.want)
		}
	}
}

// TestCost compares the costs of a busy and an idle process.
func TestCost(t *testing.T) {
	busy, idle := exec.Command("sh", "-c", "while :; do :; done"), exec.Command("sleep", "60")
	for _, cmd := range []*exec.Cmd{busy, idle} {
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		defer cmd.Wait()
		defer cmd.Process.Kill()
	}
	cpu := func(cmd *exec.Cmd) time.Duration {
		c, err := CostOf(cmd.Process.Pid)
		if err != nil || c.Threads != 1 || c.Kilobytes == 0 {
			t.Fatalf("CostOf = %+v, %v; want one thread and some memory", c, err)
		}
		return c.CPU
	}
	if !Until(time.Minute, func() bool { return cpu(busy) > 200*time.Millisecond }) {
		t.Errorf("within a minute, a loop has used %v of processor time, want 200 ms", cpu(busy))
	}
	if d := cpu(idle); d > 100*time.Millisecond {
		t.Errorf("sleep has used %v of processor time, want at most 100 ms", d)
	}
	if _, err := CostOf(1 << 30); err == nil {
		t.Error("CostOf returns no error for a process that does not exist")
	}
}

// TestStatusField reads a file in the format of /proc/PID/status.
func TestStatusField(t *testing.T) {
	file := filepath.Join(t.TempDir(), "status")
	if err := os.WriteFile(file, []byte("Name:\tx\nVmHWM:\t  123 kB\nVmRSS:\t45 kB\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]int{"VmHWM:": 123, "VmRSS:": 45, "VmSwap:": 0} {
		if got := StatusField(file, name); got != want {
			t.Errorf("StatusField(%q) = %d, want %d", name, got, want)
		}
	}
}

// TestLog tests the methods that search output.
func TestLog(t *testing.T) {
	l := new(Log)
	l.Write([]byte("one two "))
	l.Write([]byte("three"))
	if !l.Contains("two three") || !l.Contains("one", "three") || l.Contains("three", "one") {
		t.Error("Contains does not respect the order of the texts")
	}
	if string(l.Last(5)) != "three" || string(l.After(8)) != "three" || string(l.Last(100)) != "one two three" {
		t.Errorf("Last(5) = %q, After(8) = %q; want three", l.Last(5), l.After(8))
	}
	if err := l.Wait(0, "four"); err == nil || !strings.Contains(err.Error(), "four") {
		t.Errorf("Wait for a missing text = %v, want an error with the text", err)
	}
}
