package arcadeui

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"arkterm/cmd/arkterm-arcade/lobby"
	"arkterm/engine"
	"arkterm/input"
	"arkterm/render/cell"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// meet creates a lobby with two visitors who both look for a match of a kind.
func meet(t *testing.T, k lobby.MatchKind) (h *lobby.Lobby, ann, bob *visitor) {
	h = newTestLobby()
	ann, bob = connect(t, h, "ann"), connect(t, h, "bob")
	for _, v := range []*visitor{ann, bob} {
		v.enterLobby()
		for v.s.choice.Kind != k {
			v.moveTo("find")
			v.press("right")
		}
		v.choose("find")
		bob.now = max(bob.now, v.now)
	}
	ann.now = bob.now
	together(10*time.Millisecond, ann, bob)
	return h, ann, bob
}

// same fails unless two visitors see the same game at the same tick.
func same(t *testing.T, a, b *visitor) {
	t.Helper()
	g, h := a.s.game.own.play.Game, b.s.game.own.play.Game
	if g.Tick != h.Tick || g.Hash() != h.Hash() {
		t.Errorf("%s is at tick %d and %s at tick %d, or their games differ", a.s.set.Person.Name(), g.Tick,
			b.s.set.Person.Name(), h.Tick)
	}
}

// Two visitors look for a match, are matched, play and see the same game. After the match they play a rematch.
func TestTwoPlayersPlay(t *testing.T) {
	_, ann, bob := meet(t, lobby.Arkanong)
	ann.on(matchScreen)
	bob.on(matchScreen)
	if text := ann.text(); !strings.Contains(text, "BOB") || !strings.Contains(text, "YOU") ||
		!strings.Contains(text, "esc menu") {
		t.Errorf("ann's screen:%s", text)
	}
	if text := bob.text(); !strings.Contains(text, "ANN") || !strings.Contains(text, "YOU") {
		t.Errorf("bob's screen:%s", text)
	}

	together(lobby.Countdown+100*time.Millisecond, ann, bob)
	game := func(v *visitor) *engine.Game { return v.s.game.own.play.Game }
	one, two := game(ann).Capsule(0).X, game(ann).Capsule(1).X
	ann.s.ui.Key(ann.now, keyOf["left"])
	bob.s.ui.Key(bob.now, keyOf["right"])
	if wait := ann.s.ui.NextFrame(ann.now) - ann.now; wait > lobby.InputDelay+5*time.Millisecond {
		t.Errorf("a key appears on the screen after %v", wait)
	}
	together(100*time.Millisecond, ann, bob)
	if a, b := game(bob).Capsule(0).X, game(ann).Capsule(1).X; a >= one || b <= two {
		t.Errorf("the paddles moved from %v, %v to %v, %v", one, two, a, b)
	}
	same(t, ann, bob)

	bob.s.ui.Key(bob.now, input.Char('2'))
	together(100*time.Millisecond, ann, bob)
	if text := ann.text(); !strings.Contains(text, "bob: "+lobby.Emotes[1]) {
		t.Errorf("ann does not see bob's message:%s", text)
	}

	for range 600 { // balls are served automatically, and no player moves
		together(time.Second, ann, bob)
		if ann.s.ui.ID() == resultScreen && bob.s.ui.ID() == resultScreen {
			break
		}
	}
	ann.on(resultScreen)
	bob.on(resultScreen)
	if a, b := ann.s.ui.Menu.Title, bob.s.ui.Menu.Title; a == b || !strings.HasPrefix(a, "YOU") ||
		!strings.HasPrefix(b, "YOU") {
		t.Errorf("ann: %s, bob: %s", a, b)
	}
	if text := ann.text(); !strings.Contains(text, "you              ") ||
		!strings.Contains(text, "bob              ") {
		t.Errorf("the result on ann's screen:%s", text)
	}
	for _, v := range []*visitor{ann, bob} {
		if text := v.text(); !strings.Contains(text, "best of three") || !strings.Contains(text, "Next game") {
			t.Errorf("the result does not show the tally:%s", text)
		}
	}
	won := ann.s.game.series.Wins
	if kept := append(ann.kept, bob.kept...); len(kept) != 1 || kept[0].Game.Player == kept[0].Game.Other ||
		kept[0].Game.Other == "" {
		t.Errorf("recorded results: %+v", kept)
	}
	ann.s.game.match.SetOutcome(ann.s.game.seat, "Your rating: 1516")
	together(time.Second, ann, bob)
	ann.s.Changed(ann.now)
	if text := ann.text(); !strings.Contains(text, "Your rating: 1516") {
		t.Errorf("ann's screen does not show the new rating:%s", text)
	}
	ann.press("enter")
	bob.now = ann.now
	if text := bob.text(); !strings.Contains(text, "ann: ") {
		t.Errorf("bob does not see that ann wants a rematch:%s", text)
	}
	bob.press("r")
	ann.now = bob.now
	together(10*time.Millisecond, ann, bob)
	ann.on(matchScreen)
	bob.on(matchScreen)
	if now := bob.s.game.view.Options().Wins; won[0]+won[1] != 1 || now != [2]int{won[1], won[0]} {
		t.Errorf("the tally was %v, and is %v with swapped seats", won, now)
	}
	if ann.s.game.seat != 1 || bob.s.game.seat != 0 {
		t.Error("the seats were not swapped")
	}
}

func TestTheCountdown(t *testing.T) {
	g := &game{match: &lobby.Match{MatchSetup: lobby.MatchSetup{Start: time.Second}}}
	for after, want := range map[time.Duration]string{
		0: "3", lobby.Countdown / 2: "2", lobby.Countdown - 1: "1", lobby.Countdown: "", time.Hour: "",
	} {
		if got := g.digit(time.Second + after); got != want {
			t.Errorf("after %v: %q, want %q", after, got, want)
		}
	}
}

// In a window that is too small for the game, the paddle stops, because the release of a key is not seen there.
func TestATooSmallWindowStopsThePaddle(t *testing.T) {
	_, ann, bob := meet(t, lobby.Arkanong)
	together(lobby.Countdown+100*time.Millisecond, ann, bob)
	ann.s.ui.Releases()
	ann.s.ui.Key(ann.now, keyOf["left"])
	ann.s.ui.Resize(30, 10, ann.now)
	together(100*time.Millisecond, ann, bob)
	x := bob.s.game.own.play.Game.Capsule(0).X
	together(time.Second, ann, bob)
	if now := bob.s.game.own.play.Game.Capsule(0).X; now != x {
		t.Errorf("the paddle moved from %v to %v", x, now)
	}
}

// A bot replaces a player who leaves a match by its menu. The player can return from the lobby.
func TestPlayersCanReturnToAMatch(t *testing.T) {
	_, ann, bob := meet(t, lobby.Coop)
	if a, b := ann.text(), bob.text(); !strings.Contains(a, "your paddle is on the left") ||
		!strings.Contains(b, "your paddle is on the right") {
		t.Errorf("ann's screen:%s\nbob's screen:%s", a, b)
	}
	together(lobby.Countdown+time.Second, ann, bob)
	bob.press("esc")
	bob.on(matchMenuScreen)
	ann.now = bob.now
	tick := bob.s.game.own.play.Game.Tick
	together(time.Second, ann, bob)
	if bob.s.game.own.play.Game.Tick == tick {
		t.Error("the match does not continue behind the menu")
	}
	bob.choose("Leave the match")
	bob.on(lobbyScreen)
	ann.now = bob.now
	together(time.Second, ann, bob)
	if text := ann.text(); !strings.Contains(text, "bob lost the connection") {
		t.Errorf("ann's screen does not say so:%s", text)
	}
	if text := bob.text(); !strings.Contains(text, "Continue Co-op") {
		t.Errorf("the lobby has no button to return:%s", text)
	}
	bob.s.ui.Menu.Selected = 0
	bob.press("enter")
	bob.on(matchScreen)
	ann.now = bob.now
	together(time.Second, ann, bob)
	same(t, ann, bob)

	bob.press("esc")
	bob.choose("Leave the match")
	bob.wait(time.Hour)
	if text := bob.s.ui.Menu.Buttons; slices.ContainsFunc(text, func(b string) bool {
		return strings.Contains(b,
			"Continue")
	}) {
		t.Errorf("the button to return is still there after the time limit: %q", text)
	}
}

// A player who waits for a rematch sees that the opponent has left. The lobby no longer lists the player as playing.
func TestPlayersSeeThatTheOpponentHasLeft(t *testing.T) {
	if testing.Short() { // whole matches, in one goroutine
		return
	}

	for _, first := range []bool{true, false} {
		_, ann, bob := meet(t, lobby.Arkanong)
		for range 600 {
			together(time.Second, ann, bob)
			if ann.s.ui.ID() == resultScreen && bob.s.ui.ID() == resultScreen {
				break
			}
		}
		together(time.Second, ann, bob)
		if first {
			ann.press("enter")
			bob.now = ann.now
		}
		bob.press("esc")
		bob.on(lobbyScreen)
		ann.now = bob.now
		together(10*time.Millisecond, ann, bob)
		if text := ann.text(); !strings.Contains(text, "bob has left.") {
			t.Errorf("ann's screen does not show that bob has left:%s", text)
		}
		if !first {
			ann.on(resultScreen)
			ann.press("enter")
			bob.now = ann.now
		}
		ann.on(partyScreen)
		if text := bob.text(); !strings.Contains(text, "waiting for players") || strings.Contains(text, "watch") {
			t.Errorf("the lobby shows another activity of ann:%s", text)
		}
	}
}

// The button of a player who waits for others joins an open party. For a closed party it explains that a code is
// needed.
func TestJoinFromThePlayerList(t *testing.T) {
	h := newTestLobby()
	ann, bob := connect(t, h, "ann"), connect(t, h, "bob")
	ann.enterLobby()
	bob.enterLobby()
	ann.choose("invite")
	ann.on(partyScreen)
	bob.click("waiting for players, by invitation", 0)
	if bob.on(lobbyScreen); !strings.Contains(bob.text(), "ann plays by invitation only") {
		t.Errorf("bob's screen:%s", bob.text())
	}
	ann.press("esc")
	ann.choose("find")
	ann.on(partyScreen)
	bob.now = ann.now
	bob.click("waiting for players · join", 0)
	bob.on(matchScreen)
}

// A player who joins a party and presses Enter stays in it, because the first button does not leave.
func TestEnterDoesNotLeaveAParty(t *testing.T) {
	h := newTestLobby()
	ann, bob := connect(t, h, "ann"), connect(t, h, "bob")
	ann.enterLobby()
	for ann.s.choice.Kind != lobby.Race {
		ann.moveTo("find")
		ann.press("right")
	}
	ann.choose("invite")
	party, _ := ann.s.set.Person.Party()
	bob.s.Join(party.Code, bob.now)
	bob.show()
	bob.on(partyScreen)
	bob.press("enter enter space")
	bob.on(partyScreen)
	if text := bob.text(); !strings.Contains(text, "Only ann can start the match.") {
		t.Errorf("bob's screen:%s", text)
	}
	bob.choose("Leave")
	bob.on(lobbyScreen)
}

// Buttons of a screen that appears without a key press cannot be pressed at first. Until then they are dimmed.
func TestButtonsAreDimmedUntilTheyCanBePressed(t *testing.T) {
	_, ann, _ := meet(t, lobby.Race)
	ann.choose("begin")
	ann.wait(lobby.Countdown)
	ann.s.ui.Enter(resultScreen, ann.now)
	marker := string(widget.Glyphs[cell.Quadrant].Next) + " Watch the others"
	if text := ann.text(); strings.Contains(text, marker) {
		t.Errorf("a button is marked in%s", text)
	}
	ann.press("enter")
	ann.on(resultScreen)
	if at := ann.s.ui.NextFrame(ann.now); ann.s.ui.NextFrame(at) > at {
		t.Error("no frame is due when the buttons can be pressed")
	} else if ann.s.Skip(at); ann.s.ui.NextFrame(at) <= at {
		t.Error("a frame that was put off is due immediately")
	}
	ann.text()
	ann.wait(time.Second)
	if ann.s.ui.Menu.Disabled {
		t.Error("no frame was drawn when the buttons could be pressed")
	}
	if text := ann.text(); !strings.Contains(text, marker) {
		t.Errorf("no button is marked in%s", text)
	}
}

// In a race each player has a field, and sees the ghost of the other player and the standings.
func TestARace(t *testing.T) {
	_, ann, bob := meet(t, lobby.Race)
	ann.on(partyScreen)
	bob.on(partyScreen)
	if text := bob.text(); !strings.Contains(text, "ann starts the match") ||
		!strings.Contains(text, "ssh -t HOST join") {
		t.Errorf("bob's screen:%s", text)
	}
	ann.moveTo("Level")
	ann.press("right")
	ann.choose("begin")
	bob.now = ann.now
	together(lobby.Countdown+2*time.Second, ann, bob)
	ann.on(matchScreen)
	bob.on(matchScreen)
	if ann.s.game.field == bob.s.game.field || ann.s.game.match.First != 1 {
		t.Errorf("fields %d and %d, level %d", ann.s.game.field, bob.s.game.field, ann.s.game.match.First)
	}
	if text := ann.text(); !strings.Contains(text, "1 you") || !strings.Contains(text, "2 bob") ||
		!strings.Contains(text, "bricks") {
		t.Errorf("ann's screen:%s", text)
	}
	if g := ann.s.game; g.whose != bob.s.game.seat || !g.rival.current() {
		t.Errorf("the ghost belongs to seat %d", g.whose)
	}
}

// A wide screen shows the games of the other players next to the own game, without a ghost. A narrow screen shows the
// ghost.
func TestRacesSideBySide(t *testing.T) {
	_, ann, bob := meet(t, lobby.Race)
	ann.choose("begin")
	bob.now = ann.now
	together(lobby.Countdown+2*time.Second, ann, bob)
	ann.s.ui.Resize(160, 24, ann.now)
	together(time.Second, ann, bob)
	if n := ann.s.panes(); n != 2 {
		t.Fatalf("%d games", n)
	}
	g := ann.s.game
	if p := &g.beside[0]; p.seat != bob.s.game.seat || p.play.Game.Hash() != bob.s.game.own.play.Game.Hash() {
		t.Errorf("the second game belongs to seat %d", p.seat)
	}
	lines := strings.Split(strings.Trim(ann.text(), "\n"), "\n")
	last := []rune(lines[len(lines)-1])
	if len(last) < 81 || !strings.Contains(string(last[:80]), "1 you") ||
		!strings.Contains(string(last[80:]), "2 bob") {
		t.Errorf("ann's screen:%s", ann.text())
	}
	ann.s.ui.Resize(160, 45, ann.now)
	rows := strings.Split(ann.text(), "\n")
	find := func(text string) int {
		return slices.IndexFunc(rows, func(line string) bool { return strings.Contains(line, text) })
	}
	if wall, names := find("▔▔"), find("2 bob"); names < 0 || names-wall > 32 ||
		!strings.Contains(rows[names], "1 you") {
		t.Errorf("the names are %d rows below the upper wall:%s", names-wall, ann.text())
	}
	walls := regexp.MustCompile("▔+").FindAllString(ann.text(), -1)
	if len(walls) != 2 || walls[0] != walls[1] {
		t.Errorf("fields of different sizes:%s", ann.text())
	}
	ann.s.ui.Resize(159, 24, ann.now)
	together(time.Second, ann, bob)
	if ann.s.panes() != 1 || len(g.beside) != 0 || !g.rival.current() {
		t.Error("a narrow screen has two games")
	}
}

// The result of a race follows the players who are still racing.
func TestTheResultOfARaceFollowsTheOthers(t *testing.T) {
	_, ann, bob := meet(t, lobby.Race)
	ann.choose("begin")
	bob.now = ann.now
	bob.press("esc")
	bob.choose("Leave the match")
	bob.now = max(ann.now, bob.now)
	ann.now = bob.now
	together(lobby.Countdown, ann, bob)

	if text := ann.text(); !strings.Contains(text, "bob (bot) ") {
		t.Errorf("ann's screen does not show that bob is away:%s", text)
	}

	for range 100 { // ann serves and does not move; a bot plays for bob
		together(500*time.Millisecond, ann, bob)
		ann.s.ui.Key(ann.now, keyOf["space"])
		if ann.s.ui.ID() == resultScreen {
			break
		}
	}
	ann.on(resultScreen)
	if screen := ann.text(); !strings.Contains(screen, "bot playing") {
		t.Fatalf("ann's screen:%s", screen)
	}
	together(10*time.Second, ann, bob)
	i := slices.IndexFunc(ann.s.game.standings, func(st lobby.Standing) bool { return st.Seat != ann.s.game.seat })
	left := ann.s.game.standings[i].Bricks
	if screen := ann.text(); !strings.Contains(screen, text.NumberOf(left, "brick")+", bot playing") {
		t.Errorf("bob's bot has %d bricks left; ann's screen:%s", left, screen)
	}
	for range 600 {
		if together(time.Second, ann, bob); !ann.s.game.on {
			break
		}
	}
	if text := ann.text(); !strings.Contains(text, "Y O U   W I N") || !strings.Contains(text, ", a bot helped") ||
		!strings.Contains(text, "2 bob (bot) ") {
		t.Errorf("bob's bot is done, and ann's screen:%s", text)
	}
}

// raceOfThree starts a race of three players.
func raceOfThree(t *testing.T) (ann, bob, cat *visitor) {
	t.Helper()
	h, ann, bob := meet(t, lobby.Race)
	cat = connect(t, h, "cat")
	cat.enterLobby()
	cat.choose("party 3")
	ann.now = max(ann.now, cat.now)
	ann.choose("begin")
	bob.now, cat.now = ann.now, ann.now
	return ann, bob, cat
}

// A player who has finished a race can watch the other players. The result appears when all have finished.
func TestFinishedRacersWatchTheOthers(t *testing.T) {
	if testing.Short() { // whole matches, in one goroutine
		return
	}

	ann, bob, cat := raceOfThree(t)
	for _, v := range []*visitor{bob, cat} { // bots play for them
		v.s.leaveMatch(v.now)
	}
	for range 100 { // ann serves and does not move
		together(500*time.Millisecond, ann)
		ann.s.ui.Key(ann.now, keyOf["space"])
		if ann.s.ui.ID() == resultScreen {
			break
		}
	}
	ann.on(resultScreen)
	ann.wait(time.Second)
	ann.press("enter")
	ann.on(othersScreen)
	ann.wait(2 * time.Second)
	first := ann.s.game.watched.seat
	if text := ann.text(); first == ann.s.game.seat || !ann.s.game.watched.current() ||
		!strings.Contains(text, ann.s.nameOf(first)+" (bot)  ") || !strings.Contains(text, "← → another") {
		t.Errorf("ann watches seat %d:%s", first, text)
	}
	tick := ann.s.game.watched.play.Game.Tick
	ann.wait(time.Second)
	if n := ann.s.game.watched.play.Game.Tick - tick; n < 200 {
		t.Errorf("%d ticks in a second", n)
	}
	ann.press("right")
	second := ann.s.game.watched.seat
	ann.press("right")
	if third := ann.s.game.watched.seat; second == first || second == ann.s.game.seat || third != first {
		t.Errorf("seats %d, %d, %d", first, second, third)
	}
	ann.press("esc")
	ann.on(resultScreen)
	ann.wait(time.Second)
	ann.press("enter")
	ann.on(othersScreen)
	for range 600 {
		if ann.wait(time.Second); ann.s.ui.ID() == resultScreen {
			break
		}
	}
	if ann.on(resultScreen); ann.s.game.on || !strings.Contains(ann.text(), "Rematch") {
		t.Errorf("all have finished; ann's screen:%s", ann.text())
	}
}

// The result of a co-op match names the player for whom a bot has played.
func TestTheResultNamesHelpedPartners(t *testing.T) {
	if testing.Short() { // whole matches, in one goroutine
		return
	}

	_, ann, bob := meet(t, lobby.Coop)
	bob.press("esc")
	bob.choose("Leave the match")
	ann.now = bob.now
	together(lobby.Countdown+time.Second, ann, bob)
	bob.s.ui.Menu.Selected = 0
	bob.press("enter")
	bob.on(matchScreen)
	ann.now = bob.now
	for range 600 {
		if together(time.Second, ann, bob); ann.s.ui.ID() == resultScreen {
			break
		}
	}
	ann.on(resultScreen)
	if text := ann.text(); !strings.Contains(text, "A bot played for bob for a while.") {
		t.Errorf("ann's screen:%s", text)
	}
}

// A window that becomes narrow in the last moment of a race of three shows the player's own game.
func TestANarrowWindowAtTheEndOfARace(t *testing.T) {
	ann, bob, cat := raceOfThree(t)
	ann.s.ui.Resize(240, 24, ann.now)
	together(lobby.Countdown+time.Second, ann, bob, cat)
	if n := ann.s.panes(); n != 3 {
		t.Fatalf("%d games", n)
	}
	ann.s.game.endAt = ann.now + endPause
	ann.s.ui.Resize(80, 24, ann.now)
	if text := ann.text(); !strings.Contains(text, " you ") {
		t.Errorf("ann's screen:%s", text)
	}
}

// A player who races alone and clears the level has not lost.
func TestARaceAlone(t *testing.T) {
	h := newTestLobby()
	ann := connect(t, h, "ann")
	ann.enterLobby()
	for ann.s.choice.Kind != lobby.Race {
		ann.press("right")
	}
	ann.press("enter")
	ann.choose("begin")
	ann.on(matchScreen)
	ann.s.game.standings[0].Cleared = true
	ann.s.game.on = false
	if title := ann.s.resultTitle(); title != "CLEARED" {
		t.Error(title)
	}
}

// A new party leader changes the party's choice, not the leader's own earlier choice.
func TestNewLeadersChangeThePartysChoice(t *testing.T) {
	h, ann, bob := meet(t, lobby.Race)
	cat := connect(t, h, "cat")
	cat.enterLobby()
	cat.choose("party 3")
	cat.on(partyScreen)
	bob.s.choice = lobby.Choice{} // as if bob had joined by a code
	ann.press("esc")
	bob.now = ann.now
	bob.wait(time.Second)

	choice := func() lobby.Choice {
		p, _ := bob.s.set.Person.Party()
		return p.Choice
	}
	bob.moveTo("Difficulty")
	before := choice()
	bob.press("right")
	if c := choice(); c.Kind != lobby.Race || c.Difficulty == before.Difficulty {
		t.Errorf("%+v after %+v", c, before)
	}

	dan := connect(t, h, "dan")
	dan.s.Join(codeOf(bob), dan.now)
	bob.wait(time.Second)
	bob.moveTo("Game")
	bob.press("right right")
	if c := choice(); c.Kind != lobby.Race {
		t.Errorf("three players: the kind after the time race is %s", lobby.MatchKinds[c.Kind].Title)
	}
}

// codeOf returns the code of a visitor's party.
func codeOf(v *visitor) string {
	p, _ := v.s.set.Person.Party()
	return p.Code
}

// An invitation code can be pasted, alone or as part of the line with the invitation. Extra characters are ignored.
func TestACodeIsPasted(t *testing.T) {
	h := newTestLobby()
	ann := connect(t, h, "ann")
	ann.enterLobby()
	for ann.s.choice.Kind != lobby.Race {
		ann.moveTo("find")
		ann.press("right")
	}
	ann.choose("invite")
	code := codeOf(ann)
	for text, want := range map[string]string{
		code:                              "",
		ann.s.invitation(code):            "",
		"join " + code + ", please":       "",
		"“" + strings.ToLower(code) + "”": "",
		code + code:                       "", // the rest does not count as a second attempt
		code[:3]:                          code[:3],
		"AEIOU":                           "",
	} {
		bob := connect(t, h, "bob")
		bob.enterLobby()
		bob.s.ui.Paste(bob.now, code)
		bob.on(lobbyScreen) // it has no text field
		bob.choose("code")
		bob.s.ui.Paste(bob.now, text)
		if bob.s.code.Text != want {
			t.Errorf("%q: typed %q", text, bob.s.code.Text)
		}
		joined := bob.s.ui.ID() != codeScreen
		if wants := strings.Contains(strings.ToUpper(text), code); joined != wants {
			t.Errorf("%q: joined %v:%s", text, joined, bob.text())
		}
		if text == "AEIOU" && !strings.Contains(bob.text(), lobby.CodeLetters) {
			t.Errorf("bob's screen does not explain codes:%s", bob.text())
		}
		bob.s.set.Person.Leave(bob.now)
	}
}

// An invitation code can be entered with left, right and fire, or typed.
func TestCodesAdmitPlayers(t *testing.T) {
	h := newTestLobby()
	ann, bob, cat := connect(t, h, "ann"), connect(t, h, "bob"), connect(t, h, "cat")
	ann.enterLobby()
	for ann.s.choice.Kind != lobby.Race {
		ann.moveTo("find")
		ann.press("right")
	}
	ann.choose("invite")
	ann.on(partyScreen)
	p, _ := ann.s.set.Person.Party()

	bob.enterLobby()
	bob.choose("code")
	bob.press("d d d d d")
	bob.on(codeScreen)
	if text := bob.text(); !strings.Contains(text, sentence(lobby.ErrWrongCode)) {
		t.Errorf("bob's screen shows no error:%s", text)
	}
	bob.press("a") // it steers in a game
	if text := bob.text(); !bob.wheelShows("Skip") || bob.s.code.Text != "" ||
		!strings.Contains(text, lobby.CodeLetters) {
		t.Errorf("bob has typed a letter that codes do not have:%s", text)
	}
	for _, letter := range p.Code {
		for !bob.wheelShows("Add " + string(letter)) {
			bob.press("right")
		}
		bob.press("space")
	}
	bob.on(partyScreen)
	cat.s.Join(strings.ToLower(p.Code), cat.now)
	cat.on(partyScreen)
	if p, _ = ann.s.set.Person.Party(); len(p.Seats) != 3 {
		t.Errorf("%d seats", len(p.Seats))
	}
	cat.press("esc")
	cat.on(lobbyScreen)
	if p, _ = ann.s.set.Person.Party(); len(p.Seats) != 2 {
		t.Errorf("cat has left: %d seats", len(p.Seats))
	}
}

// Repeats of a held key do not cause additional frames. Otherwise there would be one per tick.
func TestHeldKeysCauseNoFrames(t *testing.T) {
	_, ann, bob := meet(t, lobby.Arkanong)
	together(lobby.Countdown+time.Second, ann, bob)
	frames, pressed := 0, time.Duration(0)
	hold := func(d time.Duration) {
		for end := ann.now + d; ann.now < end; {
			if at := ann.now / (35 * time.Millisecond); at != pressed {
				pressed = at
				ann.s.Advance(ann.now)
				ann.s.ui.Key(ann.now, keyOf["left"])
			}
			drawn := ann.drawn
			ann.wait(time.Millisecond)
			bob.wait(time.Millisecond)
			frames += ann.drawn - drawn
		}
	}
	hold(100 * time.Millisecond) // do not count the frames after the key press
	frames = 0
	hold(time.Second)
	if most := ann.s.ui.Schedule.FPS + 2; frames > most {
		t.Errorf("%d frames in a second, want at most %d", frames, most)
	}
}

// A frame of a match allocates no memory, except for the growing recordings. That applies to a single game and to a
// race next to another game, with a line below each.
func TestAFrameOfAMatchAllocatesLittle(t *testing.T) {
	if testing.Short() { // in one goroutine
		return
	}

	for _, kind := range []lobby.MatchKind{lobby.Arkanong, lobby.Race} {
		_, ann, bob := meet(t, kind)
		if kind == lobby.Race {
			ann.choose("begin")
			bob.now = ann.now
			ann.s.ui.Resize(160, 24, ann.now)
		}
		together(lobby.Countdown+10*time.Second, ann, bob)
		ann.on(matchScreen)
		now := ann.now
		if n := testing.AllocsPerRun(100, func() {
			now += 16 * time.Millisecond
			ann.s.Advance(now)
			ann.s.Draw(now)
		}); n > 4 && !testing.Short() {
			t.Errorf("kind %v: %v allocations", kind, n)
		}
	}
}
