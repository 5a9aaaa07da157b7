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

// A programScene is a state of the program in which the cells on the screen are compared with the cells that it has
// sent.
type programScene struct {
	name     string
	args     []string
	text     string        // text that is on the screen when the scene has begun
	duration time.Duration // time that the scene runs after the text is shown
	tcell    bool          // the scene uses --driver tcell; it is skipped in terminals whose tcell field is 0
	sameAs   string        // name of an earlier scene with the same cells; "" if none
}

var programScenes = []programScene{
	{name: "title", text: "Play", duration: time.Second},
	{name: "game", args: words("--bot --level 1 --seed 7"), text: "LEVEL 1", duration: 3 * time.Second},
	{
		name: "title-tcell", args: words("--driver tcell"), text: "Play", duration: time.Second, tcell: true,
		sameAs: "title",
	},
	{
		name: "game-tcell", args: words("--driver tcell --bot --level 1 --seed 7"), text: "LEVEL 1",
		duration: 3 * time.Second, tcell: true,
	},
}

// run runs a scene of the program on its own pseudo-terminal and copies the output to this terminal. At the end of the
// scene, run stops reading, so that the program must wait. Then run calls show three times: for the screen that the
// program has drawn, for the cleared terminal, and for the screen on which run has written all cells again.
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
	return errors.Join(err, wait(cmd))
}

// input is the pseudo-terminal of the running program.
var input atomic.Pointer[os.File]

// copyInput starts a goroutine that copies input from this terminal, such as replies, to the running program. All
// scenes share this goroutine, because two readers would take replies from each other.
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

// wait waits for a program to end. An exit status other than 0 is not an error, because SIGTERM ends the program.
func wait(cmd *exec.Cmd) error {
	var exit *exec.ExitError
	if err := cmd.Wait(); err != nil && !errors.As(err, &exit) {
		return err
	}
	return nil
}

// cardText is a text on the calibration card, which the program may show before the title.
const cardText = "then enter"

// play copies the program's output to this terminal and to the emulator until the scene is over.
func (s *programScene) play(output <-chan []byte, sent *ansi.Emulator) error {
	var over <-chan time.Time
	timeout, poll := time.After(startWait/2), time.NewTicker(time.Second)
	defer poll.Stop()
	for answered, done := false, false; !done || !sent.Complete(); {
		select {
		case p, ok := <-output:
			if !ok {
				return fmt.Errorf("the program ended before it showed %q", s.text)
			}
			sent.Write(p)
			if _, err := os.Stdout.Write(p); err != nil {
				return err
			}
			if over == nil && sent.Contains(s.text) {
				over = time.After(s.duration)
			}
		case <-poll.C:
			if !answered && sent.Contains(cardText) { // a second Enter would start a game
				_, _ = input.Load().WriteString("\r")
				answered = true
			}
		case <-timeout:
			return fmt.Errorf("the program has not shown %q within %v", s.text, startWait/2)
		case <-over:
			done = true
		}
	}
	return nil
}

// strayCells describes the cells that look different after they were written again, with one text for each group of
// adjacent cells. An eighth of a cell's pixels may differ, because bold letters may reach into the next cell.
func (r *result) strayCells(scene string, left, redrawn *image.RGBA, sent *ansi.Emulator) (all []string) {
	inside := result{skipEdges: true, spills: r.spills, grid: r.grid}
	wrong := inside.differing(left, redrawn, frameOfScreen(sent), 1.0/8)
	for len(wrong) > 0 {
		n := 1
		for n < len(wrong) && wrong[n] == wrong[0]+n && wrong[n]%cols > 0 {
			n++
		}
		x, y := wrong[0]%cols, wrong[0]/cols
		all = append(all, fmt.Sprintf("%s: row %d, column %d: %d cells do not show %q, which the program sent", scene,
			y+1, x+1, n, sent.Text(x, y, n)))
		wrong = wrong[n:]
	}
	return all
}

// A similarity describes which parts of a scene must be equal with --driver tcell and with --driver arkterm.
type similarity int

const (
	sameText  similarity = iota + 1 // only letters and digits must be equal, because tcell has fewer colors here
	sameCells                       // all characters and styles must be equal
)

// differs describes the first cell in which two screens differ, or returns "". A full block is equal to a blank whose
// background has the block's color, because the drivers encode such cells differently.
func (l similarity) differs(a, b *ansi.Emulator) string {
	for i := range a.Cells {
		ca, cb := normalized(a.Cells[i]), normalized(b.Cells[i])
		if ca != cb && (l == sameCells || ca.Rune != cb.Rune && (isText(ca.Rune) || isText(cb.Rune))) {
			return fmt.Sprintf("row %d, column %d: %q in %v, not %q in %v", i/a.W+1, i%a.W+1, cb.Rune, cb.EmulatorStyle,
				ca.Rune, ca.EmulatorStyle)
		}
	}
	return ""
}

// normalized returns c, or the equivalent blank if c is a full block.
func normalized(c ansi.EmulatorCell) ansi.EmulatorCell {
	if c.Rune == '█' {
		c = ansi.EmulatorCell{Rune: ' ', EmulatorStyle: ansi.EmulatorStyle{Bg: c.Fg}}
	}
	return c
}

// isText reports whether a character is a letter or a digit. Other characters may be the background.
func isText(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// frameOfScreen returns the cells of a screen as a frame. If the colors of a cell depend on the terminal's settings,
// its glyph is replaced by one that is not a block, so that the cell is not compared.
func frameOfScreen(s *ansi.Emulator) *cell.Frame {
	f := &cell.Frame{}
	f.Resize(s.W, s.H)
	for i, c := range s.Cells {
		fg, fgKnown := colorOf(c.Fg)
		bg, bgKnown := colorOf(c.Bg)
		f.Cells[i] = cell.Cell{Glyph: c.Rune, Fg: fg, Bg: bg}
		if c.Attrs[7] {
			f.Cells[i].Attr = cell.Reverse
		}
		if c.Rune != ' ' && !fgKnown || !bgKnown {
			f.Cells[i].Glyph = unreadable
		}
	}
	return f
}

// colorOf returns a color of an emulated terminal. ok is false if the color depends on the terminal's settings.
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

// unreadable is the glyph of cells that are not compared.
const unreadable = '\ufffd'

// clearScreen clears a terminal. It also ends a synchronized update and a scroll region.
const clearScreen = "\x1b[?2026l\x1b[r\x1b[m\x1b[2J"

// redraw returns output that writes each cell at its position.
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

// colorParams returns the SGR parameters for a color of an emulated terminal. base is 30 for the foreground and 40 for
// the background.
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
