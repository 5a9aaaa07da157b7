package screen_test

import (
	"fmt"
	"io"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/gdamore/tcell/v2/terminfo"
	_ "github.com/gdamore/tcell/v2/terminfo/x/xterm" // the description of xterm-256color

	"arkterm/cmd/arkterm/screen"
	"arkterm/render/ansi"
	"arkterm/render/cell"
)

// A display is a screen under test.
type display struct {
	tcell.Screen
	name      string
	terminal  *terminal // nil for tcell's simulation
	own       bool      // the screen is a screen.Screen
	w, h      int       // size of tcell's simulation
	settle    func()    // waits until the terminal has shown all output; nil in a synctest bubble
	resized   func()    // called after the terminal has changed its size; may be nil
	suspended bool
	got       []string // results of Get
}

// picture returns the picture that the screen shows.
func (d *display) picture() picture {
	d.wait()
	if d.terminal != nil {
		p := d.terminal.picture()
		if d.settle != nil { // settle sets titles, and our screen does not ring while it sends a frame
			p.state.title, p.state.bells = "", 0
		}
		return p
	}
	p, _ := simulated(d.Screen.(tcell.SimulationScreen))
	return p
}

// resize changes the size of the terminal.
func (d *display) resize(w, h int) {
	d.wait()
	switch {
	case d.terminal == nil:
		d.SetSize(w, h)
	case d.resized != nil:
		d.terminal.resize(w, h)
		d.resized()
	default:
		d.terminal.resize(w, h)
	}
	d.wait()
}

// wait waits until the terminal has shown all output.
func (d *display) wait() {
	switch {
	case d.terminal == nil:
	case d.settle != nil:
		d.settle()
	default:
		settle()
	}
}

// settle waits until all output is shown and all input is read. Our screen postpones a frame while the previous one is
// being sent, and a lone ESC counts as a key only after some time.
func settle() {
	time.Sleep(10 * time.Second) // on the clock of the synctest bubble
	synctest.Wait()
}

// newSimulation returns tcell's simulation.
func newSimulation(_ *testing.T, w, h int) *display {
	s := tcell.NewSimulationScreen("UTF-8")
	return &display{Screen: s, name: "SimulationScreen", w: w, h: h}
}

// newTerminfo returns tcell's terminfo screen on an emulated terminal.
func newTerminfo(t *testing.T, w, h int) *display {
	term := newTerminal(w, h)
	s, err := tcell.NewTerminfoScreenFromTtyTerminfo(&tty{terminal: term}, description(t))
	if err != nil {
		t.Fatal(err)
	}
	return &display{Screen: s, name: "terminfo screen", terminal: term}
}

// TestMain sets the environment from which tcell takes the character set, the size and the number of colors.
func TestMain(m *testing.M) {
	for name, value := range map[string]string{
		"LC_ALL": "C.UTF-8", "COLORTERM": "truecolor", "NO_COLOR": "",
		"LINES": "", "COLUMNS": "",
	} {
		os.Setenv(name, value)
	}
	os.Exit(m.Run())
}

// description returns tcell's description of xterm-256color, with 24-bit colors.
func description(t testing.TB) *terminfo.Terminfo {
	found, err := terminfo.LookupTerminfo("xterm-256color")
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// newOwn returns our screen on an emulated terminal.
func newOwn(t *testing.T, w, h int) *display { return ownOn(t, newTerminal(w, h)) }

// ownOn returns our screen on a terminal.
func ownOn(t *testing.T, term *terminal) *display {
	o := ownOptions()
	o.Queries = term.slow
	s, err := screen.New(&transport{term}, o)
	if err != nil {
		t.Fatal(err)
	}
	term.resized = s.Resized
	return &display{Screen: s, name: "screen.Screen", terminal: term, own: true}
}

// ownOptions returns the options of a screen with all features.
func ownOptions() screen.Options {
	return screen.Options{Tier: cell.Truecolor, Term: "xterm-256color", UTF8: true}
}

// newOwnSlow returns our screen on a slow link.
func newOwnSlow(t *testing.T, w, h int) *display {
	term := newTerminal(w, h)
	term.slow = true
	d := ownOn(t, term)
	d.name += " on a slow link"
	return d
}

// start initializes the screen. It is closed when the test ends.
func (d *display) start(t *testing.T) {
	if err := d.Init(); err != nil {
		t.Fatal(d.name, err)
	}
	t.Cleanup(d.Fini)
	if d.terminal == nil {
		d.SetSize(d.w, d.h)
	}
}

// A tty is an emulated terminal as a tcell.Tty.
type tty struct{ *terminal }

func (t *tty) Start() error { return t.open(true) }
func (t *tty) Drain() error { return t.open(false) }
func (t *tty) Stop() error  { return nil }
func (t *tty) Close() error { return nil }

// open starts reading if reading is true, and otherwise stops it.
func (t *tty) open(reading bool) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stopped = !reading
	t.more.Broadcast()
	return nil
}

func (t *tty) NotifyResize(resized func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.resized = resized
}

func (t *tty) WindowSize() (tcell.WindowSize, error) {
	w, h := t.size()
	return tcell.WindowSize{Width: w, Height: h}, nil
}

func (t *tty) Read(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for len(t.typed) == 0 && !t.stopped {
		t.more.Wait()
	}
	if t.stopped {
		return 0, io.EOF
	}
	n := copy(p, t.typed)
	t.typed = t.typed[n:]
	return n, nil
}

// A transport is an emulated terminal as a [screen.Transport].
type transport struct{ *terminal }

func (t *transport) Reader() (screen.Reader, error) { return &transportEnd{terminal: t.terminal}, nil }

func (t *transport) Writer() (screen.Writer, error) { return &transportEnd{terminal: t.terminal}, nil }
func (t *transport) Enter(string) error             { return nil }
func (t *transport) Renew(string)                   {}
func (t *transport) Leave()                         {}
func (t *transport) Force(sequence string)          { _, _ = t.Write([]byte(sequence)) }

func (t *transport) Size() screen.Size {
	w, h := t.size()
	return screen.Size{Cols: w, Rows: h}
}

// A transportEnd is one direction of a transport.
type transportEnd struct {
	*terminal
	closed bool
}

func (e *transportEnd) Read(p []byte, limit time.Duration) (int, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	late := false
	if limit > 0 {
		defer time.AfterFunc(limit, func() {
			e.mu.Lock()
			defer e.mu.Unlock()
			late = true
			e.more.Broadcast()
		}).Stop()
	}
	for len(e.typed) == 0 && !e.closed && !late {
		e.more.Wait()
	}
	switch {
	case e.closed:
		return 0, screen.ErrStopped
	case late:
		return 0, screen.ErrTimeout
	}
	n := copy(p, e.typed)
	e.typed = e.typed[n:]
	return n, nil
}

func (e *transportEnd) Write(p []byte) (int, error) { return e.terminal.Write(p) }

func (e *transportEnd) TryWrite(p []byte, _ int) (int, error) {
	if e.slow {
		return 0, nil
	}
	return e.terminal.Write(p)
}

func (e *transportEnd) Stop() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.closed = true
	e.more.Broadcast()
}

func (e *transportEnd) Close() {}

// simulated returns the picture that tcell's simulation shows, and the cells that were never drawn.
func simulated(s tcell.SimulationScreen) (p picture, empty []bool) {
	cells, w, h := s.GetContents()
	p = picture{w: w, h: h, cells: make([]ansi.EmulatorCell, w*h), cursor: hiddenCursor}
	empty = make([]bool, w*h)
	for i := 0; i < len(cells); i++ {
		c := cells[i]
		if len(c.Runes) == 0 || c.Runes[0] == 'X' { // Sync fills cells with X
			p.cells[i], empty[i] = ansi.EmulatorCell{Rune: ' '}, true
			continue
		}
		_, _, columns := s.Get(i%w, i/w)
		p.cells[i] = cellOf(string(c.Runes), c.Style)
		if columns == 2 && i%w < w-1 {
			i++
			p.cells[i] = p.cells[i-1]
			if p.cells[i].Rune != ' ' { // a blank replaces invisible text
				p.cells[i] = ansi.EmulatorCell{Rune: ansi.SecondHalf, EmulatorStyle: p.cells[i].EmulatorStyle}
			}
		}
	}
	if x, y, visible := s.GetCursor(); visible {
		p.cursor = cursor{x: x, y: y}
	}
	return p, empty
}

// cellOf returns the cell of a terminal that shows text in a style.
func cellOf(text string, style tcell.Style) ansi.EmulatorCell {
	runes := []rune(text)
	fg, bg, attrs := style.Decompose()
	s := ansi.EmulatorStyle{
		Fg: parameters(fg), Bg: parameters(bg), Line: int(style.GetUnderlineStyle()),
		LineColor: parameters(style.GetUnderlineColor()), Link: linkOf(style),
	}
	for _, a := range []struct {
		mask tcell.AttrMask
		sgr  int
	}{
		{tcell.AttrBold, 1},
		{tcell.AttrDim, 2},
		{tcell.AttrItalic, 3},
		{tcell.AttrBlink, 5},
		{tcell.AttrReverse, 7},
		{tcell.AttrStrikeThrough, 9},
	} {
		s.Attrs[a.sgr] = attrs&a.mask != 0
	}
	return normalize(ansi.EmulatorCell{
		Rune: runes[0], Marks: string(runes[1:]),
		EmulatorStyle: s.Visible(runes[0] == ' '),
	})
}

// parameters returns the SGR parameters of a color, as in [ansi.EmulatorStyle].
func parameters(c tcell.Color) string {
	switch {
	case c.IsRGB():
		r, g, b := c.RGB()
		return fmt.Sprintf("%d,%d,%d", r, g, b)
	case c.Valid():
		return fmt.Sprint(int(c &^ tcell.ColorValid))
	}
	return ""
}
