package screen

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/render/ansi"
	"arkterm/render/cell"
)

// newProgram returns a screen for a tcell program, with UTF-8 but without a title and input modes.
func newProgram(t *testing.T, f Transport, change ...func(*Options)) *Screen {
	return newTestTerminal(t, f, append([]func(*Options){func(o *Options) {
		o.Title, o.Input, o.Details, o.UTF8, o.Tier = "", false, false, true, cell.Truecolor
	}}, change...)...)
}

// words are texts for random programs. They contain characters of one and two columns, and clusters.
var words = []string{"a", "Z", " ", "┌", "世", "語", "e\u0301", "👨\u200d👩\u200d👧", "🇩🇪", "\ue0b0", "", "ab", "世界!", "⸻"}

// randomStyle returns a random style.
func randomStyle(rng *rand.Rand) tcell.Style {
	colors := []tcell.Color{
		tcell.ColorDefault, tcell.ColorReset, tcell.ColorRed, tcell.PaletteColor(200),
		tcell.NewHexColor(0x123456), tcell.ColorNone,
	}
	s := tcell.StyleDefault.Foreground(colors[rng.IntN(len(colors))]).Background(colors[rng.IntN(len(colors))])
	switch rng.IntN(8) {
	case 0:
		return tcell.StyleDefault
	case 1:
		s = s.Bold(true).Reverse(true)
	case 2:
		s = s.Italic(true).StrikeThrough(true).Blink(true).Dim(true)
	case 3:
		s = s.Underline(tcell.UnderlineStyle(rng.IntN(6)), colors[rng.IntN(5)])
	case 4:
		s = s.Url(fmt.Sprint("https://example.org/", rng.IntN(3))).UrlId("x")
	}
	return s
}

// randomCall makes a random call on both screens and compares the results.
func randomCall(t *testing.T, rng *rand.Rand, screens [2]tcell.Screen) {
	w, h := screens[0].Size()
	x, y := rng.IntN(w+3)-1, rng.IntN(h+3)-1
	word, style, n := words[rng.IntN(len(words))], randomStyle(rng), rng.IntN(12)
	r := []rune(cmp.Or(word, "x"))
	var results [2]string
	for i, s := range screens {
		switch n {
		case 0, 1, 2, 3:
			rest, width := s.Put(x, y, word, style)
			results[i] = fmt.Sprint(rest, width)
		case 4:
			s.PutStr(x, y, word)
		case 5:
			s.PutStrStyled(x, y, word, style)
		case 6:
			s.SetContent(x, y, r[0], r[1:], style)
		case 7:
			s.SetCell(x, y, style, []rune(word)...)
		case 8:
			if x == 0 {
				s.Fill([]rune("x .│")[y&3], style)
			}
		case 9:
			if x == 0 {
				s.Clear()
			}
		case 10:
			str, st, width := s.Get(x, y)
			primary, combining, _, _ := s.GetContent(x, y) //lint:ignore SA1019 programs still call it
			results[i] = fmt.Sprint(str, st, width, primary, combining)
		case 11:
			if x == 0 {
				s.SetStyle(style)
				s.Sync() // otherwise tcell's screens differ in which cells keep the old style
			}
		}
	}
	if results[0] != results[1] {
		t.Fatalf("call %d with %q at %d, %d returns %q, want %q as on tcell's screen", n, word, x, y, results[0],
			results[1])
	}
}

// The same calls on a Screen and on tcell's simulation show the same cells.
func TestCanvasMatchesTcell(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(7, 8))
		f := newFake()
		f.size = Size{Cols: 20, Rows: 6}
		dev, sim := newProgram(t, f), newSimulation(t, 20, 6)
		start(t, dev)
		defer dev.Close()
		for n := range 4000 {
			if n%500 == 499 {
				f.size = Size{Cols: 10 + rng.IntN(20), Rows: 3 + rng.IntN(6)}
				sim.SetSize(f.size.Cols, f.size.Rows)
				dev.Resized()
				sim.Show()
			}
			for range rng.IntN(6) {
				randomCall(t, rng, [2]tcell.Screen{dev, sim})
			}
			if rng.IntN(50) == 0 {
				dev.Sync()
				sim.Sync()
			} else {
				dev.Show()
				sim.Show()
			}
			for sim.HasPendingEvent() {
				sim.PollEvent()
			}
			compareCanvas(t, n, dev, sim)
		}
	})
}

// compareCanvas compares the frame of a canvas with the cells of a simulation.
func compareCanvas(t *testing.T, n int, dev *Screen, sim tcell.SimulationScreen) {
	t.Helper()
	f := &dev.canvas.frame
	covered := 0 // cells that a wide character covers
	for i, c := range f.Cells {
		x, y := i%f.W, i/f.W
		_, _, width := dev.Get(x, y)
		if covered = max(covered-1, 0); covered > 0 && x > 0 {
			continue
		}
		covered = width
		text, style := simulated(sim, x, y)
		if text == "" || text == "X" { // the cell was never set, or Sync has cleared it
			if c.Glyph != ' ' {
				t.Fatalf("frame %d, column %d, row %d shows %q, want a blank", n, x, y, c.Glyph)
			}
			continue
		}
		// Tcell's simulation and this package use different styles for a wide character cut at the right margin.
		if x+width > f.W {
			style, c.Fg, c.Bg, c.Attr = tcell.StyleDefault, cell.Default, cell.Default, 0
		}
		if text == "⸻" { // a canvas cannot show a character of four columns
			text = "?"
		}
		var s styles
		got := string(cell.AppendGlyph(nil, c.Glyph))
		if want := s.convert(f, style, false); got != text || want != (cell.Style{Fg: c.Fg, Bg: c.Bg, Attr: c.Attr}) {
			t.Fatalf("frame %d, column %d, row %d shows %q %v, want %q %v", n, x, y, got, c, text, want)
		}
		if width = max(width, 1); x+width <= f.W {
			for k := range f.Cells[i : i+width] {
				if (f.Cells[i+k].Glyph == cell.Tail) != (k > 0) {
					t.Fatalf("frame %d: the character in column %d, row %d is divided at column %d", n, x, y, x+k)
				}
			}
		}
	}
}

// emulatorOf returns an emulated terminal that has received all output to f.
func emulatorOf(f *fake) *ansi.Emulator {
	s := ansi.NewEmulator(f.size.Cols, f.size.Rows)
	_, _ = s.Write([]byte(f.written()))
	return s
}

// A program that calls Show without pauses does not flood a slow link, and the last picture arrives.
func TestShowWaitsForTheLink(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		dev := newProgram(t, f)
		start(t, dev)
		f.setRoom(0)
		for n := range 1000 {
			dev.Fill(rune('a'+n%26), tcell.StyleDefault.Foreground(tcell.NewHexColor(int32(n))))
			dev.Show()
		}
		if queued := dev.Flow().Sent; queued > 10_000 {
			t.Errorf("%d bytes are queued for a terminal that does not read, want at most 10,000", queued)
		}
		dev.PutStr(0, 0, "newest")
		dev.Show()
		dev.PutStr(0, 0, "hidden") // not shown, because no Show follows
		f.setRoom(-1)
		time.Sleep(time.Second)
		synctest.Wait()
		if got := emulatorOf(f); rowOf(got, 0) != "newest"+strings.Repeat(string(rune('a'+999%26)), 74) {
			t.Errorf("the first row is %q, want the last picture", rowOf(got, 0))
		}
		dev.Close()
		if sent := len(f.written()); sent > 20_000 {
			t.Errorf("%d bytes were sent for 1,000 pictures, want at most 20,000", sent)
		}
	})
}

// rowOf returns the characters of a row.
func rowOf(s *ansi.Emulator, y int) string {
	var b strings.Builder
	for _, c := range s.Cells[y*s.W : (y+1)*s.W] {
		b.WriteRune(c.Rune)
	}
	return b.String()
}

// Cells that Show has omitted are sent when replies arrive, without another call of Show.
func TestShowSendsTheRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		dev := newProgram(t, f, func(o *Options) { o.Queries, o.Remote = true, true })
		start(t, dev)
		stopTerminal := startSlowTerminal(f, 8000)
		rng := rand.New(rand.NewPCG(1, 2))
		omitted := false
		dev.Fill(' ', tcell.StyleDefault.Background(tcell.NewHexColor(0x101010)))
		for range 600 {
			for range 400 {
				style := tcell.StyleDefault.Foreground(tcell.NewHexColor(rng.Int32N(1 << 24))).Background(
					tcell.NewHexColor(0))
				dev.Put(rng.IntN(80), rng.IntN(24), string(rune('a'+rng.IntN(26))), style)
			}
			dev.Show()
			time.Sleep(time.Second / 30)
			omitted = omitted || dev.Flow().PendingCells > 0
		}
		if !omitted {
			t.Error("no frame omitted cells, so the test does not test anything")
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if diff := emulatorOf(f).Diff(&dev.canvas.frame, cell.Truecolor); diff != "" || dev.Flow().PendingCells > 0 {
			t.Errorf("a minute later, %d cells are pending, want 0; the terminal differs from the canvas: %q",
				dev.Flow().PendingCells, diff)
		}
		sent := len(f.written())
		time.Sleep(time.Minute)
		if more := len(f.written()) - sent; more > 0 {
			t.Errorf("%d bytes were sent in a minute without changes, want 0", more)
		}
		stopTerminal()
		dev.Close()
	})
}

// startSlowTerminal makes f read at a rate in bytes per second and reply to queries, until end is called.
func startSlowTerminal(f *fake, rate int) (end func()) {
	stop := make(chan struct{})
	go func() {
		seen := 0
		for {
			select {
			case <-stop:
				f.setRoom(-1)
				return
			case <-time.After(10 * time.Millisecond):
			}
			f.setRoom(rate / 100)
			text := f.written()
			for ; seen < len(text); seen++ {
				for query, reply := range map[string]string{
					seqDSR: "\x1b[0n", seqDA1: "\x1b[?62;c",
					seqDA2: "\x1b[>1;1;0c",
				} {
					if strings.HasSuffix(text[:seen+1], query) {
						f.sent <- reply
					}
				}
			}
		}
	}()
	return func() { close(stop) }
}

func TestShowDoesNotAllocate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		dev := newProgram(t, f)
		start(t, dev)
		f.discard = true
		link := tcell.StyleDefault.Url("https://example.org").Underline(tcell.UnderlineStyleCurly, tcell.ColorRed)
		n := int32(0)
		show := func() {
			n++
			dev.Fill(' ', tcell.StyleDefault)
			dev.PutStrStyled(int(n%20), 3, "the quick brown fox 世界 e\u0301",
				tcell.StyleDefault.Foreground(tcell.NewHexColor(n*9999&0xffffff)))
			dev.SetContent(5, 5, '界', nil, tcell.StyleDefault)
			dev.PutStrStyled(int(n%20), 7, "link", link)
			dev.ShowCursor(int(n%80), 2)
			dev.Show()
		}
		for range 100 {
			show()
		}
		if allocs := testing.AllocsPerRun(100, show); allocs > 1 && !testing.Short() { // Fill allocates a string
			t.Errorf("Show allocates %v times, want at most 1", allocs)
		}
		dev.Close()
	})
}

// A program that shows frames does not need a canvas.
func TestFramesNeedNoCanvas(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dev := newTestTerminal(t, newFake())
		start(t, dev)
		_ = dev.ShowFrame(lineFrame("frame"))
		dev.EnableMouse()
		dev.SetTitle("x")
		dev.Size()
		if dev.canvas != nil {
			t.Error("a program that shows frames has a canvas, want none")
		}
		dev.Close()
	})
}

// The cursor is shown, styled and restored.
func TestCursor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		dev := newProgram(t, f)
		start(t, dev)
		at := 0
		sent := func() string {
			time.Sleep(time.Second)
			synctest.Wait()
			all := f.written()
			defer func() { at = len(all) }()
			return all[at:]
		}
		dev.Show()
		sent()
		for _, c := range []struct {
			call func()
			want string
		}{
			{func() { dev.ShowCursor(4, 2) }, "\x1b[3;5H\x1b[?25h"},
			{func() {}, ""},
			{func() { dev.ShowCursor(5, 2) }, " "},
			{func() { dev.SetCursorStyle(tcell.CursorStyleSteadyBar, tcell.ColorRed) }, "\x1b[6 q\x1b]12;#ff0000\a"},
			{func() { dev.SetCursorStyle(tcell.CursorStyleSteadyBar) }, ""},
			{func() { dev.SetCursorStyle(99, tcell.ColorReset) }, "\x1b[0 q\x1b]112\a"},
			{
				func() { dev.SetCursorStyle(tcell.CursorStyleBlinkingBlock, tcell.ColorBlue) },
				"\x1b[1 q\x1b]12;#0000ff\a",
			},
			{func() { dev.ShowCursor(80, 2) }, "\x1b[?25l"},
			{func() { dev.HideCursor(); dev.Put(6, 2, "x", tcell.StyleDefault) }, " x"},
		} {
			c.call()
			dev.Show()
			if got := sent(); got != c.want {
				t.Errorf("Show sends %q, want %q", got, c.want)
			}
		}
		if !strings.Contains(f.leave, "\x1b]112\a\x1b[0 q\x1b[?25h") {
			t.Errorf("the monitor's leave sequence is %q, want it to reset the cursor", f.leave)
		}

		// A long frame hides the cursor, because this terminal has no synchronized output.
		dev.ShowCursor(1, 1)
		dev.Show()
		sent()
		dev.Fill('x', tcell.StyleDefault)
		dev.Show()
		if got := sent(); !strings.HasPrefix(got, hideCursor) || !strings.HasSuffix(got, showCursor) {
			t.Errorf("a long frame is sent as %q, want it between hideCursor and showCursor", got)
		}

		_ = dev.Suspend()
		if got := sent(); !strings.HasSuffix(got, "\x1b]112\a\x1b[0 q\x1b[?25h\x1b[m\x1b[H\x1b[2J\x1b[?1049l") {
			t.Errorf("Suspend sends %q, want it to reset the cursor", got)
		}
		if err := dev.Resume(); err != nil {
			t.Fatal(err)
		}
		if got := sent(); !strings.Contains(got, "xxxxxx") ||
			!strings.HasSuffix(got, "\x1b[1 q\x1b]12;#0000ff\a\x1b[?25h") {
			t.Errorf("Resume sends %q, want the frame and the cursor", got)
		}
		dev.Fini()
		checkRestored(t, f.written())
	})
}

// Terminals that only interpret basic sequences receive no other sequences.
func TestBasicTerminals(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		dev := newProgram(t, f, func(o *Options) { o.Term = "linux" })
		start(t, dev)
		dev.PutStrStyled(0, 0, "x",
			tcell.StyleDefault.Url("https://example.org").Underline(tcell.UnderlineStyleCurly, tcell.ColorRed))
		dev.ShowCursor(1, 1)
		dev.SetCursorStyle(tcell.CursorStyleSteadyBar, tcell.ColorRed)
		dev.SetTitle("title")
		dev.SetClipboard([]byte("text"))
		dev.GetClipboard()
		dev.SetSize(100, 30)
		dev.Show()
		time.Sleep(time.Second)
		dev.Fini()
		if got := f.written(); strings.Contains(got, "\x1b]") || strings.Contains(got, " q") ||
			strings.Contains(got, "4:") || strings.Contains(got, "t") || !strings.Contains(got, "\x1b[4") {
			t.Errorf("sent %q, want only basic sequences", got)
		}
	})
}

func TestRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		dev := newProgram(t, f)
		dev.SetClipboard([]byte("too early"))
		start(t, dev)
		dev.SetClipboard([]byte("text"))
		dev.GetClipboard()
		dev.SetSize(100, 30)
		synctest.Wait() // because a bell is omitted while other bytes wait
		if err := dev.Beep(); err != nil {
			t.Error(err)
		}
		to, _ := dev.Tty()
		if n, err := to.Write([]byte("\x1bPsixel")); n != 7 || err != nil {
			t.Errorf("Write = %d, %v; want 7", n, err)
		}
		if size, err := to.WindowSize(); size.Width != 80 || size.Height != 24 || err != nil {
			t.Errorf("WindowSize = %v, %v; want 80×24", size, err)
		}
		synctest.Wait()
		if got := f.written(); !strings.HasSuffix(got,
			"\x1b[?7l\x1b]52;c;dGV4dA==\x1b\\\x1b]52;c;?\x1b\\\x1b[8;30;100t\a\x1bPsixel") {
			t.Errorf("sent %q, want the requests in order", got)
		}
		dev.Fini()
		if _, err := to.Write([]byte("x")); err == nil {
			t.Error("Write after Fini returns no error, want one")
		}
		dev.SetClipboard([]byte("too late"))
		checkRestored(t, f.written())
	})
}

// If the terminal does not read, the queued requests are limited.
func TestRequestsAreLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		f.setRoom(0)
		dev := newProgram(t, f)
		start(t, dev)
		synctest.Wait()
		to, _ := dev.Tty()
		part := make([]byte, maxQueued/8)
		written := 0
		for range 20 {
			dev.SetClipboard(part)
			if n, err := to.Write(part); err == nil {
				written += n
			}
		}
		queued, _ := dev.writer.progress()
		if limit := maxQueued + 3*len(part); queued > limit || written == 0 || written == 20*len(part) {
			t.Errorf("%d bytes are queued, want at most %d; Write accepted %d bytes", queued, limit, written)
		}
		dev.Fini()
	})
}

// Characters that a terminal cannot display are replaced by as many columns of ASCII.
func TestFallbacks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dev := newProgram(t, newFake(), func(o *Options) { o.UTF8 = false })
		dev.RegisterRuneFallback('世', "W!")
		dev.RegisterRuneFallback('ø', "o")
		dev.UnregisterRuneFallback('│')
		dev.PutStr(0, 0, "┌│ø世界e\u0301x")
		dev.Show()
		if got := dev.canvas.frame.String(); !strings.HasPrefix(got, "+?oW!? ex\n") {
			t.Errorf("the ASCII frame is %q, want +?oW!? ex", got)
		}
		if dev.CharacterSet() != "US-ASCII" || dev.CanDisplay('ø', false) || !dev.CanDisplay('ø', true) ||
			!dev.CanDisplay('o', false) || dev.CanDisplay('é', true) {
			t.Errorf("CharacterSet() = %q, want US-ASCII; or a result of CanDisplay is wrong", dev.CharacterSet())
		}

		// In terminals set up for East Asian text, characters of ambiguous width would shift the row.
		f := newFake()
		dev = newProgram(t, f, func(o *Options) { o.Queries = true })
		start(t, dev)
		dev.PutStr(0, 0, "┌世")
		dev.Show()
		if got := dev.canvas.frame.String(); !strings.HasPrefix(got, "┌世\n") || dev.CharacterSet() != "UTF-8" ||
			!dev.CanDisplay('é', false) {
			t.Errorf("the UTF-8 frame is %q, want the characters unchanged", got)
		}
		f.sent <- "\x1b[2;3R\x1b[?62;c"
		synctest.Wait()
		if got := dev.canvas.frame.String(); !strings.HasPrefix(got, "+世\n") {
			t.Errorf("with wide line characters, the frame is %q, want +世", got)
		}
		dev.Close()
	})
}

// A locked region keeps its graphics until it is unlocked.
func TestLockedRegion(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		dev := newProgram(t, f)
		start(t, dev)
		dev.Show()
		dev.LockRegion(-1, 1, 5, 2, true)
		to, _ := dev.Tty()
		_, _ = to.Write([]byte("\x1b[2;1HPPPP\x1b[3;1HPPPP"))
		dev.Fill('x', tcell.StyleDefault)
		dev.Put(2, 1, "世", tcell.StyleDefault)
		dev.Show()
		dev.Sync()
		time.Sleep(time.Second)
		synctest.Wait()
		s := emulatorOf(f)
		if rowOf(s, 1)[:6] != "PPPPxx" || rowOf(s, 2)[:6] != "PPPPxx" || rowOf(s, 3)[:3] != "xxx" {
			t.Errorf("with a locked region, rows 1 to 3 are %q, %q and %q; want PPPPxx twice, then xxx", rowOf(s, 1),
				rowOf(s, 2), rowOf(s, 3))
		}
		dev.LockRegion(0, 0, 80, 24, false)
		dev.Show()
		time.Sleep(time.Second)
		synctest.Wait()
		if s = emulatorOf(f); !strings.HasPrefix(rowOf(s, 1), "xx世") || rowOf(s, 2)[:4] != "xxxx" {
			t.Errorf("after the region is unlocked, rows 1 and 2 begin with %q and %q, want xx世 and xxxx", rowOf(s, 1),
				rowOf(s, 2))
		}
		dev.LockRegion(0, 2, 4, 1, true)
		_, _ = to.Write([]byte("\x1b[3;1HPPPP"))
		dev.LockRegion(0, 2, 4, 1, false)
		dev.Show()
		time.Sleep(time.Second)
		synctest.Wait()
		if s = emulatorOf(f); rowOf(s, 2)[:6] != "xxxxxx" {
			t.Errorf("after the same cells are unlocked, row 2 begins with %q, want xxxxxx", rowOf(s, 2))
		}
		dev.Fini()
	})
}

// A program can use more links than a frame can store. New links replace old ones.
func TestManyLinks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dev := newProgram(t, newFake())
		start(t, dev)
		for n := range 3000 {
			dev.Put(n%80, n/80%6, "x", tcell.StyleDefault.Url(fmt.Sprint("https://example.org/", n)))
			dev.Show()
		}
		f := &dev.canvas.frame
		if k := f.Cells[2999%480].Attr.Extra(); k < 0 || f.Extras[k].URL != "https://example.org/2999" {
			t.Errorf("the extra of the last cell is number %d, want the last link", k)
		}
		dev.Fini()
	})
}

func TestStylesConvertBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var f cell.Frame
	var s styles
	for range 2000 {
		from := randomStyle(rng)
		to := s.convert(&f, from, false)
		if again := s.convert(&f, tcellStyle(&f, to, cell.Truecolor), false); again != to {
			t.Fatalf("style %+v converts to %+v, which becomes %+v after a round trip", from, to, again)
		}
	}
	link := tcell.StyleDefault.Url("https://example.org").UrlId("7")
	if to := s.convert(&f, link, false); f.Extras[to.Attr.Extra()] != (cell.Extra{
		Underline: cell.Default,
		URL:       "https://example.org", ID: "7",
	}) {
		t.Errorf("the link is converted to %+v, want the default underline color, its URL and the ID 7",
			f.Extras[to.Attr.Extra()])
	}
	black := tcell.StyleDefault.Foreground(tcell.ColorBlack)
	if s.convert(&f, black, true).Attr != cell.Reverse || s.convert(&f, black, false).Attr != 0 {
		t.Error("black text must be reversed if and only if the terminal has no colors")
	}
}

// Several goroutines can call the methods at the same time. The race detector checks this. No call blocks.
func TestConcurrentCalls(t *testing.T) {
	f := newFake()
	f.discard = true
	dev := newProgram(t, f)
	if err := dev.Init(); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for k := range 4 {
		all.Go(func() {
			rng := rand.New(rand.NewPCG(1, uint64(k)))
			for range 300 {
				switch rng.IntN(10) {
				case 0:
					dev.Resized()
				case 1:
					dev.EnableMouse()
					dev.DisableMouse()
				case 2:
					dev.ShowCursor(rng.IntN(90), 3)
					dev.SetTitle("x")
				case 3:
					_ = dev.Suspend()
					_ = dev.Resume()
				case 4:
					dev.LockRegion(rng.IntN(80), 1, 3, 3, rng.IntN(2) == 0)
				default:
					dev.PutStrStyled(rng.IntN(80), rng.IntN(24), "text 世界", randomStyle(rng))
					dev.Get(1, 1)
					dev.Show()
				}
			}
		})
	}
	all.Wait()
	dev.Fini()
}
