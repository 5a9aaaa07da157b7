package terminals

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"slices"
	"time"

	"arkterm/cmd/arkterm/screen"
	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/tty"
	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/levels"
	"arkterm/render"
	"arkterm/render/ansi"
	"arkterm/render/cell"
)

// replyWait is the maximum time that the painter waits for replies to its queries. dvtm does not reply.
const replyWait = 20 * time.Second

// Size of the frames in cells. Terminals may be larger.
const cols, rows = 80, 24

// A detection is the first message of the painter. It describes the terminal as arkterm has detected it.
type detection struct {
	Caps      screen.Caps
	Glyphs    cell.Glyphs
	ColorTier cell.Tier `json:"Tier"`
	By        string    // the property by which the terminal was recognized
	Cols      int
	Rows      int
}

// Paint carries out the subcommand painter SOCKET PROGRAM inside a terminal. It opens the terminal like the game and
// reports its capabilities. Then it reads names from the socket, one per line, and shows the frames and the program's
// scenes with these names.
func Paint(_ string, args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("usage: painter SOCKET PROGRAM (got %q)", args)
	}
	socket, program := args[0], args[1]
	c, err := net.Dial("unix", socket)
	if err != nil {
		return err
	}
	defer c.Close()

	var choices settings.Choices
	auto := settings.Detect(os.Getenv)
	tier := choices.Tier(os.Getenv)
	t, err := tty.Open(tty.Options{
		Tier: tier, Term: os.Getenv("TERM"), UTF8: settings.UTF8Locale(os.Getenv), Bleed: auto.Bleeds,
		Queries: settings.CanSendQueries(os.Getenv), Now: tty.Clock(),
	})
	if err != nil {
		return err
	}
	defer t.Close()
	presenter := screen.NewPresenter(t.Display)
	go func() {
		for ok := true; ok; _, ok = <-t.Events() { // discard input, because there is no player
		}
	}()

	if err := presenter.Show(frameOf("blank", 0, 0)); err != nil {
		return err
	}
	for end := time.Now().Add(replyWait); !t.Caps().Answered && time.Now().Before(end); {
		time.Sleep(10 * time.Millisecond)
	}
	known := auto.Update(t.Caps())
	if known.Recognized && choices.TierIsGuess(os.Getenv) {
		tier = min(known.Tier, tier)
	}
	t.SetTier(tier)
	w, h := t.Size()
	if err := json.NewEncoder(c).Encode(detection{t.Caps(), auto.Glyphs, tier, known.Evidence, w, h}); err != nil {
		return err
	}

	for lines := bufio.NewScanner(c); lines.Scan(); {
		name := lines.Text()
		scene := slices.IndexFunc(programScenes, func(s programScene) bool { return s.name == name })
		switch {
		case scene >= 0:
			t.Close() // no frames follow a scene
			err = programScenes[scene].run(program, func(sent *ansi.Emulator) error {
				err := json.NewEncoder(c).Encode(sent.Cells)
				lines.Scan()
				return err
			})
		case name == "again":
			t.Resized() // makes the next frame complete
			err = presenter.Show(frameOf("moved", auto.Glyphs, tier))
		case name == "moved":
			err = play(auto.Glyphs, tier, func(f *cell.Frame) error {
				time.Sleep(10 * time.Millisecond)
				return presenter.Show(f)
			})
		default:
			err = presenter.Show(frameOf(name, auto.Glyphs, tier))
		}
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintln(c, "shown"); err != nil {
			return err
		}
	}
	return nil
}

// Colors of the frames.
var (
	cornerColor = cell.RGB(255, 0, 255) // color of the two cells from which the grid is determined
	cardColors  = cell.Style{Fg: cell.RGB(255, 215, 0), Bg: cell.RGB(0, 0, 135)}
	blank       = cell.Style{Fg: cell.RGB(255, 255, 255), Bg: cell.RGB(0, 0, 0)}
)

// frameOf returns the frame with the given name. The painter and the comparison call it with the same arguments.
func frameOf(name string, glyphs cell.Glyphs, tier cell.Tier) *cell.Frame {
	f := &cell.Frame{}
	f.Resize(cols, rows)
	f.Fill(0, 0, cols, rows, ' ', blank)
	switch name {
	case "corners":
		corner := cell.Style{Fg: cornerColor, Bg: cornerColor}
		if tier == cell.Mono {
			corner.Attr = cell.Reverse
		}
		f.Set(0, 0, ' ', corner)
		f.Set(cols-1, rows-1, ' ', corner)
	case "card": // the frame with all glyphs next to each other
		all := append(glyphsOf(glyphs), ' ')
		for i := range f.Cells {
			f.Set(i%cols, i/cols, all[i%len(all)], cardColors)
		}
	case "moved":
		_ = play(glyphs, tier, func(last *cell.Frame) error { f = last; return nil })
	}
	return f
}

// glyphsOf returns the block characters of a glyph set.
func glyphsOf(g cell.Glyphs) (all []rune) {
	for _, s := range g.Shapes() {
		for _, r := range []rune{s.Glyph, s.Inverse} {
			if r != 0 {
				all = append(all, r)
			}
		}
	}
	return all
}

// play calls show with the frames of two seconds of a game. The ball and the paddle move.
func play(glyphs cell.Glyphs, tier cell.Tier, show func(*cell.Frame) error) error {
	pack := levels.Shipped()
	view := render.NewView(render.Options{Glyphs: glyphs, Tier: tier, Names: levels.LevelNames(pack)})
	g, err := engine.New(engine.Config{Setup: engine.Setup{Seed: 1, First: 8}, Levels: pack.Levels})
	if err != nil {
		return err
	}
	b := bot.New(1)
	var f cell.Frame
	f.Resize(cols, rows)
	const perFrame = engine.TicksPerSecond / 30
	for tick := range 8 * engine.TicksPerSecond {
		g.Step(engine.Input{b.Play(g), engine.Idle})
		view.Observe(g.Events)
		if tick >= 6*engine.TicksPerSecond && tick%perFrame == 0 {
			view.Draw(&f, g)
			if err := show(&f); err != nil {
				return err
			}
		}
	}
	return nil
}
