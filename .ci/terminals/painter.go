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

// answerWait is the maximum time that the painter waits for replies to its queries. dvtm does not reply.
const answerWait = 20 * time.Second

// Size of the frames; terminals may be larger.
const cols, rows = 80, 24

// A greeting is the first message of the painter: the capabilities of the terminal as arkterm sees them.
type greeting struct {
	Caps   screen.Caps
	Glyphs cell.Glyphs
	Tier   cell.Tier
	By     string
	Cols   int
	Rows   int
}

// Paint runs inside the terminal: painter SOCKET PROGRAM. It opens the terminal as the game does and reports the
// capabilities. Then it reads names from the connection, one per line, and shows the frames and the program's scenes
// with these names.
func Paint(_ string, args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("usage: painter SOCKET PROGRAM, not %q", args)
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
		Tier: tier, Term: os.Getenv("TERM"), Measure: settings.UTF8Locale(os.Getenv), Bleed: auto.Bleeds,
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
	for end := time.Now().Add(answerWait); !t.Caps().Answered && time.Now().Before(end); {
		time.Sleep(10 * time.Millisecond)
	}
	known := auto.Update(t.Caps())
	if known.Sure && choices.GuessesTier(os.Getenv) {
		tier = min(known.Tier, tier)
	}
	t.SetTier(tier)
	w, h := t.Size()
	if err := json.NewEncoder(c).Encode(greeting{t.Caps(), auto.Glyphs, tier, known.By, w, h}); err != nil {
		return err
	}

	for lines := bufio.NewScanner(c); lines.Scan(); {
		name := lines.Text()
		scene := slices.IndexFunc(programScenes, func(s programScene) bool { return s.name == name })
		switch {
		case scene >= 0:
			t.Close() // no frame is shown after it
			err = programScenes[scene].run(program, func(sent *ansi.Emulator) error {
				err := json.NewEncoder(c).Encode(sent.Cells)
				lines.Scan()
				return err
			})
		case name == "again":
			t.Resized() // the next frame is whole
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

// Colors of the corners, which show the position of the cells, and of the card.
var (
	cornerColor = cell.RGB(255, 0, 255)
	cardColors  = cell.Style{Fg: cell.RGB(255, 215, 0), Bg: cell.RGB(0, 0, 135)}
	blank       = cell.Style{Fg: cell.RGB(255, 255, 255), Bg: cell.RGB(0, 0, 0)}
)

// frameOf returns a frame by its name. It is the same in the terminal and outside.
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
	case "card": // all glyphs next to each other
		all := append(glyphsOf(glyphs), ' ')
		for i := range f.Cells {
			f.Set(i%cols, i/cols, all[i%len(all)], cardColors)
		}
	case "moved":
		_ = play(glyphs, tier, func(last *cell.Frame) error { f = last; return nil })
	}
	return f
}

// glyphsOf returns the blocks of a glyph set.
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

// play shows two seconds of a game with a moving ball and paddle.
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
