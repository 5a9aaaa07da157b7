package app

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"arkterm/cmd/arkterm/progress"
	"arkterm/cmd/arkterm/replay"
	"arkterm/cmd/arkterm/settings"
	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/input"
	"arkterm/levels"
	"arkterm/render"
	"arkterm/render/cell"
	"arkterm/render/text"
)

// withSecond sets the mode, the opponent and the points to win. An empty string keeps the default.
func withSecond(mode, opponent, points string) func(*Setup) {
	return func(set *Setup) {
		set.Choices.Values[settings.Mode][settings.ByFlag] = mode
		set.Choices.Values[settings.Opponent][settings.ByFlag] = opponent
		set.Choices.Values[settings.Points][settings.ByFlag] = points
	}
}

func TestOpponentNames(t *testing.T) {
	names := settings.OpponentNames()
	if len(names) != len(bot.Strengths)+1 || !slices.Contains(names, settings.Human) {
		t.Errorf("OpponentNames() = %q, want all bots and %s", names, settings.Human)
	}
	for i, name := range names {
		if slices.Index(names, name) != i {
			t.Errorf("OpponentNames() contains %q twice", name)
		}
	}
}

// In both modes for two, each player has keys for one paddle. The mouse moves the first player's paddle.
func TestTwoPlayersShareTheKeyboard(t *testing.T) {
	for _, mode := range []string{"arkanong", "coop"} {
		p := newSession(t, withSecond(mode, settings.Human, ""))
		p.keys("enter")
		p.choose("Play")
		p.wantScreen(playingScreen)
		one, two := p.s.round.game.Capsule(0).X, p.s.round.game.Capsule(1).X
		p.key("a")
		p.key("right")
		p.wait(200 * time.Millisecond)
		if a, b := p.s.round.game.Capsule(0).X, p.s.round.game.Capsule(1).X; a >= one || b <= two {
			t.Errorf("%s: the paddles moved from %v to %v and from %v to %v", mode, one, a, two, b)
		}
		p.mouse(10, 12, 0)
		p.wait(time.Second)
		if x := p.s.round.game.Capsule(0).X; x < 9 || x > 12 {
			t.Errorf("%s: with the mouse in column 10 the paddle is at %v", mode, x)
		}
		p.keys("p")
		if text := strings.Join(p.s.Menu.Lines, "|"); !strings.Contains(text, "Player 2") {
			t.Errorf("%s: the pause shows %q", mode, text)
		}
		p.keys("q y")
		p.wantScreen(TitleScreen)
		if p.s.Keys.Keymap().Keys(input.Left2) != nil {
			t.Error("the title still has the keys of two players")
		}
	}
}

// A match is started from the menu of modes, against a bot, to one point. Its last dialog shows the result.
func TestMatchFromMenuToResult(t *testing.T) {
	p := newSession(t, withSecond("", "", "1"))
	p.choose("Modes", "Arkanong")
	p.wantScreen(opponentScreen)
	c := &p.s.Menu.Dialog
	if rows := strings.Join(c.Buttons, "|"); c.Title != "ARKANONG" || !strings.Contains(rows, "Opponent") ||
		!strings.Contains(rows, "First to") {
		t.Errorf("the dialog is %q with %q", c.Title, c.Buttons)
	}
	p.moveTo("Opponent")
	p.keys("right right")
	p.choose("Play")
	p.wantScreen(playingScreen)
	if p.s.round.secondBot == nil || p.s.round.recording.Opponent != "master" || p.s.round.game.Match.WinPoints != 1 {
		t.Fatalf("opponent %q, %d points to win; want master, 1", p.s.round.recording.Opponent,
			p.s.round.game.Match.WinPoints)
	}
	p.waitFor("end", func() bool { return p.s.ID() == endedScreen }) // the serves are automatic
	text := strings.Join(p.s.Menu.Lines, "\n")
	if m := p.s.round.game.Match; m.Points[0]+m.Points[1] != 1 || !strings.Contains(text, "Opponent       master") {
		t.Errorf("match %v; the dialog shows\n%s", m, text)
	}
	if p.s.scores.forEndedGame {
		t.Error("the match is ranked in a score table")
	}
	p.wait(time.Second)
	p.keys("enter")
	p.wantScreen(playingScreen)
	if !p.s.round.config.Mode.Versus() {
		t.Error("the first offer does not start another match")
	}
}

// The dialog of a cooperative game has no row for points.
func TestCoopHasNoPoints(t *testing.T) {
	p := newSession(t)
	p.choose("Modes")
	p.choose("Co-op")
	p.wantScreen(opponentScreen)
	c := &p.s.Menu.Dialog
	if rows := strings.Join(c.Buttons, "|"); c.Title != "CO-OP" || !strings.Contains(rows, "Partner") ||
		strings.Contains(rows, "First to") {
		t.Errorf("the dialog is %q with %q", c.Title, c.Buttons)
	}
	p.keys("esc")
	p.wantScreen(modesScreen)
	p.keys("esc")
	p.wantScreen(TitleScreen)
}

// A match that was left for the title continues against the same opponent.
func TestMatchContinuesAgainstTheSameOpponent(t *testing.T) {
	p := newSession(t, withSecond("arkanong", "skilled", "3"))
	p.keys("enter space")
	p.wait(3 * time.Second)
	at := p.s.round.game.Tick
	p.keys("p q y")
	p.wantScreen(TitleScreen)
	p.s.set.Choices.Values[settings.Opponent][settings.ByFlag] = "beginner"
	p.click("Continue")
	p.waitFor("game", func() bool { return p.s.ID() == playingScreen })
	if p.s.round.secondBot == nil || p.s.round.recording.Opponent != "skilled" || p.s.round.game.Tick < at ||
		p.s.round.game.Match.WinPoints != 3 {
		t.Errorf("the match continues at tick %d, was %d, against %q; want skilled", p.s.round.game.Tick, at,
			p.s.round.recording.Opponent)
	}
}

// The description of each opponent fits the smallest frame.
func TestOpponentDialogFits(t *testing.T) {
	for _, opponent := range settings.OpponentNames() {
		p := newSession(t, withSecond("", opponent, ""))
		p.resize(render.MinW, render.MinH)
		p.choose("Modes")
		p.choose("Arkanong")
		p.wantScreen(opponentScreen)
		for _, line := range p.s.Menu.Lines {
			if w := cell.Width(line); w > p.s.View.DialogColumns(&p.s.Frame) {
				t.Errorf("%s: %q has %d columns", opponent, line, w)
			}
		}
	}
}

// A match that is taken over from a replay, after a jump back in it, has the opponent of the replay.
func TestMatchIsTakenOverFromAReplay(t *testing.T) {
	pack := levels.PackFor(engine.Arkanong, 0, levels.Shipped())
	config := engine.Config{
		Setup:  engine.Setup{Mode: engine.Arkanong, Seed: 3, First: MatchBoard(3, pack)},
		Levels: pack.Levels,
	}
	g, err := engine.New(config)
	if err != nil {
		t.Fatal(err)
	}
	recording := replay.NewRecording("test", config, pack)
	recording.Opponent = "casual"
	playBots(g, recording, 30*engine.TicksPerSecond, bot.New(1), bot.OfStrength(bot.Casual, 2))
	p := newSession(t, func(set *Setup) {
		set.Watch = &replay.Replay{Name: "match.ark", Recording: recording, Pack: pack}
		set.Pack = pack
	})
	p.wait(time.Second / 2)
	p.wantScreen(replayScreen)
	p.key("end")
	p.wait(2 * time.Second)
	last := p.s.round.game.Hash()
	if last != g.Hash() {
		t.Errorf("the replay ends at tick %d, want %d", p.s.round.game.Tick, g.Tick)
	}
	p.keys("left left left t")
	p.waitFor("game", func() bool { return p.s.ID() == playingScreen })
	if p.s.round.secondBot == nil || p.s.round.recording.Opponent != "casual" ||
		p.s.round.recording.Mode != engine.Arkanong || p.s.round.game.Tick >= g.Tick {
		t.Errorf("the game is taken over at tick %d against %q, want casual", p.s.round.game.Tick,
			p.s.round.recording.Opponent)
	}
	was := p.s.round.game.Capsule(1).X
	p.waitFor("opponent that moves", func() bool { return p.s.round.game.Capsule(1).X != was })
	p.wait(time.Second)
	if again, err := p.s.round.recording.Play(pack.Levels, nil); err != nil || again.Hash() != p.s.round.game.Hash() {
		t.Errorf("the recording plays back as a different game: %v", err)
	}
}

// Before a game of two people on a terminal without key releases, a notice explains how to steer.
func TestTwoPeopleGetANoticeWithoutKeyReleases(t *testing.T) {
	for _, mode := range []string{"arkanong", "coop"} {
		p := newSession(t, withSecond(mode, settings.Human, ""))
		p.keys("enter")
		p.wantScreen(opponentScreen)
		if text := strings.Join(p.s.Menu.Lines, " "); !strings.Contains(text, "one held key at a time") ||
			!strings.Contains(text, "mouse") {
			t.Errorf("%s: the notice is %q", mode, text)
		}
		p.moveTo("Steering")
		for p.s.Keys.Options().Steer != input.Toggle {
			p.keys("right")
		}
		if text := strings.Join(p.s.Menu.Lines, " "); strings.Contains(text, "one held key") {
			t.Errorf("%s: with toggle steering, the dialog shows %q", mode, text)
		}
		p.choose("Play")
		p.wantScreen(playingScreen)
	}
	for name, set := range map[string]func(*Setup){
		"bot": withSecond("arkanong", "able", ""),
		"toggle": func(set *Setup) {
			withSecond("arkanong", settings.Human, "")(set)
			set.Choices.Values[settings.Steer][settings.ByFlag] = input.Toggle.String()
		},
	} {
		p := newSession(t, set)
		p.keys("enter")
		if p.s.ID() != playingScreen {
			t.Errorf("%s: Play opens screen %s, want playing", name, p.s.ID())
		}
	}
	p := newSession(t, withSecond("arkanong", settings.Human, ""))
	p.s.Keys.ExpectReleases()
	p.keys("enter")
	p.wantScreen(playingScreen)
}

// Matches against the same opponent form a best of three. The dialog shows the games won, and R starts the next game.
func TestBestOfThree(t *testing.T) {
	p := newSession(t, withSecond("arkanong", "skilled", "1"))
	p.keys("enter")
	end := func() (title, lines string) {
		t.Helper()
		p.waitFor("end", func() bool { return p.s.ID() == endedScreen }) // the serves are automatic
		p.wait(time.Second)
		return p.s.Menu.Title, strings.Join(p.s.Menu.Lines, "\n")
	}
	var wins [2]int
	for games := 1; max(wins[0], wins[1]) < 2; games++ {
		if o := p.s.View.Options(); o.Wins != wins || o.Series != 2 {
			t.Fatalf("game %d starts with wins %v of %d, want %v of 2", games, o.Wins, o.Series, wins)
		}
		title, lines := end()
		wins[p.s.round.game.Winner()]++
		want, last := fmt.Sprintf("%d : %d, best of three", wins[0], wins[1]), max(wins[0], wins[1]) == 2
		if !strings.Contains(lines, want) || strings.Contains(title, "BEST OF THREE") != last {
			t.Errorf("game %d, wins %v: the dialog is %q\n%s", games, wins, title, lines)
		}
		if label := p.s.Menu.Buttons[0]; label != map[bool]string{false: "1  Next game", true: "1  Rematch"}[last] {
			t.Errorf("game %d, wins %v: the first button is %q", games, wins, label)
		}
		if p.s.View.Options().Wins != wins {
			t.Errorf("game %d: the HUD shows %v, want %v", games, p.s.View.Options().Wins, wins)
		}
		p.keys("r")
		p.wantScreen(playingScreen)
	}
	if won := p.s.View.Options().Wins; won != [2]int{} {
		t.Errorf("a rematch starts with wins %v, want none", won)
	}
	if _, lines := end(); !strings.Contains(lines, "All games") {
		t.Errorf("after a rematch, the dialog does not show all games:\n%s", lines)
	}
	p.choose("Play against")
	if p.s.series != (progress.Series{}) || p.s.round.recording.Opponent == "skilled" {
		t.Errorf("against the new opponent %s, the series is %v, want none", p.s.round.recording.Opponent, p.s.series)
	}
	end()
	p.choose("Main menu")
	if p.s.series != (progress.Series{}) {
		t.Errorf("on the title, the series is %v, want none", p.s.series)
	}
}

// The headline after a game names the winner. If two people play, both have a name.
func TestGameTitleNamesTheWinner(t *testing.T) {
	for _, test := range []struct {
		opponent string
		phase    engine.Phase
		want     string
	}{
		{settings.Human, engine.Won, text.Mode.Player1Wins},
		{settings.Human, engine.Over, text.Mode.Player2Wins},
		{"", engine.Won, text.Goal.YouWin},
		{"", engine.Over, text.Mode.YouLose},
	} {
		p := newSession(t)
		p.s.round.recording.Opponent, p.s.round.game.Phase = test.opponent, test.phase
		if got := p.s.gameTitle(); got != test.want {
			t.Errorf("opponent %q, phase %v: title %q, want %q", test.opponent, test.phase, got, test.want)
		}
	}
}
