package terminals

import (
	"errors"
	"fmt"
	"image"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
	"unicode"

	"github.com/creack/pty"
	"golang.org/x/term"

	"arkterm/render/ansi"
	"arkterm/render/cell"
)

// A programScene is a state of the real program, whose cells are compared with the bytes that it has sent.
type programScene struct {
	name  string
	args  []string
	shows string        // text that is on the screen when the scene has begun
	plays time.Duration // how long the scene then runs before it is frozen
	tcell bool          // the scene uses --driver tcell; terminals without a likeness skip it
	like  string        // the earlier scene that looks the same; "" if none
}

var programScenes = []programScene{
	{name: "title", shows: "Play", plays: time.Second},
	{name: "game", args: words("--bot --level 1 --seed 7"), shows: "LEVEL 1", plays: 3 * time.Second},
	{name: "title-tcell", args: words("--driver tcell"), shows: "Play", plays: time.Second, tcell: true, like: "title"},
	{
		name: "game-tcell", args: words("--driver tcell --bot --level 1 --seed 7"), shows: "LEVEL 1",
		plays: 3 * time.Second, tcell: true,
	},
}

// run runs a scene of the program on a separate pty and copies its output to this terminal. When the scene is over,
// nothing more is read from the program, so it waits. Then show is called three times: for the screen as the program
// has left it, after the terminal has been cleared, and after all cells that the program has sent have been written
// again.
func (s *programScene) run(program string, show func(*ansi.Emulator) error) error {
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

	sent := ansi.NewEmulator(cols, rows)
	err = s.play(output, sent)
	for _, redraw := range [...][]byte{nil, []byte(clearScreen), redraw(sent)} {
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

// copyInput starts a goroutine that copies this terminal's replies to the program that runs. It is the only reader
// for all scenes, since a second one would lose replies to the first.
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
func (s *programScene) play(output <-chan []byte, sent *ansi.Emulator) error {
	var over <-chan time.Time
	late, answer := time.After(startWait/2), time.NewTicker(time.Second)
	defer answer.Stop()
	for answered, done := false, false; !done || !sent.Complete(); {
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

// strayCells describes the cells that look different after they are written again. In letters an eighth of the pixels
// does not count, because bold letters may reach into the next cell.
func (r *result) strayCells(scene string, left, redrawn *image.RGBA, sent *ansi.Emulator) (all []string) {
	inside := result{edges: true, spills: r.spills, grid: r.grid}
	wrong := inside.differing(left, redrawn, frameOfScreen(sent), 1.0/8)
	for len(wrong) > 0 {
		n := 1
		for n < len(wrong) && wrong[n] == wrong[0]+n && wrong[n]%cols > 0 {
			n++
		}
		x, y := wrong[0]%cols, wrong[0]/cols
		all = append(all, fmt.Sprintf("%s: row %d, column %d: %d cells do not show %q, as the program has sent", scene,
			y+1, x+1, n, sent.Text(x, y, n)))
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

// differs describes the first cell in which two screens differ, or returns "". The encoders choose different bytes
// for the same picture: a full block is the same as a blank with its color as the background.
func (l likeness) differs(a, b *ansi.Emulator) string {
	for i := range a.Cells {
		ca, cb := shown(a.Cells[i]), shown(b.Cells[i])
		if ca != cb && (l == sameCells || ca.Rune != cb.Rune && (isText(ca.Rune) || isText(cb.Rune))) {
			return fmt.Sprintf("row %d, column %d: %q in %v, not %q in %v", i/a.W+1, i%a.W+1, cb.Rune, cb.EmulatorStyle,
				ca.Rune, ca.EmulatorStyle)
		}
	}
	return ""
}

// shown returns the cell as both drivers would write it.
func shown(c ansi.EmulatorCell) ansi.EmulatorCell {
	if c.Rune == '█' {
		c = ansi.EmulatorCell{Rune: ' ', EmulatorStyle: ansi.EmulatorStyle{Bg: c.Fg}}
	}
	return c
}

// isText reports whether a character is a letter or a digit. Other characters may be the background.
func isText(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// frameOfScreen returns the cells of a screen as a frame. Cells whose colors depend on the terminal's settings have a
// glyph that is not a block, so they are not compared with pictures.
func frameOfScreen(s *ansi.Emulator) *cell.Frame {
	f := &cell.Frame{}
	f.Resize(s.W, s.H)
	for i, c := range s.Cells {
		fg, ok := colorOf(c.Fg)
		bg, alsoOK := colorOf(c.Bg)
		f.Cells[i] = cell.Cell{Glyph: c.Rune, Fg: fg, Bg: bg}
		if c.Attrs[7] {
			f.Cells[i].Attr = cell.Reverse
		}
		if c.Rune != ' ' && !ok || !alsoOK {
			f.Cells[i].Glyph = unreadable
		}
	}
	return f
}

// colorOf returns a color of a Screen, if it does not depend on the terminal's settings.
func colorOf(text string) (c cell.Color, ok bool) {
	var r, g, b int
	switch n, _ := fmt.Sscanf(text, "%d,%d,%d", &r, &g, &b); {
	case n == 3:
		return cell.RGB(r, g, b), true
	case n == 1 && r >= 16:
		return cell.Color256(r), true
	}
	return 0, false
}

// unreadable is a glyph that is not a block.
const unreadable = '\ufffd'

// clearScreen clears a terminal. It also ends a synchronized update and a scroll region.
const clearScreen = "\x1b[?2026l\x1b[r\x1b[m\x1b[2J"

// redraw returns bytes that write all cells, each at its position.
func redraw(s *ansi.Emulator) []byte {
	var b []byte
	for i, c := range s.Cells {
		if c.Rune == ansi.SecondHalf {
			continue
		}
		b = fmt.Appendf(b, "\x1b[%d;%dH\x1b[0", i/s.W+1, i%s.W+1)
		for attr, on := range c.Attrs {
			if on {
				b = fmt.Appendf(b, ";%d", attr)
			}
		}
		if c.Line > 0 {
			b = append(b, ";4"...)
		}
		b = append(b, colorParams(c.Fg, 30)+colorParams(c.Bg, 40)+"m"+string(c.Rune)+c.Marks...)
	}
	return append(b, "\x1b[m"...)
}

// colorParams returns the SGR parameters for a color of a Screen. base is 30 for the foreground and 40 for the
// background.
func colorParams(color string, base int) string {
	n, err := strconv.Atoi(color)
	switch {
	case color == "":
		return ""
	case err != nil:
		return fmt.Sprintf(";%d;2;%s", base+8, strings.ReplaceAll(color, ",", ";"))
	case n < 8:
		return fmt.Sprintf(";%d", base+n)
	case n < 16:
		return fmt.Sprintf(";%d", base+60+n-8)
	}
	return fmt.Sprintf(";%d;5;%d", base+8, n)
}
