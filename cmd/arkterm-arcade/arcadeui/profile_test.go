package arcadeui

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/cmd/arkterm-arcade/lobby"
	"arkterm/cmd/arkterm/progress"
	"arkterm/cmd/arkterm/replay"
	"arkterm/engine"
	"arkterm/levels"
	"arkterm/render/text"
)

// A fakeAccount queues all requests until the test calls answerRequests.
type fakeAccount struct {
	player    leaderboard.Player
	keys      []leaderboard.Key
	takenName string // name of another player
	deleted   bool
	failing   bool                      // requests for leaderboards fail
	queued    []func(now time.Duration) // functions that answer the queued requests
	replay    *replay.Replay
}

func (f *fakeAccount) enqueue(do func(now time.Duration)) { f.queued = append(f.queued, do) }

func (f *fakeAccount) Player() leaderboard.Player { return f.player }

func (f *fakeAccount) Rename(n leaderboard.Name, done func(time.Duration, error)) {
	f.enqueue(func(now time.Duration) {
		if n.String() == f.takenName {
			done(now, leaderboard.ErrNameTaken)
			return
		}
		f.player.Name, f.player.NameChosen = n, true
		done(now, nil)
	})
}

func (f *fakeAccount) SetHidden(hidden bool, done func(time.Duration, error)) {
	f.enqueue(func(now time.Duration) {
		f.player.Hidden = hidden
		done(now, nil)
	})
}

func (f *fakeAccount) Link(done func(time.Duration, leaderboard.Code, error)) {
	f.enqueue(func(now time.Duration) { done(now, leaderboard.ParseCode("aaaaabbbbb"), nil) })
}

func (f *fakeAccount) Keys(done func(time.Duration, []leaderboard.Key, int, error)) {
	f.enqueue(func(now time.Duration) { done(now, slices.Clone(f.keys), 0, nil) })
}

func (f *fakeAccount) RemoveKey(k leaderboard.Key, done func(time.Duration, error)) {
	f.enqueue(func(now time.Duration) {
		f.keys = slices.DeleteFunc(f.keys, func(o leaderboard.Key) bool { return o == k })
		done(now, nil)
	})
}

func (f *fakeAccount) Delete(done func(time.Duration, error)) { f.deleted = true }

func (f *fakeAccount) Tables(source leaderboard.Source, done func(time.Duration, []progress.Table, error)) {
	f.enqueue(func(now time.Duration) {
		if source == leaderboard.Submitted {
			done(now, nil, nil)
			return
		}
		if f.failing {
			done(now, nil, errors.New("the server cannot do that"))
			return
		}
		done(now, []progress.Table{
			{Mode: "campaign", Difficulty: "easy", DropPercent: 15, FirstLevel: 1},
			{Mode: "campaign", Difficulty: "hard", DropPercent: 15, FirstLevel: 1},
		}, nil)
	})
}

func (f *fakeAccount) Entries(b leaderboard.Board, done func(time.Duration, []leaderboard.Entry, error)) {
	f.enqueue(func(now time.Duration) {
		if f.failing {
			done(now, nil, errors.New("the server cannot do that"))
			return
		}
		if b.Difficulty == "easy" {
			done(now, nil, nil)
			return
		}
		done(now, []leaderboard.Entry{bobsGame}, nil)
	})
}

func (f *fakeAccount) Replay(id int64, done func(time.Duration, leaderboard.Entry, *replay.Replay, error)) {
	f.enqueue(func(now time.Duration) {
		if id != bobsGame.ID {
			done(now, leaderboard.Entry{}, nil, leaderboard.ErrNoGame)
			return
		}
		done(now, bobsGame, f.replay, nil)
	})
}

// bobsGame is the only entry of the leaderboards of a fakeAccount.
var bobsGame = leaderboard.Entry{ID: 7, Place: 1, Name: leaderboard.StoredName("bob"), Score: 4321, LastLevel: 3}

// answerRequests answers all queued requests, and the requests that the answers cause.
func (v *visitor) answerRequests(f *fakeAccount) {
	for len(f.queued) > 0 {
		next := f.queued[0]
		f.queued = f.queued[1:]
		next(v.now)
	}
}

// connectPlayer connects a player without a chosen name.
func connectPlayer(t *testing.T, h *lobby.Lobby) (*visitor, *fakeAccount) {
	f := &fakeAccount{player: leaderboard.Player{Name: leaderboard.StoredName("sly-fox")}, takenName: "bob"}
	v := connect(t, h, "sly-fox")
	v.session.setup.Account, v.session.setup.Boards = f, f
	return v, f
}

// enterArcade presses the arcade's button on the title screen.
func (v *visitor) enterArcade() {
	v.Helper()
	v.choose(text.Arcade.Button)
}

// A name can be pasted. Characters that names cannot contain are left out, and long names are cut.
func TestPasteName(t *testing.T) {
	v, f := connectPlayer(t, newTestLobby())
	v.enterArcade()
	v.checkScreen(playerNameScreen)
	v.session.ui.Paste(v.now, "bo\u202e, the brick-breaker")
	if text := v.text(); !strings.Contains(text, "bothebrick-b") {
		t.Errorf("the pasted name is not shown, without invalid characters:%s", text)
	}
	v.press("enter")
	v.answerRequests(f)
	if v.checkScreen(lobbyScreen); f.player.Name.String() != "bothebrick-b" {
		t.Errorf("the player has the name %s, want bothebrick-b", f.player.Name)
	}
}

// A player without a chosen name is prompted for a name before the first visit to the lobby. An error explains why a
// name is not available.
func TestChooseName(t *testing.T) {
	h := newTestLobby()
	v, f := connectPlayer(t, h)
	v.enterArcade()
	v.checkScreen(playerNameScreen)
	v.press("b o q enter") // q is a letter here
	v.answerRequests(f)
	if v.checkScreen(lobbyScreen); f.player.Name.String() != "boq" || !strings.Contains(v.text(), "boq") {
		t.Errorf("the player has the name %s, want boq:%s", f.player.Name, v.text())
	}
	if members := v.session.setup.Member.Members(); members[0].Name != "boq" {
		t.Errorf("the lobby has the members %+v, want the name boq", members)
	}

	v.session.ui.Enter(playerNameScreen, v.now)
	for range leaderboard.MaxNameColumns {
		v.press("backspace")
	}
	v.press("b o b enter")
	v.answerRequests(f)
	if v.checkScreen(playerNameScreen); !strings.Contains(v.text(), "This name or a similar one is taken") {
		t.Errorf("the screen does not explain that the name is taken:%s", v.text())
	}
	for !v.wheelShows("Add c") {
		v.press("right")
	}
	v.press("space")
	for !v.wheelShows("Done") {
		v.press("left")
	}
	v.press("space") // types bobc
	v.answerRequests(f)
	if f.player.Name.String() != "bobc" {
		t.Errorf("the player has the name %s, want bobc", f.player.Name)
	}
}

func TestSkipNamePrompt(t *testing.T) {
	h := newTestLobby()
	for _, keys := range []string{"enter", "esc", "x esc"} { // the first button submits the typed name, which is empty
		v, f := connectPlayer(t, h)
		v.enterArcade()
		if !strings.Contains(v.text(), "You are playing as sly-fox. Esc keeps this name.") {
			t.Errorf("the screen does not prompt for a name:%s", v.text())
		}
		v.press(keys)
		v.checkScreen(lobbyScreen)
		v.answerRequests(f)
		if !f.player.NameChosen || f.player.Name.String() != "sly-fox" {
			t.Errorf("after %s, the default name is not marked as chosen: %+v", keys, f.player)
		}
		v.press("esc")
		v.enterArcade()
		v.checkScreen(lobbyScreen)
	}
}

// The keys of a player are listed. All keys except the one in use can be removed.
func TestKeyList(t *testing.T) {
	h := newTestLobby()
	v, f := connectPlayer(t, h)
	f.player.NameChosen = true
	f.keys = []leaderboard.Key{
		{Hash: strings.Repeat("a1", 32), Added: time.Unix(0, 0), LastUsed: time.Unix(86400, 0)},
		{Hash: strings.Repeat("b2", 32), Added: time.Unix(0, 0), LastUsed: time.Unix(0, 0)},
	}
	v.enterArcade()
	v.session.ui.Enter(profileScreen, v.now)
	v.choose("Manage keys")
	v.checkScreen(sshKeysScreen)
	v.answerRequests(f)
	if text := v.text(); !strings.Contains(text, "SHA256:oaGhoaGhoaGh… used 1970-01-02, now") ||
		!strings.Contains(text, "SHA256:srKysrKysrKy… used 1970-01-01") {
		t.Errorf("the list does not contain both keys:%s", text)
	}
	v.choose("SHA256:oa")
	if v.checkScreen(sshKeyScreen); !strings.Contains(v.text(), f.keys[0].Fingerprint()) ||
		!strings.Contains(v.text(), "You are using this key") || strings.Contains(v.text(), "Remove key") {
		t.Errorf("the screen of the key in use offers to remove the key, or does not explain it:%s", v.text())
	}
	v.press("enter")
	v.checkScreen(sshKeysScreen)
	v.answerRequests(f)
	v.choose("SHA256:sr")
	v.checkScreen(sshKeyScreen)
	v.choose("Remove key")
	v.answerRequests(f)
	if v.checkScreen(sshKeysScreen); len(f.keys) != 1 || strings.Contains(v.text(), "srKy") {
		t.Errorf("the key is still listed after its removal:%s", v.text())
	}
}

// The profile hides games, shows a code, and deletes the player after two confirmations.
func TestProfile(t *testing.T) {
	h := newTestLobby()
	v, f := connectPlayer(t, h)
	f.player.NameChosen = true
	v.enterArcade()
	v.choose("You")
	v.checkScreen(profileScreen)
	v.choose("Hidden")
	v.answerRequests(f)
	if !f.player.Hidden || !strings.Contains(v.text(), "Your games are hidden") {
		t.Errorf("the profile does not show that games are hidden:%s", v.text())
	}
	v.press("esc esc")
	v.choose("Play")
	v.press("space")
	if v.wait(time.Second); v.session.published.stream != nil {
		t.Error("a hidden game was published")
	}
	v.session.setup.Member.SetHidden(false)
	if v.wait(time.Second); v.session.published.stream == nil {
		t.Error("a game that is no longer hidden was not published")
	}
	v.session.ui.Enter(profileScreen, v.now)
	v.choose("Add another SSH key")
	v.answerRequests(f)
	if !strings.Contains(v.text(), "claim aaaaa-bbbbb") {
		t.Errorf("the profile does not show the code:%s", v.text())
	}
	v.choose("Delete my player")
	v.checkScreen(deleteScreen)
	v.choose("Delete my player")
	if f.deleted || !strings.Contains(v.text(), "Are you sure?") {
		t.Fatalf("after one confirmation, the player is deleted, or there is no second question:%s", v.text())
	}
	v.press("enter")
	v.checkScreen(profileScreen) // the first button cancels
	v.choose("Delete my player", "Delete my player", "Yes, delete")
	if !f.deleted {
		t.Errorf("after two confirmations, the player is not deleted:%s", v.text())
	}
}

// The games of a leaderboard can be watched, taken over and raced. Each returns to the leaderboard.
func TestLeaderboards(t *testing.T) {
	h := newTestLobby()
	v, f := connectPlayer(t, h)
	f.player.NameChosen = true
	pack := levels.Shipped()
	c := engine.Config{Levels: pack.Levels}
	c.Seed, c.Difficulty, c.Drops = 7, engine.DefaultDifficulty, 15
	rec := replay.NewRecording("test", c, pack)
	g, err := engine.New(c)
	if err != nil {
		t.Fatal(err)
	}
	for range 1000 {
		in := engine.Input{engine.Idle, engine.Idle}
		g.Step(in)
		rec.Add(in)
	}
	rec.Close(g)
	f.replay = &replay.Replay{Name: "bob", Recording: rec, Pack: pack, WorkLimit: replay.MaxWork}

	v.enterArcade()
	v.choose("Leaderboards")
	v.checkScreen(boardsScreen)
	v.answerRequests(f)
	if !strings.Contains(v.text(), "No entries yet") {
		t.Errorf("the screen does not show that the leaderboard is empty:%s", v.text())
	}
	v.press("right")
	v.answerRequests(f)
	if text := v.text(); !strings.Contains(text, "hard") || !strings.Contains(text,
		" 1 bob              4,321  level 3") {
		t.Errorf("the leaderboard does not contain bob's game:%s", text)
	}

	// Select the leaderboards of submitted games, of matches, and of solo games again.
	v.moveTo("Where")
	v.press("right")
	v.answerRequests(f)
	if !strings.Contains(v.text(), "played elsewhere") {
		t.Errorf("the leaderboard of submitted games is not shown:%s", v.text())
	}
	v.press("right")
	v.answerRequests(f)
	if !strings.Contains(v.text(), "played together") {
		t.Errorf("the leaderboard of matches is not shown:%s", v.text())
	}
	v.press("right")
	v.answerRequests(f)
	v.moveTo("Board")
	v.press("right")
	v.answerRequests(f)

	// Watch bob's game, race it, and take it over.
	v.choose(bobsGame.ShortRow())
	v.checkScreen(recordScreen)
	v.press("enter")
	v.answerRequests(f)
	if v.checkGameScreen(); !strings.Contains(v.text(), "t play") {
		t.Errorf("bob's game is not played back:%s", v.text())
	}
	v.press("q")
	v.checkScreen(recordScreen)
	v.choose("Race")
	v.answerRequests(f)
	v.checkGameScreen()
	if r, _, _ := v.session.app.GameInProgress(); r == nil || r.Seed != 7 {
		t.Errorf("bob's game is not raced:%s", v.text())
	}
	v.press("esc")
	v.choose("Quit to menu", "Quit to menu")
	v.checkScreen(recordScreen)
	v.press("enter")
	v.answerRequests(f)
	v.press("t")
	if v.checkGameScreen(); strings.Contains(v.text(), "t play") {
		t.Errorf("bob's game is not taken over:%s", v.text())
	}
	v.press("esc")
	v.choose("Quit to menu", "Quit to menu")
	v.checkScreen(recordScreen)
	v.press("esc esc esc")
	v.checkGameScreen()
	v.enterArcade()
	v.checkScreen(lobbyScreen)
	v.session.ui.Enter(recordScreen, v.now)

	v.session.showGame(7, v.now) // as with the command replay
	v.checkScreen(recordScreen)
	if text := v.text(); !strings.Contains(text, "Game 7") || strings.Contains(text, "Race") {
		t.Errorf("while the game is requested, the screen does not show only its number:%s", text)
	}
	v.answerRequests(f)
	v.checkGameScreen()
	v.press("q")
	if v.checkScreen(recordScreen); !strings.Contains(v.text(), "bob, 4,321 points") {
		t.Errorf("after the game, its screen is not shown:%s", v.text())
	}
	v.session.showGame(8, v.now)
	v.answerRequests(f)
	if v.checkScreen(recordScreen); !strings.Contains(v.text(), "This game does not exist") {
		t.Errorf("the screen does not explain that the game does not exist:%s", v.text())
	}
	v.press("enter")
	v.checkScreen(boardsScreen)
}

// Leaderboards that cannot be read do not appear as empty, and can be requested again.
func TestUnreadableLeaderboards(t *testing.T) {
	v, f := connectPlayer(t, newTestLobby())
	f.player.NameChosen, f.failing = true, true
	v.enterArcade()
	v.choose("Leaderboards")
	v.checkScreen(boardsScreen)
	if text := v.text(); strings.Contains(text, "no games yet") || strings.Contains(text, "No entries yet") {
		t.Errorf("while the leaderboards are requested, they appear as empty:%s", text)
	}
	v.answerRequests(f)
	const errorText = "The server cannot do that."
	if text := v.text(); strings.Contains(text, "no games yet") || strings.Contains(text, "No entries yet") ||
		!strings.Contains(text, errorText) {
		t.Errorf("after an error, the leaderboards appear as empty, or the error is not shown:%s", text)
	}
	f.failing = false
	v.choose("Try again")
	v.answerRequests(f)
	if text := v.text(); !strings.Contains(text, "easy") || strings.Contains(text, errorText) {
		t.Errorf("after a second request, the leaderboards are not shown:%s", text)
	}
	f.failing = true
	v.moveTo("Board")
	v.press("right")
	v.answerRequests(f)
	if text := v.text(); !strings.Contains(text, "hard") || strings.Contains(text, "No entries yet") ||
		!strings.Contains(text, errorText) {
		t.Errorf("after an error, a leaderboard appears as empty, or the error is not shown:%s", text)
	}
}
