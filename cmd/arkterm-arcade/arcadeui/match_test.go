package arcadeui

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm-arcade/lobby"
	"arkterm/engine"
	"arkterm/input"
	"arkterm/render/cell"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// startMatch creates a lobby with two visitors who both look for a match of a kind.
func startMatch(t *testing.T, k lobby.MatchKind) (h *lobby.Lobby, ann, bob *visitor) {
	h = newTestLobby()
	ann, bob = connect(t, h, "ann"), connect(t, h, "bob")
	for _, v := range []*visitor{ann, bob} {
		v.enterLobby()
		for v.session.choice.Kind != k {
			v.moveTo("find")
			v.press("right")
		}
		v.choose("find")
		bob.now = max(bob.now, v.now)
	}
	ann.now = bob.now
	advanceTogether(10*time.Millisecond, ann, bob)
	return h, ann, bob
}

// checkSameGame fails the test unless two visitors see the same game at the same tick.
func checkSameGame(t *testing.T, a, b *visitor) {
	t.Helper()
	g, h := a.session.game.own.playback.Game, b.session.game.own.playback.Game
	if g.Tick != h.Tick || g.Hash() != h.Hash() {
		t.Errorf("%s is at tick %d, and %s is at tick %d, or their games differ; want the same game at the same tick",
			a.session.setup.Member.Name(), g.Tick,
			b.session.setup.Member.Name(), h.Tick)
	}
}

// Two visitors look for a match, are matched, play and see the same game. After the match they play a rematch.
func TestTwoPlayersPlay(t *testing.T) {
	_, ann, bob := startMatch(t, lobby.Arkanong)
	ann.checkScreen(matchScreen)
	bob.checkScreen(matchScreen)
	if text := ann.text(); !strings.Contains(text, "BOB") || !strings.Contains(text, "YOU") ||
		!strings.Contains(text, "esc menu") {
		t.Errorf("ann's screen does not show the match:%s", text)
	}
	if text := bob.text(); !strings.Contains(text, "ANN") || !strings.Contains(text, "YOU") {
		t.Errorf("bob's screen does not show the match:%s", text)
	}

	advanceTogether(lobby.Countdown+100*time.Millisecond, ann, bob)
	game := func(v *visitor) *engine.Game { return v.session.game.own.playback.Game }
	x0, x1 := game(ann).Capsule(0).X, game(ann).Capsule(1).X
	ann.session.ui.Key(ann.now, keystrokes["left"])
	bob.session.ui.Key(bob.now, keystrokes["right"])
	if wait := ann.session.ui.NextFrame(ann.now) - ann.now; wait > lobby.InputDelay+5*time.Millisecond {
		t.Errorf("a key appears on the screen after %v, want at most %v", wait, lobby.InputDelay+5*time.Millisecond)
	}
	advanceTogether(100*time.Millisecond, ann, bob)
	if a, b := game(bob).Capsule(0).X, game(ann).Capsule(1).X; a >= x0 || b <= x1 {
		t.Errorf("the paddles have moved from %v, %v to %v, %v; want the first to the left and the second to the right",
			x0, x1, a, b)
	}
	checkSameGame(t, ann, bob)

	for _, m := range ann.session.setup.Member.Members() {
		if !strings.HasPrefix(m.Activity, "Arkanong") {
			t.Errorf("during the match, the lobby shows the activity %q for %s, want the match", m.Activity, m.Name)
		}
	}
	ann.session.ui.Key(ann.now, input.Char('1'))
	advanceTogether(100*time.Millisecond, ann, bob)
	if text := bob.text(); !strings.Contains(text, "ann: "+lobby.Emotes[0]) {
		t.Errorf("bob does not see ann's message:%s", text)
	}
	bob.session.ui.Key(bob.now, input.Char('2'))
	advanceTogether(100*time.Millisecond, ann, bob)
	if text := ann.text(); !strings.Contains(text, "bob: "+lobby.Emotes[1]) {
		t.Errorf("ann does not see bob's message:%s", text)
	}

	for range 600 { // the match serves automatically, and no player moves
		advanceTogether(time.Second, ann, bob)
		if ann.session.ui.ID() == resultScreen && bob.session.ui.ID() == resultScreen {
			break
		}
	}
	ann.checkScreen(resultScreen)
	bob.checkScreen(resultScreen)
	if a, b := ann.session.ui.Menu.Title, bob.session.ui.Menu.Title; a == b || !strings.HasPrefix(a, "YOU") ||
		!strings.HasPrefix(b, "YOU") {
		t.Errorf("the result is %q for ann and %q for bob, want different ones", a, b)
	}
	if text := ann.text(); !strings.Contains(text, "you              ") ||
		!strings.Contains(text, "bob              ") {
		t.Errorf("the result on ann's screen does not contain both players:%s", text)
	}
	for _, v := range []*visitor{ann, bob} {
		if text := v.text(); !strings.Contains(text, "best of three") || !strings.Contains(text, "Next game") {
			t.Errorf("the result does not show the tally:%s", text)
		}
	}
	won := ann.session.game.series.Wins
	if all := append(ann.results, bob.results...); len(all) != 1 || all[0].Game.Player == all[0].Game.Other ||
		all[0].Game.Other == "" {
		t.Errorf("Finished was called with %+v, want one result with both players", all)
	}
	ann.session.game.match.SetOutcome(ann.session.game.seat, "Your rating: 1516")
	advanceTogether(time.Second, ann, bob)
	ann.session.Changed(ann.now)
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
	advanceTogether(10*time.Millisecond, ann, bob)
	ann.checkScreen(matchScreen)
	bob.checkScreen(matchScreen)
	if now := bob.session.game.view.Options().Wins; won[0]+won[1] != 1 || now != [2]int{won[1], won[0]} {
		t.Errorf("the tally was %v, and is %v after the seats were swapped; want one win, swapped", won, now)
	}
	if ann.session.game.seat != 1 || bob.session.game.seat != 0 {
		t.Error("the seats were not swapped")
	}
}

// A status line that is too long is cut off before the last column.
func TestLongStatusIsCut(t *testing.T) {
	_, ann, _ := startMatch(t, lobby.Arkanong)
	var f cell.Frame
	f.Resize(20, 2)
	ann.session.writeStatus(&f, 1, strings.Repeat("x", 40))
	if line := strings.Split(f.String(), "\n")[1]; !strings.HasPrefix(line, " xxx") || cell.Width(line) != 19 {
		t.Errorf("the status line is %q, want 18 columns after a space", line)
	}
}

func TestCountdown(t *testing.T) {
	g := &matchState{match: &lobby.Match{MatchSetup: lobby.MatchSetup{Start: time.Second}}}
	for after, want := range map[time.Duration]string{
		-time.Second: "3", 0: "3", lobby.Countdown / 4: "3", lobby.Countdown / 2: "2",
		lobby.Countdown - 1: "1", lobby.Countdown: "", time.Hour: "",
	} {
		if got := g.countdownDigit(time.Second + after); got != want {
			t.Errorf("countdownDigit after %v = %q, want %q", after, got, want)
		}
	}
}

// If a window becomes too small for the game, the paddle stops, because key releases are not handled there.
func TestSmallWindowStopsPaddle(t *testing.T) {
	_, ann, bob := startMatch(t, lobby.Arkanong)
	advanceTogether(lobby.Countdown+100*time.Millisecond, ann, bob)
	ann.session.ui.Releases()
	ann.session.ui.Key(ann.now, keystrokes["left"])
	ann.session.ui.Resize(30, 10, ann.now)
	advanceTogether(100*time.Millisecond, ann, bob)
	x := bob.session.game.own.playback.Game.Capsule(0).X
	advanceTogether(time.Second, ann, bob)
	if now := bob.session.game.own.playback.Game.Capsule(0).X; now != x {
		t.Errorf("in a small window, the paddle has moved from %v to %v, want no movement", x, now)
	}
}

// If the terminal reports key releases, the paddle moves as long as a key is held.
func TestKeyReleaseStopsPaddle(t *testing.T) {
	_, ann, bob := startMatch(t, lobby.Arkanong)
	advanceTogether(lobby.Countdown+100*time.Millisecond, ann, bob)
	ann.session.ui.Releases()
	position := func() float64 { return bob.session.game.own.playback.Game.Capsule(0).X }
	key := keystrokes["left"]
	ann.session.ui.Key(ann.now, key)
	advanceTogether(100*time.Millisecond, ann, bob)
	held := position()
	advanceTogether(100*time.Millisecond, ann, bob)
	if x := position(); x >= held {
		t.Errorf("while the key is held, the paddle has moved from %v to %v, want a movement to the left", held, x)
	}
	key.Kind = input.Release
	ann.session.ui.Key(ann.now, key)
	advanceTogether(500*time.Millisecond, ann, bob)
	released := position()
	advanceTogether(500*time.Millisecond, ann, bob)
	if x := position(); x != released || x < 12 {
		t.Errorf("after the key was released, the paddle is at %v and %v, want the same position, away from the wall",
			released, x)
	}
}

// A player whose seat was taken at another terminal sees the lobby, with the reason.
func TestSeatTakenAtOtherTerminal(t *testing.T) {
	h, ann, bob := startMatch(t, lobby.Arkanong)
	party, _ := ann.session.setup.Member.Party()
	other := h.Enter("ann", ann.session.setup.Member.Key(), ann.now)
	if err := other.JoinParty(party.ID, ann.now); err != nil {
		t.Fatal(err)
	}
	advanceTogether(100*time.Millisecond, ann, bob)
	ann.checkScreen(lobbyScreen)
	bob.checkScreen(matchScreen)
	if screen := ann.text(); !strings.Contains(screen, text.Race.OtherTerminal) {
		t.Errorf("ann's screen does not show why the match has ended here:%s", screen)
	}
}

// If the server of a party on another server stops, the player sees the lobby, with the reason.
func TestPartyOfStoppedServer(t *testing.T) {
	v := connect(t, newTestLobby(), "ann")
	v.enterLobby()
	v.session.setup.Member.EnterParty(&lobby.Party{
		ID: 101, Seats: []lobby.SeatInfo{{Name: "ann", Present: true}},
	}, func(lobby.Action) {}, v.now)
	v.session.showPartyScreen(v.now)
	v.checkScreen(partyScreen)
	v.session.setup.Member.UpdateParty(nil, lobby.ErrServerLost)
	v.wait(100 * time.Millisecond)
	v.checkScreen(lobbyScreen)
	if screen := v.text(); !strings.Contains(screen, "The match has ended, because its server has stopped") {
		t.Errorf("ann's screen does not show why the party has ended:%s", screen)
	}
}

// A bot replaces a player who leaves a match through its menu. The player can return from the lobby.
func TestReturnToMatch(t *testing.T) {
	_, ann, bob := startMatch(t, lobby.Coop)
	if a, b := ann.text(), bob.text(); !strings.Contains(a, "your paddle is on the left") ||
		!strings.Contains(b, "your paddle is on the right") {
		t.Errorf("the screens do not show the sides of the paddles:%s\n%s", a, b)
	}
	advanceTogether(lobby.Countdown+time.Second, ann, bob)
	bob.press("esc")
	bob.checkScreen(matchMenuScreen)
	ann.now = bob.now
	tick := bob.session.game.own.playback.Game.Tick
	advanceTogether(time.Second, ann, bob)
	if bob.session.game.own.playback.Game.Tick == tick {
		t.Error("the match does not continue behind the menu")
	}
	bob.choose("Leave the match")
	bob.checkScreen(lobbyScreen)
	ann.now = bob.now
	advanceTogether(time.Second, ann, bob)
	if text := ann.text(); !strings.Contains(text, "bob lost the connection") {
		t.Errorf("ann's screen does not show that bob has dropped out:%s", text)
	}
	if text := bob.text(); !strings.Contains(text, "Continue Co-op") {
		t.Errorf("bob's lobby has no button to return to the match:%s", text)
	}
	bob.session.ui.Menu.Selected = 0
	bob.press("enter")
	bob.checkScreen(matchScreen)
	ann.now = bob.now
	advanceTogether(time.Second, ann, bob)
	checkSameGame(t, ann, bob)

	bob.press("esc")
	bob.choose("Leave the match")
	bob.wait(time.Hour)
	buttons := bob.session.ui.Menu.Buttons
	if slices.ContainsFunc(buttons, func(b string) bool { return strings.Contains(b, "Continue") }) {
		t.Errorf("after the time limit, the buttons are %q, want none to return", buttons)
	}
}

// A player who waits for a rematch sees that the opponent has left. The lobby then no longer lists the player as
// playing.
func TestOpponentLeavesAfterMatch(t *testing.T) {
	if testing.Short() { // plays whole matches in one goroutine
		return
	}

	for _, annWaits := range []bool{true, false} { // ann requests the rematch before bob leaves, or after
		_, ann, bob := startMatch(t, lobby.Arkanong)
		for range 600 {
			advanceTogether(time.Second, ann, bob)
			if ann.session.ui.ID() == resultScreen && bob.session.ui.ID() == resultScreen {
				break
			}
		}
		advanceTogether(time.Second, ann, bob)
		if annWaits {
			ann.press("enter")
			bob.now = ann.now
		}
		bob.press("esc")
		bob.checkScreen(lobbyScreen)
		ann.now = bob.now
		advanceTogether(10*time.Millisecond, ann, bob)
		if text := ann.text(); !strings.Contains(text, "bob has left.") {
			t.Errorf("ann's screen does not show that bob has left:%s", text)
		}
		if !annWaits {
			ann.checkScreen(resultScreen)
			ann.press("enter")
			bob.now = ann.now
		}
		ann.checkScreen(partyScreen)
		if text := bob.text(); !strings.Contains(text, "waiting for players") || strings.Contains(text, "watch") {
			t.Errorf("bob's screen does not show that ann waits for players:%s", text)
		}
	}
}

// In the visitor list, the button of a player who waits for others joins an open party. For a closed party, it explains
// that a code is needed.
func TestJoinFromVisitorList(t *testing.T) {
	h := newTestLobby()
	ann, bob := connect(t, h, "ann"), connect(t, h, "bob")
	ann.enterLobby()
	bob.enterLobby()
	ann.choose("invite")
	ann.checkScreen(partyScreen)
	bob.click("waiting for players, by invitation", 0)
	if bob.checkScreen(lobbyScreen); !strings.Contains(bob.text(), "ann plays by invitation only") {
		t.Errorf("bob's screen does not explain that the party is closed:%s", bob.text())
	}
	ann.press("esc")
	ann.choose("find")
	ann.checkScreen(partyScreen)
	bob.now = ann.now
	bob.click("waiting for players · join", 0)
	bob.checkScreen(matchScreen)
}

// A player who joins a party and presses Enter stays in it, because the first button does not leave.
func TestEnterDoesNotLeaveParty(t *testing.T) {
	h := newTestLobby()
	ann, bob := connect(t, h, "ann"), connect(t, h, "bob")
	ann.enterLobby()
	for ann.session.choice.Kind != lobby.Race {
		ann.moveTo("find")
		ann.press("right")
	}
	ann.choose("invite")
	party, _ := ann.session.setup.Member.Party()
	bob.session.Join(party.Code, bob.now)
	bob.show()
	bob.checkScreen(partyScreen)
	bob.press("enter enter space")
	bob.checkScreen(partyScreen)
	if text := bob.text(); !strings.Contains(text, "Only ann can start the match.") {
		t.Errorf("bob's screen does not explain who starts the match:%s", text)
	}
	bob.choose("Leave")
	bob.checkScreen(lobbyScreen)
}

// If a screen appears without a key press, its buttons are disabled and dimmed for a moment.
func TestButtonsAreDisabledAtFirst(t *testing.T) {
	_, ann, _ := startMatch(t, lobby.Race)
	ann.choose("begin")
	ann.wait(lobby.Countdown)
	ann.session.ui.Enter(resultScreen, ann.now)
	marker := string(widget.Glyphs[cell.Quadrant].Marker) + " Watch the others"
	if text := ann.text(); strings.Contains(text, marker) {
		t.Errorf("when the screen appears, a disabled button is marked as selected:%s", text)
	}
	ann.press("enter")
	ann.checkScreen(resultScreen)
	if at := ann.session.ui.NextFrame(ann.now); ann.session.ui.NextFrame(at) > at {
		t.Error("NextFrame() is later than the time at which the buttons are enabled")
	} else if ann.session.Skip(at); ann.session.ui.NextFrame(at) <= at {
		t.Error("after Skip, NextFrame() is not later than now")
	}
	ann.text()
	ann.wait(time.Second)
	if ann.session.ui.Menu.Disabled {
		t.Error("the buttons are still disabled after a second")
	}
	if text := ann.text(); !strings.Contains(text, marker) {
		t.Errorf("after a second, no button is marked as selected:%s", text)
	}
}

// In a race each player has a field, and sees the ghost of the other player and the standings.
func TestRace(t *testing.T) {
	_, ann, bob := startMatch(t, lobby.Race)
	ann.checkScreen(partyScreen)
	bob.checkScreen(partyScreen)
	if text := bob.text(); !strings.Contains(text, "ann starts the match") ||
		!strings.Contains(text, "ssh -t HOST join") {
		t.Errorf("bob's screen does not show the party:%s", text)
	}
	ann.moveTo("Level")
	ann.press("right")
	ann.choose("begin")
	bob.now = ann.now
	advanceTogether(lobby.Countdown+2*time.Second, ann, bob)
	ann.checkScreen(matchScreen)
	bob.checkScreen(matchScreen)
	a, b := ann.session.game, bob.session.game
	if a.field == b.field || a.match.FirstLevel != 1 {
		t.Errorf("ann has field %d, bob has field %d, and the first level is %d; want different fields, and level 1",
			a.field, b.field, a.match.FirstLevel)
	}
	if text := ann.text(); !strings.Contains(text, "1 you") || !strings.Contains(text, "2 bob") ||
		!strings.Contains(text, "bricks") {
		t.Errorf("ann's screen does not show the standings:%s", text)
	}
	if g := ann.session.game; g.ghostSeat != bob.session.game.seat || !g.ghost.isCurrent() {
		t.Errorf("the ghost belongs to seat %d, want bob's seat %d", g.ghostSeat, bob.session.game.seat)
	}
}

// A wide screen shows the games of the other players next to the player's own game, without a ghost. A narrow screen
// shows the ghost.
func TestRacesSideBySide(t *testing.T) {
	_, ann, bob := startMatch(t, lobby.Race)
	ann.choose("begin")
	bob.now = ann.now
	advanceTogether(lobby.Countdown+2*time.Second, ann, bob)
	ann.session.ui.Resize(160, 24, ann.now)
	advanceTogether(time.Second, ann, bob)
	if n := ann.session.paneCount(); n != 2 {
		t.Fatalf("paneCount() = %d, want 2", n)
	}

	g := ann.session.game
	if p := &g.panes[0]; p.seat != bob.session.game.seat ||
		p.playback.Game.Hash() != bob.session.game.own.playback.Game.Hash() {
		t.Errorf("the pane shows seat %d, or an old state; want bob's current game", p.seat)
	}
	lines := strings.Split(strings.Trim(ann.text(), "\n"), "\n")
	last := []rune(lines[len(lines)-1])
	if len(last) < 81 || !strings.Contains(string(last[:80]), "1 you") ||
		!strings.Contains(string(last[80:]), "2 bob") {
		t.Errorf("the standings are not below their games:%s", ann.text())
	}

	// In a high window, the standings are directly below the fields.
	ann.session.ui.Resize(160, 45, ann.now)
	rows := strings.Split(ann.text(), "\n")
	find := func(text string) int {
		return slices.IndexFunc(rows, func(line string) bool { return strings.Contains(line, text) })
	}
	if wall, names := find("▔▔"), find("2 bob"); names < 0 || names-wall > 32 ||
		!strings.Contains(rows[names], "1 you") {
		t.Errorf("the standings are %d rows below the upper wall, want at most 32:%s", names-wall, ann.text())
	}

	walls := regexp.MustCompile("▔+").FindAllString(ann.text(), -1)
	if len(walls) != 2 || walls[0] != walls[1] {
		t.Errorf("the fields on ann's screen have different sizes:%s", ann.text())
	}

	ann.session.ui.Resize(159, 24, ann.now)
	advanceTogether(time.Second, ann, bob)
	if ann.session.paneCount() != 1 || len(g.panes) != 0 || !g.ghost.isCurrent() {
		t.Error("a narrow screen shows two games, or no ghost")
	}
}

// While the result of a race is shown, it is updated with the standings of players who are still racing.
func TestRaceResultIsUpdated(t *testing.T) {
	_, ann, bob := startMatch(t, lobby.Race)
	ann.choose("begin")
	bob.now = ann.now
	bob.press("esc")
	bob.choose("Leave the match")
	bob.now = max(ann.now, bob.now)
	ann.now = bob.now
	advanceTogether(lobby.Countdown, ann, bob)

	if text := ann.text(); !strings.Contains(text, "bob (bot) ") {
		t.Errorf("ann's screen does not show that bob is away:%s", text)
	}

	for range 100 { // ann serves and does not move; a bot plays for bob
		advanceTogether(500*time.Millisecond, ann, bob)
		ann.session.ui.Key(ann.now, keystrokes["space"])
		if ann.session.ui.ID() == resultScreen {
			break
		}
	}
	ann.checkScreen(resultScreen)
	if screen := ann.text(); !strings.Contains(screen, "bot playing") {
		t.Fatalf("ann's result does not show that a bot plays for bob:%s", screen)
	}
	advanceTogether(10*time.Second, ann, bob)
	i := slices.IndexFunc(ann.session.game.standings,
		func(st lobby.Standing) bool { return st.Seat != ann.session.game.seat })
	left := ann.session.game.standings[i].Bricks
	if screen := ann.text(); !strings.Contains(screen, text.NumberOf(left, "brick")+", bot playing") {
		t.Errorf("the bot that plays for bob has %d bricks left, but ann's screen is:%s", left, screen)
	}
	for range 600 {
		if advanceTogether(time.Second, ann, bob); !ann.session.game.running {
			break
		}
	}
	if text := ann.text(); !strings.Contains(text, "Y O U   W I N") || !strings.Contains(text, ", a bot helped") ||
		!strings.Contains(text, "2 bob (bot) ") {
		t.Errorf("ann's result does not show the standings at the end:%s", text)
	}
}

// startRaceOfThree starts a race of three players.
func startRaceOfThree(t *testing.T) (ann, bob, cat *visitor) {
	t.Helper()
	h, ann, bob := startMatch(t, lobby.Race)
	cat = connect(t, h, "cat")
	cat.enterLobby()
	cat.choose("party 3")
	ann.now = max(ann.now, cat.now)
	ann.choose("begin")
	bob.now, cat.now = ann.now, ann.now
	return ann, bob, cat
}

// A player who has finished a race can watch the other players. The result appears when all have finished.
func TestWatchOthersAfterRace(t *testing.T) {
	if testing.Short() { // plays whole matches in one goroutine
		return
	}

	ann, bob, cat := startRaceOfThree(t)
	for _, v := range []*visitor{bob, cat} { // bots play for them
		v.session.leaveMatch(v.now)
	}
	for range 100 { // ann serves and does not move
		advanceTogether(500*time.Millisecond, ann)
		ann.session.ui.Key(ann.now, keystrokes["space"])
		if ann.session.ui.ID() == resultScreen {
			break
		}
	}
	ann.checkScreen(resultScreen)
	ann.wait(time.Second)
	ann.press("enter")
	ann.checkScreen(othersScreen)
	ann.wait(2 * time.Second)

	first := ann.session.game.watched.seat
	if text := ann.text(); first == ann.session.game.seat || !ann.session.game.watched.isCurrent() ||
		!strings.Contains(text, ann.session.nameOf(first)+" (bot)  ") || !strings.Contains(text, "← → another") {
		t.Errorf("ann watches seat %d, want another player's current game:%s", first, text)
	}
	tick := ann.session.game.watched.playback.Game.Tick
	ann.wait(time.Second)
	if n := ann.session.game.watched.playback.Game.Tick - tick; n < 200 {
		t.Errorf("the watched game advances %d ticks in a second, want at least 200", n)
	}

	ann.press("right")
	second := ann.session.game.watched.seat
	ann.press("right")
	if third := ann.session.game.watched.seat; second == first || second == ann.session.game.seat || third != first {
		t.Errorf("ann watches the seats %d, %d, %d; want two other players in turn", first, second, third)
	}

	pressMouse := func(b tcell.ButtonMask) {
		for _, buttons := range []tcell.ButtonMask{0, b, 0} {
			ann.wait(time.Millisecond)
			ann.session.ui.Mouse(ann.now, input.MouseReport{Col: 40, Row: 12, Buttons: buttons})
		}
	}
	if pressMouse(tcell.ButtonPrimary); ann.session.game.watched.seat != second {
		t.Errorf("after a click, ann watches seat %d, want the next player, %d", ann.session.game.watched.seat, second)
	}
	pressMouse(tcell.ButtonSecondary)
	ann.checkScreen(resultScreen)
	ann.wait(time.Second)
	ann.press("enter")
	ann.checkScreen(othersScreen)

	ann.press("esc")
	ann.checkScreen(resultScreen)
	ann.wait(time.Second)
	ann.press("enter")
	ann.checkScreen(othersScreen)
	for range 600 {
		if ann.wait(time.Second); ann.session.ui.ID() == resultScreen {
			break
		}
	}
	if ann.checkScreen(resultScreen); ann.session.game.running || !strings.Contains(ann.text(), "Rematch") {
		t.Errorf("after all have finished, ann's result offers no rematch:%s", ann.text())
	}
}

// The result of a co-op match names the players who were replaced by a bot.
func TestResultNamesHelpedPlayers(t *testing.T) {
	if testing.Short() { // plays whole matches in one goroutine
		return
	}

	_, ann, bob := startMatch(t, lobby.Coop)
	bob.press("esc")
	bob.choose("Leave the match")
	ann.now = bob.now
	advanceTogether(lobby.Countdown+time.Second, ann, bob)
	bob.session.ui.Menu.Selected = 0
	bob.press("enter")
	bob.checkScreen(matchScreen)
	ann.now = bob.now
	for range 600 {
		if advanceTogether(time.Second, ann, bob); ann.session.ui.ID() == resultScreen {
			break
		}
	}
	ann.checkScreen(resultScreen)
	if text := ann.text(); !strings.Contains(text, "A bot played for bob for a while.") ||
		strings.Contains(text, "A bot played for ann") {
		t.Errorf("the result does not name bob alone:%s", text)
	}
}

// If a window becomes narrow just before the result of a race of three, it shows the player's own game.
func TestNarrowWindowAtEndOfRace(t *testing.T) {
	ann, bob, cat := startRaceOfThree(t)
	ann.session.ui.Resize(240, 24, ann.now)
	advanceTogether(lobby.Countdown+time.Second, ann, bob, cat)
	if n := ann.session.paneCount(); n != 3 {
		t.Fatalf("paneCount() = %d, want 3", n)
	}
	ann.session.game.resultTime = ann.now + resultDelay
	ann.session.ui.Resize(80, 24, ann.now)
	if text := ann.text(); !strings.Contains(text, " you ") {
		t.Errorf("ann's screen does not show ann's game:%s", text)
	}
}

// A player who races alone and clears the level has not lost.
func TestSoloRace(t *testing.T) {
	h := newTestLobby()
	ann := connect(t, h, "ann")
	ann.enterLobby()
	for ann.session.choice.Kind != lobby.Race {
		ann.press("right")
	}
	ann.press("enter")
	ann.choose("begin")
	ann.checkScreen(matchScreen)
	ann.session.game.standings[0].Cleared = true
	ann.session.game.running = false
	if title := ann.session.resultTitle(); title != "CLEARED" {
		t.Errorf("the result is %q, want CLEARED", title)
	}
}

// A new party leader changes the party's choice, not the leader's own earlier choice.
func TestNewLeaderChangesChoice(t *testing.T) {
	h, ann, bob := startMatch(t, lobby.Race)
	cat := connect(t, h, "cat")
	cat.enterLobby()
	cat.choose("party 3")
	cat.checkScreen(partyScreen)
	bob.session.choice = lobby.Choice{} // as if bob had joined by a code
	ann.press("esc")
	bob.now = ann.now
	bob.wait(time.Second)

	choice := func() lobby.Choice {
		p, _ := bob.session.setup.Member.Party()
		return p.Choice
	}
	bob.moveTo("Difficulty")
	before := choice()
	bob.press("right")
	if c := choice(); c.Kind != lobby.Race || c.Difficulty == before.Difficulty {
		t.Errorf("the choice has changed from %+v to %+v, want a race with another difficulty", before, c)
	}

	dan := connect(t, h, "dan")
	dan.session.Join(partyCode(bob), dan.now)
	bob.wait(time.Second)
	bob.moveTo("Game")
	bob.press("right right")
	if c := choice(); c.Kind != lobby.Race {
		t.Errorf("for three players, the kind after the time race is %s, want Race", lobby.MatchKinds[c.Kind].Title)
	}
}

// partyCode returns the code of a visitor's party.
func partyCode(v *visitor) string {
	p, _ := v.session.setup.Member.Party()
	return p.Code
}

// An invitation code can be pasted, alone or as part of an invitation. Extra characters are ignored.
func TestPasteCode(t *testing.T) {
	h := newTestLobby()
	ann := connect(t, h, "ann")
	ann.enterLobby()
	for ann.session.choice.Kind != lobby.Race {
		ann.moveTo("find")
		ann.press("right")
	}
	ann.choose("invite")
	code := partyCode(ann)

	for text, want := range map[string]string{
		code:                              "",
		ann.session.joinCommand(code):     "",
		"join " + code + ", please":       "",
		"“" + strings.ToLower(code) + "”": "",
		code + code:                       "", // the rest does not count as a second attempt
		code[:3]:                          code[:3],
		"AEIOU":                           "",
	} {
		bob := connect(t, h, "bob")
		bob.enterLobby()
		bob.session.ui.Paste(bob.now, code)
		bob.checkScreen(lobbyScreen) // it has no text field
		bob.choose("code")
		bob.session.ui.Paste(bob.now, text)
		if bob.session.code.Text != want {
			t.Errorf("after pasting %q, the text field contains %q, want %q", text, bob.session.code.Text, want)
		}
		joined := bob.session.ui.ID() != codeScreen
		if want := strings.Contains(strings.ToUpper(text), code); joined != want {
			t.Errorf("after pasting %q, bob has joined a party: %v; the screen is:%s", text, joined, bob.text())
		}
		if text == "AEIOU" && !strings.Contains(bob.text(), lobby.CodeLetters) {
			t.Errorf("bob's screen does not explain codes:%s", bob.text())
		}
		bob.session.setup.Member.Leave(bob.now)
	}
}

// An invitation code can be entered with left, right and fire, or typed.
func TestEnterCode(t *testing.T) {
	h := newTestLobby()
	ann, bob, cat := connect(t, h, "ann"), connect(t, h, "bob"), connect(t, h, "cat")
	ann.enterLobby()
	for ann.session.choice.Kind != lobby.Race {
		ann.moveTo("find")
		ann.press("right")
	}
	ann.choose("invite")
	ann.checkScreen(partyScreen)
	p, _ := ann.session.setup.Member.Party()

	bob.enterLobby()
	bob.choose("code")
	bob.press("d d d d d")
	bob.checkScreen(codeScreen)
	if text := bob.text(); !strings.Contains(text, errorSentence(lobby.ErrWrongCode)) {
		t.Errorf("bob's screen shows no error:%s", text)
	}
	bob.press("a") // steers in a game, and is not a letter of codes
	if text := bob.text(); !bob.wheelShows("Skip") || bob.session.code.Text != "" ||
		!strings.Contains(text, lobby.CodeLetters) {
		t.Errorf("a letter that codes cannot contain was accepted, or is not explained:%s", text)
	}
	for _, letter := range p.Code {
		for !bob.wheelShows("Add " + string(letter)) {
			bob.press("right")
		}
		bob.press("space")
	}
	bob.checkScreen(partyScreen)
	cat.session.Join(strings.ToLower(p.Code), cat.now)
	cat.checkScreen(partyScreen)
	if p, _ = ann.session.setup.Member.Party(); len(p.Seats) != 3 {
		t.Errorf("the party has %d seats, want 3", len(p.Seats))
	}
	cat.press("esc")
	cat.checkScreen(lobbyScreen)
	if p, _ = ann.session.setup.Member.Party(); len(p.Seats) != 2 {
		t.Errorf("after cat has left, the party has %d seats, want 2", len(p.Seats))
	}
}

// The repeats of a held key do not cause additional frames.
func TestHeldKeysCauseNoFrames(t *testing.T) {
	_, ann, bob := startMatch(t, lobby.Arkanong)
	advanceTogether(lobby.Countdown+time.Second, ann, bob)
	frames, pressed := 0, time.Duration(0)
	hold := func(d time.Duration) {
		for end := ann.now + d; ann.now < end; {
			if at := ann.now / (35 * time.Millisecond); at != pressed {
				pressed = at
				ann.session.Advance(ann.now)
				ann.session.ui.Key(ann.now, keystrokes["left"])
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
	if limit := ann.session.ui.Schedule.FPS + 2; frames > limit {
		t.Errorf("while a key is held, %d frames are drawn in a second, want at most %d", frames, limit)
	}
}

// A frame of a match allocates almost nothing, except for the growing recordings. This applies to a single game, and to
// two games of a race next to each other.
func TestMatchFrameAllocations(t *testing.T) {
	if testing.Short() { // needs only one goroutine
		return
	}

	for _, kind := range []lobby.MatchKind{lobby.Arkanong, lobby.Race} {
		_, ann, bob := startMatch(t, kind)
		if kind == lobby.Race {
			ann.choose("begin")
			bob.now = ann.now
			ann.session.ui.Resize(160, 24, ann.now)
		}
		advanceTogether(lobby.Countdown+10*time.Second, ann, bob)
		ann.checkScreen(matchScreen)
		now := ann.now
		if n := testing.AllocsPerRun(100, func() {
			now += 16 * time.Millisecond
			ann.session.Advance(now)
			ann.session.Draw(now)
		}); n > 4 && !testing.Short() {
			t.Errorf("%s: a frame makes %v allocations, want at most 4", lobby.MatchKinds[kind].Title, n)
		}
	}
}
