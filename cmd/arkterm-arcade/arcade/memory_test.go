package arcade

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arkterm/cmd/arkterm-arcade/arcadeui"
	"arkterm/render/ansi"
)

// maxSessionKB is the maximum heap memory of a game session at 80×24, in KB. The client in the test takes about 100 KB
// of it.
const maxSessionKB = 450

// A session does not exceed maxSessionKB.
func TestSessionMemory(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, dir)
		defer h.shutDown()
		const n = 4
		var all [1 + n]*visitor
		before := 0
		for i := range all {
			all[i] = h.visitWith("", "foot")
			all[i].startGame()
			if i == 0 {
				before = heapBytes()
			}
		}
		time.Sleep(5 * time.Second)
		for _, v := range all {
			v.mu.Lock()
			v.output = bytes.Buffer{}
			v.mu.Unlock()
		}
		kb := (heapBytes() - before) / n / 1024
		t.Logf("%d KB per session", kb)
		if kb > maxSessionKB {
			t.Errorf("a session takes %d KB, want at most %d KB", kb, maxSessionKB)
		}
		for _, v := range all {
			v.client.Close()
		}
	})
}

// The memory that is reserved for a session is enough for its memory in use and garbage, for windows of different sizes
// and on the screens that need most memory.
func TestReservedMemoryIsEnough(t *testing.T) {
	if testing.Short() { // the race detector changes the memory
		return
	}
	for _, c := range []struct {
		cols, rows int
		words      string   // command of the visitors; "" for none
		keys       []string // keys that the visitors press
	}{
		{80, 24, "", []string{"\r", "\r", "\r", " ", " "}},
		{200, 60, "", []string{"\r", "\r", "\r", " ", " "}},
		{200, 60, "watch", []string{" "}},
		{300, 80, "", []string{"\r", "\r", "\r", " ", " "}},
		{500, 198, "", []string{"\r", "\r", "\r", " ", " "}},
	} {
		t.Run(fmt.Sprintf("%d×%d %s", c.cols, c.rows, c.words), func(t *testing.T) {
			dir := t.TempDir()
			synctest.Test(t, func(t *testing.T) {
				h := openArcade(t, dir)
				defer h.shutDown()
				h.visitWith("", "foot").startGame()
				const n = 3
				var all [1 + n]*visitor
				before := 0
				for i := range all {
					v := h.newVisitor("", "foot")
					v.Session.Stdout = io.Discard
					begin := v.Shell
					if c.words != "" {
						begin = func() error { return v.Start(c.words) }
					}
					// The sizes differ, so that spectators do not share a channel.
					if err := errors.Join(v.WindowChange(c.rows-i, c.cols), begin()); err != nil {
						t.Fatal(err)
					}
					time.Sleep(time.Second)
					v.press(c.keys...)
					time.Sleep(time.Second)
					if all[i] = v; i == 0 {
						before = heapBytes()
					}
				}
				inUse := (heapBytes() - before) / n
				withGarbage, reserved := inUse*(100+garbagePercent)/100, memoryForWindow(c.cols, c.rows)
				t.Logf("%d KB in use, %d KB with garbage, %d KB reserved", inUse>>10, withGarbage>>10, reserved>>10)
				if int64(withGarbage) > reserved {
					t.Errorf("a session takes %d KB with garbage, but only %d KB are reserved", withGarbage>>10,
						reserved>>10)
				}
				for _, v := range all {
					v.client.Close()
				}
			})
		})
	}
}

// When a large window becomes small, its session frees memory.
func TestSmallWindowFreesMemory(t *testing.T) {
	if testing.Short() { // the race detector changes the memory
		return
	}
	for screen, keys := range map[string][]string{
		"LEVEL":         {"\r", "\r", "\r", " ", " "},
		"O P T I O N S": {"\r", "q", "\x1b[A", "\x1b[A", "\x1b[A", "\r"}, // options with a sample next to them
		"watching":      {" "},
	} {
		t.Run(screen, func(t *testing.T) {
			dir := t.TempDir()
			synctest.Test(t, func(t *testing.T) {
				h := openArcade(t, dir)
				defer h.shutDown()
				h.visitWith("", "foot").startGame()

				const n = 3
				var all [n]*visitor
				for i := range all {
					v := h.newVisitor("", "foot")
					begin := v.Shell
					if screen == "watching" {
						begin = func() error { return v.Start("watch") }
					}
					if err := begin(); err != nil {
						t.Fatal(err)
					}
					time.Sleep(time.Second)
					v.press(keys...)
					all[i] = v
				}

				if text := screenText(all[0].takeOutput()); !strings.Contains(text, screen) {
					t.Fatalf("the screen does not contain %q:\n%s", screen, text)
				}
				// resize changes the sizes of all windows and returns the memory per session.
				resize := func(cols, rows int) (kb int) {
					for _, v := range all {
						if err := v.WindowChange(rows, cols); err != nil {
							t.Fatal(err)
						}
					}
					time.Sleep(3 * time.Second)
					for _, v := range all {
						v.mu.Lock()
						v.output = bytes.Buffer{}
						v.mu.Unlock()
					}
					return heapBytes() / n >> 10
				}

				for _, small := range [][2]int{{80, 24}, {8, 3}, {50, 20}} {
					before := resize(80, 24)
					large := resize(400, 150)
					after := resize(small[0], small[1])
					t.Logf("%d KB, %d KB with a large window, then %d KB at %v", before, large, after, small)
					if large < before+1000 || after > before+100 {
						t.Errorf(
							"at %v, a session keeps %d KB of the %d KB for a large window, want at most 100 KB of "+
								"at least 1,000 KB", small, after-before,
							large-before)
					}
				}
				for _, v := range all {
					v.client.Close()
				}
			})
		})
	}
}

// When many windows grow at the same time, their frames grow only while there is enough memory. When other windows free
// memory, a frame can grow later. A window that shrinks always gets a frame of its size.
func TestWindowsShareTheMemory(t *testing.T) {
	if testing.Short() { // too slow under the race detector
		return
	}
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, dir)
		defer h.shutDown()
		// This leaves 107 MiB for sessions, including 80 MiB for large windows of 25 MiB each.
		h.MemoryLimit, h.memoryUsed = 168<<20, func() int64 { return 0 }

		const n = 6
		var all [n]*visitor
		for i := range all {
			h.from = netip.AddrFrom4([4]byte{198, 51, byte(max(i, 1)), 7}) // the first two share a network
			all[i] = h.visit("")
			all[i].startGame()
			all[i].takeOutput()
		}
		resize := func(v *visitor, cols, rows int) {
			if err := v.WindowChange(rows, cols); err != nil {
				t.Errorf("change the window size: %v", err)
			}
		}
		for _, v := range all {
			go resize(v, 500, 200)
		}

		time.Sleep(8 * time.Second) // enough for rate-limited connections to receive a whole frame
		large, largeOfNetwork, small := 0, 0, (*visitor)(nil)
		for i, v := range all {
			text := v.takeOutput()
			switch s := terminalText(text, 500, 200); {
			case strings.Contains(s, "stays at 80x24"):
				small = v
				if inside := terminalText(text, 80, 24); !strings.Contains(inside, "LEVEL") ||
					strings.Contains(inside, "memory") {
					t.Errorf("the small frame does not contain a game, or contains the notice:\n%s", inside)
				}
			case strings.Contains(s, "LEVEL"):
				if large++; i < 2 {
					largeOfNetwork++
				}
			default:
				t.Errorf("a window shows neither a large frame nor a notice:\n%s", s)
			}
		}

		if reserved := h.reservedMemory(); large != 3 || reserved > h.sessionMemory() ||
			h.memory.numCropped.Load() != n-3 {
			t.Fatalf(
				"%d windows have large frames, %d are cropped, and %d MB are reserved; want 3, 3, and at most the "+
					"limit", large,
				h.memory.numCropped.Load(), reserved>>20)
		}

		if largeOfNetwork > 1 {
			t.Error("both visitors of a network have large frames, which take more than a quarter of the memory")
		}
		resize(small, 60, 20)
		time.Sleep(time.Second)
		if text := small.takeOutput(); strings.Contains(text, "memory") {
			t.Error("a window that has become smaller shows a notice about memory")
		}
		resize(small, 300, 80)
		time.Sleep(time.Second)
		if text := small.takeOutput(); !strings.Contains(terminalText(text, 300, 80), "stays at 80x24") {
			t.Error("without enough memory, a window that has grown again shows no notice")
		}
		for _, v := range all {
			if v != small {
				v.client.Close()
			}
		}
		time.Sleep(30 * time.Second)
		if text := terminalText(small.takeOutput(), 300, 80); strings.Contains(text, "memory") ||
			h.reservedMemory() != memoryForWindow(300, 80) {
			t.Errorf("with free memory, %d KB are reserved for a window, want %d KB; it shows\n%s",
				h.reservedMemory()>>10, memoryForWindow(300, 80)>>10, text)
		}
		small.client.Close()
		time.Sleep(time.Minute)
		if n := h.reservedMemory(); n != 0 {
			t.Errorf("after all visits have ended, %d bytes are reserved, want 0", n)
		}
	})
}

// A visitor whose window is too large for the free memory gets a small frame. Without free memory, a visitor is
// refused.
func TestAdmission(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, dir)
		defer h.shutDown()
		h.MemoryLimit, h.memoryUsed = 8<<20, func() int64 { return 0 } // 5.1 MiB for sessions
		v := h.newVisitor("", "foot")
		if err := errors.Join(v.WindowChange(100, 200), v.Shell()); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		if text := terminalText(v.takeOutput(), 200, 100); !strings.Contains(text, "stays at 80x24") {
			t.Errorf("the window has no notice about its small frame:\n%s", text)
		}
		for range 3 {
			h.visit("")
		}
		late := h.visit("")
		if err := late.Wait(); err == nil || !strings.Contains(late.takeOutput(), "try again in a few minutes") {
			t.Errorf("without free memory, the visit ends with error %v; want an error, and a message", err)
		}
	})
}

// Margin writes the reason for a small frame outside of the frame.
func TestMargin(t *testing.T) {
	for _, c := range []struct {
		cols, rows int
		x, y       int // position of the reason; -1 if there is no space for it
	}{
		{80, 24, -1, -1},
		{80, 25, 0, 24},
		{200, 60, 0, 24},
		{60, 40, 0, 24},
		{120, 24, 81, 0},
		{120, 20, 81, 0},
		{90, 24, -1, -1},
		{14, 50, -1, -1},
		{500, 200, 0, 24},
	} {
		lines := strings.Split(terminalText(strings.Repeat("x", c.cols*c.rows)+arcadeui.Margin(c.cols, c.rows, 80, 24),
			c.cols, c.rows), "\n")[1:]
		x, y := -1, -1
		for row, line := range lines {
			if at := strings.Index(line, "The server"); at >= 0 {
				x, y = at, row
			}
			inside := line
			if row >= 24 {
				inside = ""
			}
			if inside = inside[:min(len(inside), 80)]; (c.cols > 80 || c.rows > 24) &&
				strings.Trim(inside, " \x00") != "" {
				t.Errorf("%d×%d: Margin writes into row %d of the frame: %q, want nothing", c.cols, c.rows, row,
					inside)
			}
		}
		if x != c.x || y != c.y {
			t.Errorf("%d×%d: Margin writes the reason at %d, %d; want %d, %d", c.cols, c.rows, x, y, c.x, c.y)
		}
	}
}

// terminalText returns the text on a terminal with cols×rows cells that has received output.
func terminalText(output string, cols, rows int) string {
	s := ansi.NewEmulator(cols, rows)
	_, _ = io.WriteString(s, output) // never fails
	var text strings.Builder
	for i := range s.Cells {
		if i%s.W == 0 {
			text.WriteByte('\n')
		}
		text.WriteRune(s.Cells[i].Rune)
	}
	return text.String()
}

// garbagePercent is the value of GOGC of the server.
const garbagePercent = 35

// heapBytes collects garbage and returns the heap memory in use.
func heapBytes() int {
	for range 3 { // the first call may only finish a collection in progress, and two more empty the pools
		runtime.GC()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}
