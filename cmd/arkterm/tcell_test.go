package main

import (
	"io"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/gdamore/tcell/v2/terminfo"
	_ "github.com/gdamore/tcell/v2/terminfo/x/xterm"

	"arkterm/cmd/arkterm/screen"
	"arkterm/render/ansi/ansitest"
	"arkterm/render/cell"
)

// A countingTty is a terminal of 80×24 cells that counts the bytes it receives.
type countingTty struct {
	received int
	closed   chan struct{}
}

func (t *countingTty) Start() error        { return nil }
func (t *countingTty) Stop() error         { return nil }
func (t *countingTty) Close() error        { return nil }
func (t *countingTty) Drain() error        { close(t.closed); return nil }
func (t *countingTty) NotifyResize(func()) {}

func (t *countingTty) WindowSize() (tcell.WindowSize, error) {
	return tcell.WindowSize{Width: 80, Height: 24}, nil
}

func (t *countingTty) Read([]byte) (int, error) {
	<-t.closed
	return 0, io.EOF
}

func (t *countingTty) Write(p []byte) (int, error) {
	t.received += len(p)
	return len(p), nil
}

// A prompt is a transport to a terminal of 80×24 cells that takes everything immediately and sends nothing.
type prompt struct{ received io.Writer }

func (p prompt) Reader() (screen.Reader, error) { return p, nil }
func (p prompt) Writer() (screen.Writer, error) { return p, nil }
func (p prompt) Size() screen.Size              { return screen.Size{Cols: 80, Rows: 24} }
func (p prompt) Enter(string) error             { return nil }
func (p prompt) Renew(string)                   {}
func (p prompt) Leave()                         {}
func (p prompt) Force(string)                   {}
func (p prompt) Write(b []byte) (int, error)    { return p.received.Write(b) }
func (p prompt) TryWrite(b []byte) (int, error) { return p.received.Write(b) }
func (p prompt) Stop()                          {}
func (p prompt) Close()                         {}

func (p prompt) Read([]byte, time.Duration) (int, error) { return 0, screen.ErrStopped }

// A textScene draws frames of 80×24 cells in true color. Each frame changes the previous one.
type textScene struct {
	name  string
	draw  func(rng *rand.Rand, f *cell.Frame)
	ratio float64 // the minimum of tcell's bytes per byte of our screen
}

var textScenes = []textScene{
	{"boxes", drawBox, 1.2},
	{"scroll", drawLog, 15},
}

// drawBox fills a rectangle, like the program "boxes" among tcell's demos.
func drawBox(rng *rand.Rand, f *cell.Frame) {
	w, h := rng.IntN(20)+1, rng.IntN(8)+1
	glyph := rune("@#&*=%ZA"[rng.IntN(8)])
	f.Fill(rng.IntN(f.W-w), rng.IntN(f.H-h), w, h, glyph, cell.Style{Fg: 0xffffff, Bg: cell.Color(rng.IntN(1 << 24))})
}

// drawLog scrolls a log by a line, above an empty status line.
func drawLog(rng *rand.Rand, f *cell.Frame) {
	const ground = 0x101010
	last := f.H - 2
	copy(f.Cells, f.Cells[f.W:(last+1)*f.W])
	n := rng.IntN(60) + 10
	for x := range f.W {
		c := cell.Cell{Glyph: ' ', Fg: 0xc0c0c0, Bg: ground}
		if x < 8 {
			c.Fg = 0x5fafff
		}
		if x < n {
			c.Glyph = rune("etaoin shrdlu"[rng.IntN(13)])
		}
		f.Cells[last*f.W+x] = c
	}
}

// A sender shows frames on one of two screens.
type sender struct {
	name string
	put  func(f *cell.Frame) // prepares f
	show func() (bytes int)
}

// senders returns tcell's own screen and ours.
func senders(tb testing.TB, received io.Writer) []sender {
	known, err := terminfo.LookupTerminfo("xterm-256color")
	if err != nil {
		tb.Fatal(err)
	}
	xterm := *known
	xterm.TrueColor = true
	tty := &countingTty{closed: make(chan struct{})}
	theirs, err := tcell.NewTerminfoScreenFromTtyTerminfo(tty, &xterm)
	if err != nil {
		tb.Fatal(err)
	}
	ours, err := screen.New(prompt{received}, screen.Options{Term: "xterm-256color", Measure: true, Guard: func() {}})
	if err != nil {
		tb.Fatal(err)
	}
	for _, s := range []tcell.Screen{theirs, ours} {
		if err := s.Init(); err != nil {
			tb.Fatal(err)
		}
		tb.Cleanup(s.Fini)
	}
	for ok := false; !ok; ok, _ = ours.Ready() { // the modes are sent by a goroutine
		runtime.Gosched()
	}
	put := func(s tcell.Screen) func(f *cell.Frame) {
		return func(f *cell.Frame) {
			for i, c := range f.Cells {
				style := tcell.StyleDefault.Foreground(tcell.NewHexColor(int32(c.Fg))).Background(tcell.NewHexColor(int32(c.Bg)))
				s.SetContent(i%f.W, i/f.W, max(c.Glyph, ' '), nil, style)
			}
		}
	}
	return []sender{
		{"tcell", put(theirs), func() int {
			before := tty.received
			theirs.Show()
			return tty.received - before
		}},
		{"screen", put(ours), func() int {
			before := ours.Flow().Sent
			ours.Show()
			return ours.Flow().Sent - before
		}},
	}
}

// Our screen sends fewer bytes than tcell's own screen, also for text that scrolls.
func TestScreenSendsLessThanTcell(t *testing.T) {
	for _, s := range textScenes {
		var f cell.Frame
		f.Resize(80, 24)
		rng := rand.New(rand.NewPCG(1, 2))
		terminal := ansitest.New(80, 24)
		ways := senders(t, terminal)
		sent := map[string]int{}
		const warm, frames = 50, 300
		for n := range warm + frames {
			s.draw(rng, &f)
			for _, w := range ways {
				w.put(&f)
				if bytes := w.show(); n >= warm {
					sent[w.name] += bytes
				}
			}
			if d := terminal.Differs(&f, cell.Truecolor); d != "" {
				t.Fatalf("%s, frame %d: %s", s.name, n, d)
			}
		}
		t.Logf("%s: tcell %d bytes a frame, screen %d", s.name, sent["tcell"]/frames, sent["screen"]/frames)
		if float64(sent["tcell"]) < s.ratio*float64(sent["screen"]) {
			t.Errorf("%s: %d bytes, want at most 1/%v of the %d bytes of tcell", s.name, sent["screen"], s.ratio, sent["tcell"])
		}
	}
}

// BenchmarkAgainstTcell measures Show of both screens for cells that are set already, with the bytes per frame.
func BenchmarkAgainstTcell(b *testing.B) {
	for _, s := range textScenes {
		for k, name := range [...]string{"tcell", "screen"} {
			b.Run(s.name+"/"+name, func(b *testing.B) {
				w := senders(b, io.Discard)[k]
				var f cell.Frame
				f.Resize(80, 24)
				rng := rand.New(rand.NewPCG(1, 2))
				next := func() int {
					b.StopTimer()
					s.draw(rng, &f)
					w.put(&f)
					b.StartTimer()
					return w.show()
				}
				for range 50 {
					next()
				}
				sent := 0
				b.ReportAllocs()
				b.ResetTimer()
				for range b.N {
					sent += next()
				}
				b.ReportMetric(float64(sent)/float64(b.N), "B/frame")
			})
		}
	}
}
