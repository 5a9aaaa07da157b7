package ansi

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"arkterm/render/cell"
)

// An Emulator is a minimal terminal emulator for tests of an Encoder's output, and for tools that read the screens of
// other programs. It supports glyphs of one or two columns with marks, absolute and relative moves, SGR, hyperlinks,
// erasing, scroll regions, pending wrap, repeated glyphs and simple queries.
type Emulator struct {
	W, H          int
	Cells         []EmulatorCell // row by row
	X, Y          int            // position of the cursor
	Wrap          bool           // a wrap is pending: the next glyph begins a new row
	EmulatorStyle                // style of the next glyphs

	BCE        bool // erased cells get the current background instead of the default background
	Underlines bool // Diff expects underline styles and colors
	Links      bool // Diff expects hyperlinks
	LateOutput bool // output may be from before a Resize, so a wide glyph in the last column becomes a blank

	// Join decides whether the rune r is added to a glyph, which is the text before the cursor. It returns the number
	// of columns of both together. ok is false if they are not one grapheme cluster. If Join is nil, only runes without
	// a width are added, as in terminals that do not support clusters.
	Join func(glyph string, r rune) (columns int, ok bool)

	// Reply receives the replies to queries for the status, the cursor position and the device attributes. If Reply
	// is nil, the terminal does not reply.
	Reply func(text string)

	Cursor    EmulatorCursor
	Title     string       // title of the window
	Clipboard string       // parameters of the last OSC 52
	Bells     int          // number of bells so far
	Modes     map[int]bool // DEC private modes by number; true if set

	top, bottom  int    // scroll region: the first row, and the row after the last one
	wrapDisabled bool   // DECAWM is reset
	lastGlyph    rune   // previous glyph, for REP
	unread       []byte // incomplete sequence or rune at the end of the output
}

// An EmulatorCursor is the appearance of the cursor.
type EmulatorCursor struct {
	Hidden bool
	Style  int    // parameter of DECSCUSR; 0 is the terminal's default
	Color  string // parameter of OSC 12; "" is the terminal's default
}

// An EmulatorStyle is the style of a cell. Colors are SGR parameters, or "" for the default color.
type EmulatorStyle struct {
	Attrs     [10]bool // attributes by SGR parameter; underlines are in Line
	Line      int      // underline style: 0 none, 1 single, 2 double, 3 curly, 4 dotted, 5 dashed
	LineColor string
	Fg, Bg    string
	Link      string // parameters and target of OSC 8
}

// Visible returns the part of s that is visible in a cell. blank is true if the cell's glyph is a space.
func (s EmulatorStyle) Visible(blank bool) EmulatorStyle {
	if s.Line == 0 {
		s.LineColor = ""
	}
	if s.Link == ";" {
		s.Link = ""
	}
	if blank && s.Line == 0 && s.Link == "" && !s.Attrs[5] && !s.Attrs[7] && !s.Attrs[9] {
		s = EmulatorStyle{Bg: s.Bg}
	}
	return s
}

// An EmulatorCell is a glyph and the visible part of its style. The right half of a wide glyph has the rune SecondHalf.
type EmulatorCell struct {
	Rune  rune
	Marks string // marks on the rune
	EmulatorStyle
}

// NewEmulator returns a blank screen.
func NewEmulator(w, h int) *Emulator {
	t := &Emulator{Modes: map[int]bool{}}
	t.Resize(w, h)
	return t
}

// Resize changes the size. It keeps the cells that fit, and new cells are blank.
func (t *Emulator) Resize(w, h int) {
	cells := make([]EmulatorCell, w*h)
	for i := range cells {
		cells[i] = EmulatorCell{Rune: ' '}
		if x, y := i%w, i/w; x < t.W && y < t.H {
			cells[i] = t.Cells[y*t.W+x]
		}
	}
	t.W, t.H, t.Cells = w, h, cells
	t.top, t.bottom = 0, h
	t.X, t.Y, t.Wrap = min(t.X, w-1), min(t.Y, h-1), false
}

// Erase clears the screen.
func (t *Emulator) Erase() {
	for i := range t.Cells {
		t.put(i, ' ')
	}
}

// Text returns n cells of row y, starting at column x, as text without marks.
func (t *Emulator) Text(x, y, n int) string {
	var b strings.Builder
	for _, c := range t.Cells[y*t.W+x : y*t.W+min(x+n, t.W)] {
		b.WriteRune(c.Rune)
	}
	return b.String()
}

// Contains reports whether any row contains the text.
func (t *Emulator) Contains(text string) bool {
	for y := range t.H {
		if strings.Contains(t.Text(0, y, t.W), text) {
			return true
		}
	}
	return false
}

// Complete reports whether the output so far ends with a complete sequence or rune.
func (t *Emulator) Complete() bool { return len(t.unread) == 0 }

// put writes a glyph into cell i.
func (t *Emulator) put(i int, r rune) {
	c := EmulatorCell{Rune: r, EmulatorStyle: t.Visible(r == ' ')}
	if t.Cells[i].Rune == SecondHalf {
		t.Cells[i-1] = erasedHalf
	}
	if i%t.W < t.W-1 && t.Cells[i+1].Rune == SecondHalf {
		t.Cells[i+1] = erasedHalf
	}
	t.Cells[i] = c
}

// erasedHalf replaces half of a wide glyph when the other half is overwritten. The colors of such a half depend on the
// terminal.
var erasedHalf = EmulatorCell{Rune: ' ', EmulatorStyle: EmulatorStyle{Bg: "erased"}}

// SecondHalf is the rune of the right half of a wide glyph.
const SecondHalf = -1

// Write interprets output for the terminal. It never fails.
func (t *Emulator) Write(p []byte) (int, error) {
	t.unread = append(t.unread, p...)
	for len(t.unread) > 0 {
		n := t.step(t.unread)
		if n == 0 {
			break
		}
		t.unread = t.unread[n:]
	}
	return len(p), nil
}

// step interprets the first element of b, such as a glyph or a sequence. It returns the element's length, or 0 if the
// element is incomplete.
func (t *Emulator) step(b []byte) int {
	switch {
	case b[0] == 0x1b && len(b) == 1:
		return 0
	case b[0] == 0x1b && b[1] == '[':
		for i := 2; i < len(b); i++ {
			if b[i] >= 0x40 && b[i] <= 0x7e {
				t.csi(string(b[2:i]), b[i])
				return i + 1
			}
		}
		return 0
	case b[0] == 0x1b && b[1] == ']':
		end, n := bytes.Index(b, []byte("\x1b\\")), 2
		if bell := bytes.IndexByte(b, '\a'); bell >= 0 && (end < 0 || bell < end) {
			end, n = bell, 1
		}
		if end < 0 {
			return 0
		}
		t.osc(string(b[2:end]))
		return end + n
	case b[0] == 0x1b && strings.IndexByte("P_^", b[1]) >= 0: // a device control string, PM or APC
		if end := bytes.Index(b, []byte("\x1b\\")); end >= 0 {
			return end + 2
		}
		return 0
	case b[0] == 0x1b && strings.IndexByte("()*+# ", b[1]) >= 0: // select a character set
		if len(b) == 2 {
			return 0
		}
		return 3
	case b[0] == 0x1b:
		return 2
	case b[0] == '\b':
		if !t.Wrap { // terminals differ while a wrap is pending, so an Encoder must not send \b in this state
			t.X = max(t.X-1, 0)
		} else {
			t.X, t.Wrap = 0, false
		}
		return 1
	case b[0] == '\r':
		t.X, t.Wrap = 0, false
		return 1
	case b[0] == '\n':
		t.lineFeed()
		return 1
	case b[0] == '\a':
		t.Bells++
		return 1
	case b[0] < ' ':
		return 1
	case !utf8.FullRune(b):
		return 0
	}

	r, n := utf8.DecodeRune(b)
	if t.join(r) {
		return n
	}
	if unicode.In(r, unicode.Mn, unicode.Me) {
		x := t.X
		if !t.Wrap {
			x--
		}
		t.mark(x, r)
		return n
	}
	t.glyph(r)
	return n
}

// lineFeed moves the cursor down. In the last row of the scroll region it scrolls the region instead.
func (t *Emulator) lineFeed() {
	t.Wrap = false
	if t.Y == t.bottom-1 {
		t.scroll(t.top, 1)
		return
	}
	t.Y = min(t.Y+1, t.H-1)
}

// glyph writes a glyph at the cursor.
func (t *Emulator) glyph(r rune) {
	t.lastGlyph = r
	if t.Wrap && !t.wrapDisabled {
		t.lineFeed()
		t.X = 0
	}
	_, columns, _ := cell.Next(string(r))
	if columns == 2 && t.X == t.W-1 {
		if !t.LateOutput {
			panic("wide glyph in the last column; terminals would draw it in the next row")
		}
		r, columns = ' ', 1
	}
	t.put(t.Y*t.W+t.X, r)
	if columns == 2 {
		t.X++
		t.put(t.Y*t.W+t.X, SecondHalf)
	}
	if t.X == t.W-1 {
		t.Wrap = true
	} else {
		t.X++
	}
}

// mark adds a mark to the glyph in a column of the cursor's row.
func (t *Emulator) mark(x int, r rune) {
	c := &t.Cells[t.Y*t.W+x]
	if c.Rune == SecondHalf {
		c = &t.Cells[t.Y*t.W+x-1]
	}
	c.Marks += string(r)
}

// join adds a rune to the glyph before the cursor, and reports whether both are one grapheme cluster.
func (t *Emulator) join(r rune) bool {
	x := t.X - 1
	if t.Wrap {
		x = t.X
	}
	if t.Join == nil || x < 0 {
		return false
	}
	at := t.Y*t.W + x
	if t.Cells[at].Rune == SecondHalf {
		at--
	}
	c := &t.Cells[at]
	columns, ok := t.Join(string(c.Rune)+c.Marks, r)
	if !ok {
		return false
	}
	c.Marks += string(r)
	if columns == 2 && at == t.Y*t.W+x && !t.Wrap {
		style := c.EmulatorStyle
		t.put(t.Y*t.W+t.X, SecondHalf)
		t.Cells[t.Y*t.W+t.X].EmulatorStyle = style
		if t.Wrap = t.X == t.W-1; !t.Wrap {
			t.X++
		}
	}
	return true
}

// osc handles an operating system command.
func (t *Emulator) osc(body string) {
	command, text, _ := strings.Cut(body, ";")
	switch command {
	case "0", "2":
		t.Title = text
	case "8":
		t.Link = text
	case "12":
		t.Cursor.Color = text
	case "112":
		t.Cursor.Color = ""
	case "52":
		t.Clipboard = text
	}
}

// privateSequence handles a control sequence with a prefix < = > or ?, or with an intermediate byte.
func (t *Emulator) privateSequence(body string, final byte) {
	if final == 'c' && (body == ">" || body == ">0") {
		t.reply("\x1b[>41;379;0c")
	}
	if style, ok := strings.CutSuffix(body, " "); ok && final == 'q' {
		t.Cursor.Style, _ = strconv.Atoi(style)
	}
	list, ok := strings.CutPrefix(body, "?")
	if !ok || final != 'h' && final != 'l' {
		return
	}
	for mode := range strings.SplitSeq(list, ";") {
		n, _ := strconv.Atoi(mode)
		switch n {
		case 7:
			t.wrapDisabled = final == 'l'
		case 1049:
			t.Erase()
		case 25:
			t.Cursor.Hidden = final == 'l'
		// these modes exclude each other
		case 1000, 1002, 1003:
			t.Modes[1000], t.Modes[1002], t.Modes[1003] = false, false, false
		}
		t.Modes[n] = final == 'h'
	}
}

// csi handles a control sequence.
func (t *Emulator) csi(body string, final byte) {
	if strings.ContainsAny(body, "<=>?! \"$'") {
		t.privateSequence(body, final)
		return
	}
	params := strings.Split(body, ";")
	if final == 'm' {
		t.sgr(params)
		return
	}

	var v []int
	for _, s := range params {
		n, _ := strconv.Atoi(s)
		v = append(v, n)
	}
	count := max(v[0], 1)

	switch final {
	case 'H', 'f':
		t.Y, t.X = count-1, 0
		if len(v) > 1 {
			t.X = max(v[1], 1) - 1
		}
	case 'A', 'F':
		t.Y -= count
	case 'B', 'E', 'e':
		t.Y += count
	case 'C', 'D', 'a':
		if final == 'D' {
			count = -count
		}
		if t.Wrap {
			count = -t.X // terminals differ while a wrap is pending; see the case of \b in step
		}
		t.X += count
	case 'G', '`':
		t.X = count - 1
	case 'd':
		t.Y = count - 1
	case 'b':
		for range count {
			t.glyph(t.lastGlyph)
		}
		return
	case 'J':
		t.erase(v[0], 0, len(t.Cells))
		return
	case 'K':
		t.erase(v[0], t.Y*t.W, (t.Y+1)*t.W)
		return
	case 'X':
		at := t.Y*t.W + t.X
		t.blank(t.Cells[at : at+min(count, t.W-t.X)])
		return
	case 'n', 'c':
		t.query(body, final)
		return
	case 'r':
		t.top, t.bottom = count-1, t.H
		if len(v) > 1 {
			t.bottom = v[1]
		}
		t.X, t.Y = 0, 0
	case 'S':
		t.scroll(t.top, count)
		return
	case 'T':
		t.scroll(t.top, -count)
		return
	case 'M', 'L':
		if t.Y < t.top || t.Y >= t.bottom {
			return
		}
		if final == 'L' {
			count = -count
		}
		t.scroll(t.Y, count)
		t.X = 0
	default:
		return
	}

	if final == 'E' || final == 'F' {
		t.X = 0
	}
	t.X, t.Y, t.Wrap = min(max(t.X, 0), t.W-1), min(max(t.Y, 0), t.H-1), false
}

// erase erases the cells from begin to end, exclusive. If mode is 0, the erased range starts at the cursor instead of
// begin. If mode is 1, it ends with the cursor instead of end.
func (t *Emulator) erase(mode, begin, end int) {
	switch at := t.Y*t.W + t.X; mode {
	case 0:
		begin = at
	case 1:
		end = at + 1
	}
	t.blank(t.Cells[begin:end])
}

// blank fills cells with blanks.
func (t *Emulator) blank(cells []EmulatorCell) {
	blank := EmulatorCell{Rune: ' '}
	if t.BCE {
		blank.Bg = t.Bg
	}
	for i := range cells {
		cells[i] = blank
	}
}

// query replies to a query.
func (t *Emulator) query(body string, final byte) {
	switch body + string(final) {
	case "5n":
		t.reply("\x1b[0n")
	case "6n":
		t.reply(fmt.Sprintf("\x1b[%d;%dR", t.Y+1, t.X+1))
	case "c", "0c":
		t.reply("\x1b[?62;22c")
	}
}

// reply passes a reply to t.Reply, if set.
func (t *Emulator) reply(text string) {
	if t.Reply != nil {
		t.Reply(text)
	}
}

// scroll moves the rows from top to the end of the scroll region up by the given number of rows, or down if the number
// is negative. The exposed rows become blank.
func (t *Emulator) scroll(top, rows int) {
	band := t.Cells[top*t.W : t.bottom*t.W]
	n := min(max(rows, -rows)*t.W, len(band))
	exposed := band[:n]
	if rows > 0 {
		copy(band, band[n:])
		exposed = band[len(band)-n:]
	} else {
		copy(band[n:], band)
	}
	t.blank(exposed)
}

// sgr sets the style of the next glyphs.
func (t *Emulator) sgr(params []string) {
	for i := 0; i < len(params); i++ {
		sub := strings.Split(params[i], ":")
		n, _ := strconv.Atoi(sub[0])
		switch {
		case n == 0:
			t.EmulatorStyle = EmulatorStyle{Link: t.Link}
		case n == 4:
			t.Line = 1
			if len(sub) > 1 {
				t.Line, _ = strconv.Atoi(sub[1])
			}
		case n <= 9:
			t.Attrs[n] = true
		case n == 22:
			t.Attrs[1], t.Attrs[2] = false, false
		case n == 24:
			t.Line = 0
		case n == 25:
			t.Attrs[5], t.Attrs[6] = false, false
		case n >= 23 && n <= 29:
			t.Attrs[n-20] = false
		case n >= 30 && n <= 37:
			t.Fg = strconv.Itoa(n - 30)
		case n >= 90 && n <= 97:
			t.Fg = strconv.Itoa(n - 82)
		case n >= 40 && n <= 47:
			t.Bg = strconv.Itoa(n - 40)
		case n >= 100 && n <= 107:
			t.Bg = strconv.Itoa(n - 92)
		case n == 39:
			t.Fg = ""
		case n == 49:
			t.Bg = ""
		case n == 58 && len(sub) == 6 && sub[1] == "2": // RGB with an empty color space
			t.LineColor = strings.Join(sub[3:], ",")
		case n == 58 && len(sub) == 3 && sub[1] == "5":
			t.LineColor = sub[2]
		case n == 59:
			t.LineColor = ""
		case n == 38 || n == 48:
			c, k := params[i+2], 2
			if params[i+1] == "2" {
				c, k = strings.Join(params[i+2:i+5], ","), 4
			}
			if n == 38 {
				t.Fg = c
			} else {
				t.Bg = c
			}
			i += k
		default:
			panic(fmt.Sprintf("unknown SGR parameter %q in %q", params[i], params))
		}
	}
}

// EmulatorCellAt returns the content that a terminal must show for cell i of a frame. The terminal has the colors of
// the tier, and supports neither underline styles nor hyperlinks. EmulatorCellAt does not use the Encoder's code, so
// that tests can compare the two.
func EmulatorCellAt(f *cell.Frame, i int, tier cell.Tier) EmulatorCell {
	return new(Emulator).ExpectedAt(f, i, tier)
}

// ExpectedAt returns the content that t must show for cell i of a frame. It depends on the fields Underlines and Links
// of t.
func (t *Emulator) ExpectedAt(f *cell.Frame, i int, tier cell.Tier) EmulatorCell {
	c := f.Cells[i]
	glyph := cell.VisibleGlyph(f.Cells, f.W, i)
	if glyph == cell.Tail {
		left := t.ExpectedAt(f, i-1, tier)
		if left.Rune == ' ' {
			return left
		}
		left.Rune, left.Marks = SecondHalf, ""
		all := []rune(string(cell.AppendGlyph(nil, f.Cells[i-1].Glyph)))
		if k := slices.IndexFunc(all, func(r rune) bool { return unicode.Is(unicode.Mc, r) }); k > 0 {
			left.Rune, left.Marks = all[k], string(all[k+1:])
		}
		return left
	}

	c.Glyph = glyph
	v := EmulatorCell{
		Rune:          cell.Base(cell.Printable(c.Glyph)),
		EmulatorStyle: EmulatorStyle{Fg: ColorParams(c.Fg, tier), Bg: ColorParams(c.Bg, tier)},
	}
	if cell.Marked(glyph) {
		for _, r := range string(cell.AppendGlyph(nil, glyph))[utf8.RuneLen(v.Rune):] {
			if unicode.Is(unicode.Mc, r) { // a mark with its own column
				break
			}
			v.Marks += string(r)
		}
	}

	bold := c.Attr&cell.Bold != 0 && !(tier >= cell.Colors16 && v.Fg == "0") // bold black would be gray
	v.Attrs[1], v.Attrs[2], v.Attrs[7] = bold, c.Attr&cell.Dim != 0, c.Attr&cell.Reverse != 0
	v.Attrs[3], v.Attrs[5], v.Attrs[9] = c.Attr&cell.Italic != 0, c.Attr&cell.Blink != 0, c.Attr&cell.StrikeThrough != 0

	v.Line = c.Attr.UnderlineStyle()
	if !t.Underlines {
		v.Line = min(v.Line, 1)
	}
	if k := c.Attr.Extra(); k >= 0 {
		x := f.Extras[k]
		if t.Underlines {
			v.LineColor = ColorParams(x.Underline, tier)
		}
		if t.Links && x.URL != "" {
			v.Link = ";" + x.URL
			if x.ID != "" {
				v.Link = "id=" + x.ID + v.Link
			}
		}
	}

	if c.Glyph == 0 || c.Attr == 0 && c.Fg == c.Bg && c.Fg != cell.Default && tier != cell.Mono {
		v.Rune, v.Marks = ' ', ""
	}
	v.EmulatorStyle = v.Visible(v.Rune == ' ')
	return v
}

// ColorParams returns the SGR parameters that select a color, as in [EmulatorStyle].
func ColorParams(c cell.Color, tier cell.Tier) string {
	if n, ok := c.Index(); ok && (n < 8 || n < 16 && tier == cell.Colors16 || tier < cell.Colors16) &&
		tier != cell.Mono {
		return strconv.Itoa(n)
	}
	if tier == cell.Mono || c == cell.Default {
		return ""
	}
	c = c.SRGB(0)
	switch tier {
	case cell.Colors16:
		return strconv.Itoa(cell.Index16(c))
	case cell.Colors8:
		return strconv.Itoa(cell.Index8(c))
	}
	if n := cell.Index256(c); tier == cell.Colors256 || cell.Color256(n) == c {
		return strconv.Itoa(n)
	}
	r, g, b := c.RGB()
	return fmt.Sprintf("%d,%d,%d", r, g, b)
}

// Diff describes the first cell that differs from the frame. It returns "" if t shows the frame.
func (t *Emulator) Diff(f *cell.Frame, tier cell.Tier) string {
	for i := range f.Cells {
		if got, want := t.Cells[i], t.ExpectedAt(f, i, tier); got != want {
			return fmt.Sprintf("cell in column %[2]d, row %[3]d of %[4]d×%[5]d is %[1]v, want %[6]v", got, i%f.W, i/f.W,
				f.W, f.H,
				want)
		}
	}
	return ""
}
