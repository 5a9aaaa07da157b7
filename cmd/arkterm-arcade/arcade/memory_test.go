package arcade

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arkterm/cmd/arkterm-arcade/arcadeui"
	"arkterm/render/ansi/ansitest"
)

// mostMemory is what a visitor who plays at 80×24 may take of the heap, in KB. That of the client is counted too: some
// 100 KB.
const mostMemory = 450

// A session keeps one game and one picture of it, whatever the player has looked at before.
func TestMemoryOfASession(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		defer h.end()
		const n = 6
		var all [1 + n]*visitor
		before := 0
		for i := range all {
			all[i] = h.comeWith("", "foot")
			all[i].play()
			if i == 0 {
				before = heap()
			}
		}
		time.Sleep(5 * time.Second)
		for _, v := range all {
			v.mu.Lock()
			v.seen = bytes.Buffer{}
			v.mu.Unlock()
		}
		kb := (heap() - before) / n / 1024
		t.Logf("%d KB a session", kb)
		if kb > mostMemory {
			t.Errorf("a session takes %d KB", kb)
		}
		for _, v := range all {
			v.client.Close()
		}
	})
}

// A session reserves enough for the memory in use and for garbage, at every size and on the screens that need most.
func TestReservedMemoryIsEnough(t *testing.T) {
	if testing.Short() { // compares memory, not goroutines
		return
	}
	for _, c := range []struct {
		cols, rows int
		words      string   // of the visitors' command
		keys       []string // that they press
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
				h := open(t, dir)
				defer h.end()
				h.comeWith("", "foot").play()
				const n = 3
				var all [1 + n]*visitor
				before := 0
				for i := range all {
					v := h.sitDown("", "foot")
					v.Session.Stdout = io.Discard
					begin := v.Shell
					if c.words != "" {
						begin = func() error { return v.Start(c.words) }
					}
					if err := errors.Join(v.WindowChange(c.rows-i, c.cols), begin()); err != nil { // with a different size, so that they share no picture
						t.Fatal(err)
					}
					time.Sleep(time.Second)
					v.press(c.keys...)
					time.Sleep(time.Second)
					if all[i] = v; i == 0 {
						before = heap()
					}
				}
				each := (heap() - before) / n
				with, reserved := each*(100+garbagePercent)/100, memoryFor(c.cols, c.rows)
				t.Logf("%d KB in use, %d KB with garbage, %d KB reserved", each>>10, with>>10, reserved>>10)
				if int64(with) > reserved {
					t.Errorf("a session takes %d KB, and %d KB are reserved for it", with>>10, reserved>>10)
				}
				for _, v := range all {
					v.client.Close()
				}
			})
		})
	}
}

// A session frees its memory for a large window when the window becomes small.
func TestASmallWindowFreesMemory(t *testing.T) {
	if testing.Short() { // compares memory, not goroutines
		return
	}
	for sees, keys := range map[string][]string{
		"LEVEL":         {"\r", "\r", "\r", " ", " "},
		"O P T I O N S": {"\r", "q", "\x1b[A", "\x1b[A", "\x1b[A", "\r"}, // with a sample to the right of them
		"watching":      {" "},
	} {
		t.Run(sees, func(t *testing.T) {
			dir := t.TempDir()
			synctest.Test(t, func(t *testing.T) {
				h := open(t, dir)
				defer h.end()
				h.comeWith("", "foot").play()
				const n = 3
				var all [n]*visitor
				for i := range all {
					v := h.sitDown("", "foot")
					begin := v.Shell
					if sees == "watching" {
						begin = func() error { return v.Start("watch") }
					}
					if err := begin(); err != nil {
						t.Fatal(err)
					}
					time.Sleep(time.Second)
					v.press(keys...)
					all[i] = v
				}
				if text := picture(all[0].sent()); !strings.Contains(text, sees) {
					t.Fatalf("there is no %q in\n%s", sees, text)
				}
				size := func(cols, rows int) int {
					for _, v := range all {
						if err := v.WindowChange(rows, cols); err != nil {
							t.Fatal(err)
						}
					}
					time.Sleep(3 * time.Second)
					for _, v := range all {
						v.mu.Lock()
						v.seen = bytes.Buffer{}
						v.mu.Unlock()
					}
					return heap() / n >> 10
				}
				for _, small := range [][2]int{{80, 24}, {8, 3}, {50, 20}} {
					before := size(80, 24)
					large := size(400, 150)
					after := size(small[0], small[1])
					t.Logf("%d KB, %d KB with a large window, then %d KB at %v", before, large, after, small)
					if large < before+1000 || after > before+100 {
						t.Errorf("at %v a session keeps %d KB of the %d KB for a large window", small, after-before, large-before)
					}
				}
				for _, v := range all {
					v.client.Close()
				}
			})
		})
	}
}

// When many windows grow at the same time, their pictures grow only as far as the memory allows. A window gets a larger picture
// later if other windows free memory. A window that shrinks always gets a picture of its size.
func TestWindowsShareTheMemory(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		defer h.end()
		h.Memory, h.memoryUsed = 200<<20, func() int64 { return 0 } // 128 MiB for sessions: 96 for large windows, which take 25 each
		const n = 20
		var all [n]*visitor
		for i := range all {
			all[i] = h.come("")
			all[i].play()
			all[i].sent()
		}
		grow := func(v *visitor, cols, rows int) {
			if err := v.WindowChange(rows, cols); err != nil {
				t.Error(err)
			}
		}
		for _, v := range all {
			go grow(v, 500, 200)
		}
		time.Sleep(8 * time.Second) // until capped links have taken a whole picture
		large, small := 0, (*visitor)(nil)
		for _, v := range all {
			text := v.sent()
			switch s := shownAt(text, 500, 200); {
			case strings.Contains(s, "stays at 80x24"):
				small = v
				if inside := shownAt(text, 80, 24); !strings.Contains(inside, "LEVEL") || strings.Contains(inside, "memory") {
					t.Errorf("the picture has no game or the notice:\n%s", inside)
				}
			case strings.Contains(s, "LEVEL"):
				large++
			default:
				t.Errorf("a window shows neither a large picture nor a notice:\n%s", s)
			}
		}
		if reserved := h.reservedMemory(); large != 3 || reserved > h.sessionMemory() || h.memory.cropped.Load() != n-3 {
			t.Fatalf("%d windows have large pictures, want 3; %d are cropped; %d MB are reserved", large, h.memory.cropped.Load(), reserved>>20)
		}

		grow(small, 60, 20)
		time.Sleep(time.Second)
		if text := small.sent(); strings.Contains(text, "memory") {
			t.Error("a window that became smaller is refused")
		}
		grow(small, 300, 80)
		time.Sleep(time.Second)
		if text := small.sent(); !strings.Contains(shownAt(text, 300, 80), "stays at 80x24") {
			t.Error("a window that grows again is not refused")
		}
		for _, v := range all {
			if v != small {
				v.client.Close()
			}
		}
		time.Sleep(time.Minute)
		if text := shownAt(small.sent(), 300, 80); strings.Contains(text, "memory") || h.reservedMemory() != memoryFor(300, 80) {
			t.Errorf("when there is room, %d KB are reserved for a window, want %d KB; it shows\n%s", h.reservedMemory()>>10, memoryFor(300, 80)>>10, text)
		}
		small.client.Close()
		time.Sleep(time.Minute)
		if n := h.reservedMemory(); n != 0 {
			t.Errorf("when all have left, %d bytes are reserved", n)
		}
	})
}

// A visitor with a window that is too large for the free memory gets a small picture. Without any free memory, a visitor is
// refused.
func TestAWindowIsAdmitted(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		defer h.end()
		h.Memory, h.memoryUsed = 8<<20, func() int64 { return 0 } // 5.1 MiB for sessions
		v := h.sitDown("", "foot")
		if err := errors.Join(v.WindowChange(100, 200), v.Shell()); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		if text := shownAt(v.sent(), 200, 100); !strings.Contains(text, "stays at 80x24") {
			t.Errorf("there is no notice in\n%s", text)
		}
		for range 3 {
			h.come("")
		}
		late := h.come("")
		if err := late.Wait(); err == nil || !strings.Contains(late.sent(), "try again in a few minutes") {
			t.Errorf("when there is no memory, a visit ends by %v", err)
		}
	})
}

// The reason for a small picture is written outside of the picture.
func TestTheMarginOfAPicture(t *testing.T) {
	for _, c := range []struct {
		cols, rows int
		x, y       int // the position of the reason; −1 if there is no room for it
	}{
		{80, 24, -1, -1}, {80, 25, 0, 24}, {200, 60, 0, 24}, {60, 40, 0, 24}, {120, 24, 81, 0}, {120, 20, 81, 0}, {90, 24, -1, -1}, {14, 50, -1, -1}, {500, 200, 0, 24},
	} {
		shown := strings.Split(shownAt(strings.Repeat("x", c.cols*c.rows)+arcadeui.Margin(c.cols, c.rows, 80, 24), c.cols, c.rows), "\n")[1:]
		x, y := -1, -1
		for row, line := range shown {
			if at := strings.Index(line, "The arcade"); at >= 0 {
				x, y = at, row
			}
			inside := line
			if row >= 24 {
				inside = ""
			}
			if inside = inside[:min(len(inside), 80)]; (c.cols > 80 || c.rows > 24) && strings.Trim(inside, " \x00") != "" {
				t.Errorf("%d×%d: row %d of the picture has %q", c.cols, c.rows, row, inside)
			}
		}
		if x != c.x || y != c.y {
			t.Errorf("%d×%d: the reason is at %d, %d, want %d, %d", c.cols, c.rows, x, y, c.x, c.y)
		}
	}
}

// shownAt returns the text on a terminal of cols×rows cells that received sent.
func shownAt(sent string, cols, rows int) string {
	s := ansitest.New(cols, rows)
	_, _ = io.WriteString(s, sent) // never fails
	var text strings.Builder
	for i := range s.Cells {
		if i%s.W == 0 {
			text.WriteByte('\n')
		}
		text.WriteRune(s.Cells[i].Rune)
	}
	return text.String()
}

// garbagePercent is the server's GOGC.
const garbagePercent = 40

// heap returns the memory in use after a collection, in bytes.
func heap() int {
	for range 3 { // one may finish a collection that has begun before; pools are empty after two more
		runtime.GC()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}
