package screen_test

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/rivo/uniseg"

	"arkterm/render/ansi"
	"arkterm/render/cell"
)

// A terminal is an emulated terminal and its input. Its methods are safe for concurrent use.
type terminal struct {
	mu      sync.Mutex
	more    *sync.Cond
	screen  *ansi.Emulator
	last    []byte // the end of the output, which may contain the first bytes of a query
	typed   []byte // input that has not been read
	stopped bool   // reading ends
	written int    // bytes of output
	writes  int    // calls of Write
	blind   bool   // output is counted but not interpreted
	slow    bool   // output takes time, and queries get replies
	resized func() // called after a change of size; nil if not registered
}

func newTerminal(w, h int) *terminal {
	t := &terminal{screen: ansi.NewEmulator(w, h)}
	t.screen.BCE, t.screen.Underlines, t.screen.Links = true, true, true
	t.screen.Join = func(glyph string, r rune) (columns int, ok bool) {
		cluster, rest, columns, _ := uniseg.FirstGraphemeClusterInString(glyph+string(r), -1)
		return columns, rest == "" && cluster != ""
	}
	t.more = sync.NewCond(&t.mu)
	return t
}

// A slow terminal reads a byte in byteTime, and its replies arrive after replyTime.
const (
	byteTime  = time.Millisecond / 10
	replyTime = 150 * time.Millisecond
)

// replies maps the queries that a slow terminal answers to its replies.
var replies = map[string]string{"\x1b[5n": "\x1b[0n", "\x1b[c": "\x1b[?62;c", "\x1b[>c": "\x1b[>1;95;0c"}

// Write interprets output.
func (t *terminal) Write(p []byte) (int, error) {
	if t.slow {
		p = p[:min(len(p), 64)]
		time.Sleep(time.Duration(len(p)) * byteTime)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.written += len(p)
	t.writes++
	t.more.Broadcast()
	if t.blind {
		return len(p), nil
	}
	if t.slow {
		t.last = append(t.last, p...)
		for query, reply := range replies {
			for bytes.Contains(t.last, []byte(query)) {
				t.last = bytes.Replace(t.last, []byte(query), nil, 1)
				time.AfterFunc(replyTime, func() { t.send(reply) })
			}
		}
		t.last = t.last[max(0, len(t.last)-8):]
	}
	return t.screen.Write(p)
}

// sums returns the number of bytes written and of calls of Write so far.
func (t *terminal) sums() (bytes, writes int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.written, t.writes
}

// send adds text to the input.
func (t *terminal) send(text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.typed = append(t.typed, text...)
	t.more.Broadcast()
}

// size returns the size in cells.
func (t *terminal) size() (w, h int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.screen.W, t.screen.H
}

// resize changes the size.
func (t *terminal) resize(w, h int) {
	t.mu.Lock()
	t.screen.Resize(w, h)
	resized := t.resized
	t.mu.Unlock()
	if resized != nil {
		resized()
	}
}

// text returns the characters on the screen.
func (t *terminal) text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return picture{w: t.screen.W, cells: t.screen.Cells}.text()
}

// picture returns a copy of the screen and the modes.
func (t *terminal) picture() picture {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := t.screen
	p := picture{
		w: s.W, h: s.H, cells: make([]ansi.EmulatorCell, len(s.Cells)), cursor: hiddenCursor,
		state: state{
			title: s.Title, clipboard: s.Clipboard, bells: s.Bells, paste: s.Modes[2004],
			focus: s.Modes[1004],
		},
	}
	for i, c := range s.Cells {
		p.cells[i] = normalize(c)
	}
	if !s.Cursor.Hidden {
		p.cursor = cursor{s.X, s.Y, s.Cursor.Style, s.Cursor.Color}
	}
	for _, mode := range []int{1000, 1002, 1003} {
		if s.Modes[mode] {
			p.state.mouse = mode
		}
	}
	return p
}

// A picture is the part of a terminal's state that a program can set.
type picture struct {
	w, h   int
	cells  []ansi.EmulatorCell
	cursor cursor
	state  state
}

// A cursor is the position, the shape and the color of the cursor.
type cursor struct {
	x, y, style int
	color       string
}

// hiddenCursor is a hidden cursor. Its style does not matter.
var hiddenCursor = cursor{x: -1, y: -1}

// A state is the part of a picture apart from the cells and the cursor.
type state struct {
	title, clipboard string
	bells            int
	mouse            int // 1000: buttons, 1002: also motion while a button is down, 1003: all motion; 0 if off
	paste, focus     bool
}

// rgbOf maps the palette colors 16 to 255 to red, green and blue. The other palette colors depend on the terminal.
var rgbOf = func() map[string]string {
	all := map[string]string{}
	for n := 16; n < 256; n++ {
		r, g, b := cell.Color256(n).RGB()
		all[strconv.Itoa(n)] = fmt.Sprintf("%d,%d,%d", r, g, b)
	}
	return all
}()

// normalize converts palette colors of a cell to red, green and blue, because screens send them in either form.
func normalize(c ansi.EmulatorCell) ansi.EmulatorCell {
	for _, color := range []*string{&c.Fg, &c.Bg, &c.LineColor} {
		if rgb, ok := rgbOf[*color]; ok {
			*color = rgb
		}
	}
	// Our screen draws invisible text as blanks.
	if c.Fg != "" && c.Fg == c.Bg && c.EmulatorStyle == (ansi.EmulatorStyle{Fg: c.Fg, Bg: c.Bg}) {
		c = ansi.EmulatorCell{Rune: ' ', EmulatorStyle: ansi.EmulatorStyle{Bg: c.Bg}}
	}
	return c
}

// text returns the characters of a picture.
func (p picture) text() string {
	var b strings.Builder
	for i, c := range p.cells {
		if c.Rune != ansi.SecondHalf {
			b.WriteString(string(c.Rune) + c.Marks)
		}
		if i%p.w == p.w-1 {
			b.WriteString("\n")
		}
	}
	return b.String()
}

// withoutLinks returns a copy of the picture without links.
func (p picture) withoutLinks() picture {
	p.cells = slices.Clone(p.cells)
	for i := range p.cells {
		c := &p.cells[i]
		c.Link = ""
		c.EmulatorStyle = c.Visible(c.Rune == ' ')
		*c = normalize(*c)
	}
	return p
}

// differs describes the first difference between the cells or cursors of two pictures, or returns "". It does not
// compare the style of blank cells for which ignoreStyle is true. ignoreStyle may be nil.
func (p picture) differs(want picture, ignoreStyle []bool) string {
	if p.w != want.w || p.h != want.h {
		return fmt.Sprintf("the size is %d×%d, want %d×%d", p.w, p.h, want.w, want.h)
	}
	for i, c := range p.cells {
		if ignoreStyle != nil && ignoreStyle[i] && c.Rune == ' ' && c.Marks == "" {
			continue
		}
		if c != want.cells[i] {
			return fmt.Sprintf("column %d, row %d shows %+v, want %+v\n%s\nwant\n%s", i%p.w, i/p.w, c, want.cells[i],
				p.text(), want.text())
		}
	}
	if p.cursor != want.cursor {
		return fmt.Sprintf("the cursor is %+v, want %+v", p.cursor, want.cursor)
	}
	return ""
}

// changed describes the modes and the cursor if they are not as in a new terminal, or returns "".
func (t *terminal) changed() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var wrong []string
	for mode, set := range t.screen.Modes {
		if set != slices.Contains(setByDefault, mode) {
			wrong = append(wrong, fmt.Sprint("mode ", mode))
		}
	}
	if t.screen.Cursor != (ansi.EmulatorCursor{}) {
		wrong = append(wrong, fmt.Sprintf("cursor %+v", t.screen.Cursor))
	}
	slices.Sort(wrong)
	return strings.Join(wrong, ", ")
}

// setByDefault are the modes that are set in a new terminal.
var setByDefault = []int{7, 25}

// overwrite writes w × h cells, like another program that uses the terminal.
func (t *terminal) overwrite(w, h int) {
	for y := range h {
		fmt.Fprintf(t, "\x1b[%dH\x1b[45m%s\x1b[m", y+1, strings.Repeat("#", w))
	}
}
