package main

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
	"unicode"

	"github.com/creack/pty"
	"golang.org/x/term"

	"arkterm/.ci/vt"
	"arkterm/render/cell"
)

// A programScene is a state of the real program, whose cells are compared with the bytes that it has sent.
type programScene struct {
	name  string
	args  []string
	shows string        // text that is on the screen when the scene has begun
	plays time.Duration // from then until it is frozen
	tcell bool          // the scene only runs in terminals with a likeness
	like  string        // the earlier scene that looks the same; "" if none
}

var programScenes = []programScene{
	{name: "title", shows: "Play", plays: time.Second},
	{name: "game", args: words("--bot --level 1 --seed 7"), shows: "LEVEL 1", plays: 3 * time.Second},
	{name: "title-tcell", args: words("--driver tcell"), shows: "Play", plays: time.Second, tcell: true, like: "title"},
	{name: "game-tcell", args: words("--driver tcell --bot --level 1 --seed 7"), shows: "LEVEL 1", plays: 3 * time.Second, tcell: true},
}

// run runs a scene of the program on a pty of its own and copies its output to this terminal. When the scene is over, nothing
// more is read from the program, so it waits. Then show is called three times: for the screen as the program has left it, after
// the terminal has been cleared, and after all cells that the program has sent have been written again.
func (s *programScene) run(program string, show func(*vt.Screen) error) error {
	old, err := term.MakeRaw(int(os.Stdin.Fd()))
	if err != nil {
		return err
	}
	defer func() { _ = term.Restore(int(os.Stdin.Fd()), old) }()
	size := &pty.Winsize{Cols: cols, Rows: rows}
	if outer, err := pty.GetsizeFull(os.Stdin); err == nil {
		size.X, size.Y = outer.X/max(outer.Cols, 1)*cols, outer.Y/max(outer.Rows, 1)*rows
	}
	cmd := exec.Command(program, s.args...)
	ptm, err := pty.StartWithSize(cmd, size)
	if err != nil {
		return err
	}
	defer ptm.Close()
	input.Store(ptm)
	copyInput()
	output := make(chan []byte)
	go func() {
		defer close(output)
		for buf := make([]byte, 4096); ; {
			n, err := ptm.Read(buf)
			if err != nil {
				return
			}
			output <- slices.Clone(buf[:n])
		}
	}()

	sent := vt.New(cols, rows, nil)
	err = s.play(output, sent)
	for _, redraw := range [...][]byte{nil, []byte(vt.Clear), sent.Redraw()} {
		if err == nil {
			_, err = os.Stdout.Write(redraw)
		}
		if err == nil {
			err = show(sent)
		}
	}
	_ = cmd.Process.Signal(syscall.SIGTERM)
	for p := range output {
		_, _ = os.Stdout.Write(p)
	}
	return errors.Join(err, waited(cmd))
}

// input is the terminal of the program that runs.
var input atomic.Pointer[os.File]

// copyInput starts a goroutine that copies this terminal's replies to the program that runs. It is the only reader for all
// scenes, since a second one would lose replies to the first.
var copyInput = sync.OnceFunc(func() {
	go func() {
		for buf := make([]byte, 4096); ; {
			n, err := os.Stdin.Read(buf)
			if err != nil {
				return
			}
			_, _ = input.Load().Write(buf[:n])
		}
	}()
})

// waited waits for a program that SIGTERM ends.
func waited(cmd *exec.Cmd) error {
	var exit *exec.ExitError
	if err := cmd.Wait(); err != nil && !errors.As(err, &exit) {
		return err
	}
	return nil
}

// card is on the screen when the program shows its calibration card before the title.
const card = "then enter"

// play copies the program's output to this terminal and to the model until the scene is over.
func (s *programScene) play(output <-chan []byte, sent *vt.Screen) error {
	var over <-chan time.Time
	late, answer := time.After(startWait/2), time.NewTicker(time.Second)
	defer answer.Stop()
	for answered, done := false, false; !done || !sent.Whole(); {
		select {
		case p, ok := <-output:
			if !ok {
				return fmt.Errorf("the program ends before it shows %q", s.shows)
			}
			sent.Write(p)
			if _, err := os.Stdout.Write(p); err != nil {
				return err
			}
			if over == nil && sent.Contains(s.shows) {
				over = time.After(s.plays)
			}
		case <-answer.C:
			if !answered && sent.Contains(card) { // a second Enter would start a game
				_, _ = input.Load().WriteString("\r")
				answered = true
			}
		case <-late:
			return fmt.Errorf("the program does not show %q", s.shows)
		case <-over:
			done = true
		}
	}
	return nil
}

// strayCells describes the cells that the terminal shows otherwise than when they are written again. In letters an eighth of
// the pixels does not count, because bold letters may reach into the next cell. letters is a screenshot of the frame
// "letters".
func (r *result) strayCells(scene string, left, redrawn, letters *image.RGBA, sent *vt.Screen) (all []string) {
	inside := result{edges: true, spills: r.spills, grid: r.grid}
	wrong := inside.differing(left, redrawn, frameOfScreen(sent), 1.0/8)
	for len(wrong) > 0 {
		n := 1
		for n < len(wrong) && wrong[n] == wrong[0]+n && wrong[n]%cols > 0 {
			n++
		}
		x, y := wrong[0]%cols, wrong[0]/cols
		var shown strings.Builder
		for i := range n {
			shown.WriteRune(r.read(left, letters, x+i, y))
		}
		all = append(all, fmt.Sprintf("%s: row %d, column %d: the screen shows %q, the program sent %q", scene, y+1, x+1, shown.String(), sent.Text(x, y, n)))
		wrong = wrong[n:]
	}
	return all
}

// A likeness describes how similar a scene is with --driver tcell and with --driver arkterm.
type likeness int

const (
	sameText  likeness = iota + 1 // letters and digits only, because tcell's terminfo entry has fewer colors
	sameCells                     // all characters and styles
)

// differs describes the first cell in which two screens differ, or returns "". The encoders choose different bytes for the
// same picture: a full block is the same as a blank with its color as the background, and a blank is neither bold nor colored.
func (l likeness) differs(a, b *vt.Screen) string {
	for i := range a.Cells {
		ca, cb := shown(a.Cells[i]), shown(b.Cells[i])
		if ca != cb && (l == sameCells || ca.Rune != cb.Rune && (isText(ca.Rune) || isText(cb.Rune))) {
			return fmt.Sprintf("row %d, column %d: %q in %v, not %q in %v", i/a.W+1, i%a.W+1, cb.Rune, cb.Style, ca.Rune, ca.Style)
		}
	}
	return ""
}

// shown returns the cell as both drivers would write it.
func shown(c vt.Cell) vt.Cell {
	if c.Rune == '█' {
		c = vt.Cell{Rune: ' ', Style: vt.Style{Bg: strings.Replace(c.Style.Fg, "38;", "48;", 1)}}
	}
	if c.Rune == ' ' {
		c.Style.Fg, c.Style.Attrs[1] = "", false
	}
	return c
}

// isText reports whether a character is a letter or a digit. Other characters may be the background.
func isText(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// frameOfScreen returns the cells of a screen as a frame. Cells whose colors depend on the terminal's settings have a glyph that
// is not a block, so they are not compared with pictures.
func frameOfScreen(s *vt.Screen) *cell.Frame {
	f := &cell.Frame{}
	f.Resize(s.W, s.H)
	for i, c := range s.Cells {
		fg, ok := colorOf(c.Style.Fg)
		bg, alsoOK := colorOf(c.Style.Bg)
		f.Cells[i] = cell.Cell{Glyph: c.Rune, Fg: fg, Bg: bg}
		if c.Style.Attrs[7] {
			f.Cells[i].Attr = cell.Reverse
		}
		if c.Rune != ' ' && !ok || !alsoOK {
			f.Cells[i].Glyph = unreadable
		}
	}
	return f
}

// colorOf returns the color that SGR parameters select, if it does not depend on the terminal's settings.
func colorOf(params string) (c cell.Color, ok bool) {
	var kind, r, g, b int
	switch n, _ := fmt.Sscanf(params, "%d;%d;%d;%d;%d", new(int), &kind, &r, &g, &b); {
	case n == 5 && kind == 2:
		return cell.RGB(r, g, b), true
	case n == 3 && kind == 5 && r >= 16:
		return cell.Color256(r), true
	}
	return 0, false
}

// letterAt returns the position of an ASCII character in the frame "letters". Positions are apart from each other, as
// glyphs may be wider than a cell.
func letterAt(r rune) (x, y int) { return int(r-' ') % 16 * 2, int(r-' ') / 16 * 2 }

// unreadable stands for a cell that shows no ASCII character.
const unreadable = '\ufffd'

// read returns the ASCII character that a cell shows. letters is a screenshot of all of them.
func (r *result) read(img, letters *image.RGBA, x, y int) rune {
	best, least := unreadable, 0.15
	for c := ' '; c <= '~'; c++ {
		if d := inkDistance(img, r.inner(x, y), letters, r.inner(letterAt(c))); d < least {
			best, least = c, d
		}
	}
	return best
}

// inkDistance returns the share of pixels that are ink in one of two areas and ground in the other.
func inkDistance(a *image.RGBA, areaA image.Rectangle, b *image.RGBA, areaB image.Rectangle) float64 {
	inkA, inkB := ink(a, areaA), ink(b, areaB)
	n, differ := min(areaA.Dy(), areaB.Dy())*min(areaA.Dx(), areaB.Dx()), 0
	for y := range min(areaA.Dy(), areaB.Dy()) {
		for x := range min(areaA.Dx(), areaB.Dx()) {
			if inkA(x, y) != inkB(x, y) {
				differ++
			}
		}
	}
	return float64(differ) / float64(max(n, 1))
}

// ink returns a function that reports whether a pixel of an area is in front of the most frequent color.
func ink(img *image.RGBA, area image.Rectangle) func(x, y int) bool {
	counts := map[color.RGBA]int{}
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			counts[img.RGBAAt(x, y)]++
		}
	}
	var ground color.RGBA
	for c, n := range counts {
		if n > counts[ground] {
			ground = c
		}
	}
	distance := func(c color.RGBA) int {
		return max(int(c.R)-int(ground.R), int(ground.R)-int(c.R)) + max(int(c.G)-int(ground.G), int(ground.G)-int(c.G)) +
			max(int(c.B)-int(ground.B), int(ground.B)-int(c.B))
	}
	furthest := 0
	for c := range counts {
		furthest = max(furthest, distance(c))
	}
	return func(x, y int) bool { return 2*distance(img.RGBAAt(area.Min.X+x, area.Min.Y+y)) > furthest }
}
