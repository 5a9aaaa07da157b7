package screen_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"
)

// programs are complete programs that draw on a screen and handle its events. boxes, painter and sheet imitate
// the programs boxes, mouse, style and unicode in tcell's folder _demos. Each program initializes the screen and ends
// when Escape is pressed.
var programs = []struct {
	name  string
	run   func(s tcell.Screen) error
	typed []string // input; the pictures are compared after each element
}{
	{"boxes", boxes, []string{"x", "xxxxx", resizeTo(31, 9), "xx", "\x0c", resizeTo(60, 20), "xxxxxxxx"}},
	{"painter", painter, []string{
		"k", "\x1b[A", "\x1b[1;5C", "é世", "\x1b[I", "\x1b[O", "\x1b[200~pasted\rtext\x1b[201~",
		"\x1b[<35;10;3M", "\x1b[<0;45;3M", "\x1b[<32;50;8M", "\x1b[<32;55;12M", "\x1b[<0;55;12m", // paint a box
		"\x1b[<2;12;2M", "\x1b[<34;50;9M", "\x1b[<2;50;9m", "\x1b[<64;5;5M", "\x1b[<68;5;5M",
		resizeTo(50, 16), "\x0c", "c",
		"\x1a", "z", // Ctrl-Z suspends and resumes
	}},
	{"sheet", sheet, []string{"\x0c", resizeTo(44, 30), resizeTo(90, 42), "n", "n"}},
	{"tview", form, []string{
		// the form
		"Ada", "\t", "36", "\t", " ", "\t", "\r", "\x1b[B", "\x1b[B", "\r", "\t", "many\rwords\x1b[D\x1b[D世",
		"\t\r", "\x1b[B\x1b[B\x1b[C", "\x1b[F", "\t", "\x1b[6~\x1b[B", "\t", // the table and the text
		"\x1b[<0;20;3M\x1b[<0;20;3m", "\x1b[200~pasted\x1b[201~", "\x1b[<65;60;20M", resizeTo(70, 30),
		resizeTo(100, 24),
	}},
}

// resizeTo returns an input element that makes typeIn change the size.
func resizeTo(w, h int) string { return fmt.Sprintf("size %d %d", w, h) }

// typeIn sends input to a display, or changes the size of the display if input was returned by resizeTo.
func (d *display) typeIn(input string) {
	var w, h int
	if n, _ := fmt.Sscanf(input, "size %d %d", &w, &h); n == 2 {
		d.resize(w, h)
	} else {
		d.terminal.send(input)
	}
	settle()
}

// Programs show the same pictures on our screen as on tcell's.
func TestPrograms(t *testing.T) {
	for _, p := range programs {
		t.Run(p.name, func(t *testing.T) {
			var want []picture
			synctest.Test(t, func(t *testing.T) {
				want = picturesOf(t, newTerminfo(t, 80, 24), p.run, p.typed)
			})
			for n := 1; n < len(want); n++ {
				if want[n].differs(want[n-1], nil) == "" && p.typed[n-1] != "\x0c" {
					t.Errorf("the input %q does not change the picture, so it does not test anything", p.typed[n-1])
				}
			}

			synctest.Test(t, func(t *testing.T) {
				d := newOwn(t, 80, 24)
				got := picturesOf(t, d, p.run, p.typed)
				if wrong := d.terminal.changed(); wrong != "" {
					t.Errorf("%s: after the end, the terminal differs from a new one: %s", d.name, wrong)
				}
				for n := range got {
					if diff := got[n].differs(want[n], nil); diff != "" {
						t.Fatalf("%s, after the input %q: %s", d.name, p.typed[:n], diff)
					}
				}
			})
		})
	}
}

// picturesOf runs a program on a display until Escape ends it. It returns the picture before the first input, and the
// pictures after each input.
func picturesOf(t *testing.T, d *display, run func(s tcell.Screen) error, typed []string) (pictures []picture) {
	t.Helper()
	done := make(chan error, 1)
	go func() { done <- run(d) }()
	for _, input := range append([]string{""}, typed...) {
		d.typeIn(input)
		pictures = append(pictures, d.picture())
	}
	d.typeIn("\x1b")
	select {
	case err := <-done:
		if err != nil {
			t.Errorf("%s: the program ends with the error %v, want none", d.name, err)
		}
	default:
		t.Fatalf("%s: the program does not end with Escape; it shows\n%s", d.name, d.picture().text())
	}
	return pictures
}

// boxes draws a box in a random place and color for each key.
func boxes(s tcell.Screen) error {
	if err := s.Init(); err != nil {
		return err
	}
	defer s.Fini()
	s.SetStyle(tcell.StyleDefault.Foreground(tcell.ColorBlack).Background(tcell.ColorWhite))
	s.Clear()
	s.Show()
	rng := rand.New(rand.NewPCG(1, 2))
	for {
		switch ev := s.PollEvent().(type) {
		case *tcell.EventKey:
			switch ev.Key() {
			case tcell.KeyEscape:
				return nil
			case tcell.KeyCtrlL:
				s.Sync()
			default:
				randomBox(s, rng)
				s.Show()
			}
		case *tcell.EventResize:
			s.Clear()
			s.Sync()
		}
	}
}

// randomBox draws a box in a random place and color.
func randomBox(s tcell.Screen, rng *rand.Rand) {
	w, h := s.Size()
	left, top := rng.IntN(w), rng.IntN(h)
	right, bottom := left+rng.IntN(w-left), top+rng.IntN(h-top)
	style := tcell.StyleDefault.Background(tcell.NewHexColor(int32(rng.IntN(s.Colors()))))
	for y := top; y <= bottom; y++ {
		for x := left; x <= right; x++ {
			s.PutStrStyled(x, y, " ", style)
		}
	}
}

// A painterState is the state of the program painter.
type painterState struct {
	tcell.Screen
	last             string // last event
	buttons          tcell.ButtonMask
	x0, y0, x1, y1   int // corners of the box that is being drawn
	pasted           strings.Builder
	pasting, focused bool
}

// painter shows the last event, and lets the user draw boxes with the mouse.
func painter(s tcell.Screen) error {
	if err := s.Init(); err != nil {
		return err
	}
	defer s.Fini()
	p := &painterState{Screen: s, focused: true}
	s.SetStyle(tcell.StyleDefault.Foreground(tcell.ColorReset).Background(tcell.ColorReset))
	s.SetTitle("painter")
	s.EnableMouse()
	s.EnablePaste()
	s.EnableFocus()
	s.Clear()
	for {
		p.box(1, 1, 42, 7, tcell.StyleDefault.Foreground(tcell.ColorMidnightBlue).Background(tcell.ColorLightCoral),
			' ')
		for y, line := range []string{
			"Draw with the mouse. Escape ends.", p.last, "pasted: " + p.pasted.String(),
			fmt.Sprint("focus: ", p.focused),
		} {
			s.PutStrStyled(2, 2+y, line, tcell.StyleDefault.Bold(y == 0).Underline(y == 1))
		}
		s.Show()
		ev := s.PollEvent()
		p.last = ""
		if p.buttons != 0 {
			p.reverse(false)
		}
		switch ev := ev.(type) {
		case *tcell.EventResize:
			s.Sync()
			w, h := ev.Size()
			s.PutStr(w-2, h-1, "世")
		case *tcell.EventKey:
			p.last = ev.Name()
			switch {
			case p.pasting && ev.Key() == tcell.KeyRune:
				p.pasted.WriteRune(ev.Rune())
			case p.pasting:
				fmt.Fprintf(&p.pasted, "<%s>", ev.Name())
			case ev.Key() == tcell.KeyEscape:
				return nil
			case ev.Key() == tcell.KeyCtrlL:
				s.Sync()
			case ev.Key() == tcell.KeyCtrlZ:
				if err := s.Suspend(); err != nil {
					return err
				}
				if err := s.Resume(); err != nil {
					return err
				}
				s.Clear()
			case ev.Rune() == 'c':
				s.Clear()
			}
		case *tcell.EventPaste:
			p.pasting = ev.Start()
		case *tcell.EventFocus:
			p.focused = ev.Focused
		case *tcell.EventMouse:
			p.mouse(ev)
		}
		if p.buttons != 0 {
			p.reverse(true)
		}
	}
}

// mouse starts, changes or draws a box.
func (p *painterState) mouse(ev *tcell.EventMouse) {
	x, y := ev.Position()
	p.last = fmt.Sprintf("mouse %d, %d, buttons %d, modifiers %d", x, y, ev.Buttons(), ev.Modifiers())
	buttons := ev.Buttons() & 0xff
	switch {
	case buttons != 0 && p.buttons == 0:
		p.x0, p.y0 = x, y
	case buttons == 0 && p.buttons != 0:
		p.box(p.x0, p.y0, x, y, tcell.StyleDefault.Background(tcell.PaletteColor(8+int(p.buttons))), 'o')
	}
	p.x1, p.y1, p.buttons = x, y, buttons
}

// box draws a box with a border.
func (p *painterState) box(x0, y0, x1, y1 int, style tcell.Style, inside rune) {
	x0, x1, y0, y1 = min(x0, x1), max(x0, x1), min(y0, y1), max(y0, y1)
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			r := inside
			if y == y0 || y == y1 {
				r = tcell.RuneHLine
			} else if x == x0 || x == x1 {
				r = tcell.RuneVLine
			}
			p.SetContent(x, y, r, nil, style)
		}
	}
	p.SetContent(x0, y0, tcell.RuneULCorner, nil, style)
	p.SetContent(x1, y1, tcell.RuneLRCorner, nil, style)
}

// reverse marks the box that is being drawn.
func (p *painterState) reverse(on bool) {
	for y := min(p.y0, p.y1); y <= max(p.y0, p.y1); y++ {
		for x := min(p.x0, p.x1); x <= max(p.x0, p.x1); {
			text, style, columns := p.Get(x, y)
			p.Put(x, y, text, style.Reverse(on))
			x += columns
		}
	}
}

// sheet shows text in many scripts and all styles. A key moves the cursor and changes its style.
func sheet(s tcell.Screen) error {
	if err := s.Init(); err != nil {
		return err
	}
	defer s.Fini()
	plain := tcell.StyleDefault.Foreground(tcell.ColorBlack).Background(tcell.ColorWhite)
	s.SetStyle(plain)
	s.Clear()
	s.SetTitle("sheet 🤯")
	lines := []struct {
		text  string
		style tcell.Style
	}{
		{"blink", plain.Blink(true)},
		{"reverse", plain.Reverse(true)},
		{"dim", plain.Dim(true)},
		{"italic", plain.Italic(true)},
		{"bold, italic, underlined", plain.Bold(true).Italic(true).Underline(true)},
		{"struck through", plain.StrikeThrough(true)},
		{"double underline", plain.Underline(tcell.UnderlineStyleDouble)},
		{"curly underline in blue", plain.Underline(tcell.UnderlineStyleCurly, tcell.ColorBlue)},
		{"dotted underline in pink", plain.Underline(tcell.UnderlineStyleDotted, tcell.NewRGBColor(197, 138, 249))},
		{"dashed underline", plain.Underline(tcell.UnderlineStyleDashed, tcell.ColorFireBrick)},
		{"default colors, bold", tcell.StyleDefault.Bold(true)},
		{"red on lime", plain.Foreground(tcell.ColorRed).Background(tcell.ColorLime)},
		{"color 200 on 24 bits", plain.Foreground(tcell.PaletteColor(200)).Background(tcell.NewHexColor(0x102030))},
		{"", plain},
		{"Greek: Οκτωβρίου", plain},
		{"Arabic: أكتوبر", plain},
		{"Chinese: 十月", plain},
		{"Korean: 시월", plain},
		{"Hindi: अक्टूबर", plain},
		{"combining: A\u030a o\u0308\u0304", plain},
		{"emoji: 😘 🧛\u200d♀ 👩\u200d👧\u200d👧 🇺🇸 ❤\ufe0f", plain},
		{"symbols: ✈ ⌘ !\u20e3", plain},
		{"┌─┬──┐", plain},
		{"│§│月│", plain},
		{"├─┼──┤", plain},
		{"│A│😘│", plain},
		{"│·│🇨🇭│", plain},
		{"└─┴──┘", plain},
	}
	for y, line := range lines {
		s.PutStrStyled(1, 1+y, line.text, line.style)
	}
	s.Show()
	for n := 1; ; {
		switch ev := s.PollEvent().(type) {
		case *tcell.EventKey:
			switch ev.Key() {
			case tcell.KeyEscape:
				return nil
			case tcell.KeyCtrlL:
				s.Sync()
			default:
				s.ShowCursor(3*n, n)
				s.SetCursorStyle(tcell.CursorStyle(n), tcell.ColorRed)
				s.Show()
				n++
			}
		case *tcell.EventResize:
			for y, line := range lines {
				s.PutStrStyled(1, 1+y, line.text, line.style)
			}
			s.Sync()
		}
	}
}

// newForm returns a layout with a form, a table and a text. parts are the elements that can have the focus.
func newForm() (root *tview.Flex, parts []tview.Primitive) {
	f := tview.NewForm().
		AddInputField("Name", "", 20, nil, nil).
		AddInputField("Age", "", 5, tview.InputFieldInteger, nil).
		AddCheckbox("Member", false, nil).
		AddDropDown("Size", []string{"small", "middle", "large"}, 1, nil).
		AddTextArea("Notes", "", 20, 3, 0, nil)
	f.SetBorder(true).SetTitle(" 表 form ")
	table := tview.NewTable().SetBorders(true).SetSelectable(true, true)
	for row := range 30 {
		for column := range 5 {
			cell := tview.NewTableCell(fmt.Sprintf("%c%d", 'a'+column, row*row))
			table.SetCell(row, column, cell.SetTextColor(tcell.PaletteColor(1+(row+column)%15)))
		}
	}
	text := tview.NewTextView().SetDynamicColors(true).SetScrollable(true)
	for n := range 100 {
		fmt.Fprintf(text, "[%s]line %d[white]: the quick brown fox jumps over 世界\n",
			[]string{"red", "yellow::b", "#40c0ff::u"}[n%3], n)
	}
	text.SetBorder(true)
	right := tview.NewFlex().SetDirection(tview.FlexRow).AddItem(table, 0, 1, false).AddItem(text, 0, 1, false)
	return tview.NewFlex().AddItem(f, 40, 0, true).AddItem(right, 0, 1, false), []tview.Primitive{f, table, text}
}

// form shows the layout of newForm. Tab and Enter in the table and in the text move the focus.
func form(s tcell.Screen) error {
	app := tview.NewApplication().SetScreen(s).EnableMouse(true).EnablePaste(true)
	root, parts := newForm()
	f, table, text := parts[0].(*tview.Form), parts[1].(*tview.Table), parts[2].(*tview.TextView)
	f.AddButton("Next", func() { app.SetFocus(table) })
	f.SetCancelFunc(app.Stop)
	table.SetDoneFunc(func(tcell.Key) { app.SetFocus(text) })
	text.SetDoneFunc(func(tcell.Key) { app.SetFocus(f) })
	app.SetInputCapture(func(ev *tcell.EventKey) *tcell.EventKey {
		if ev.Key() == tcell.KeyEscape {
			app.Stop()
			return nil
		}
		return ev
	})
	return app.SetRoot(root, true).Run()
}
