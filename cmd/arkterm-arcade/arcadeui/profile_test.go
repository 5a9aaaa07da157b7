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

// A fakeAccount answers when the test calls answer.
type fakeAccount struct {
	player  leaderboard.Player
	keys    []leaderboard.Key
	taken   string // name of another player
	deleted bool
	broken  bool // leaderboards cannot be read
	answers []func(now time.Duration)
	replay  *replay.Replay
}

func (f *fakeAccount) later(do func(now time.Duration)) { f.answers = append(f.answers, do) }

func (f *fakeAccount) Player() leaderboard.Player { return f.player }

func (f *fakeAccount) Rename(n leaderboard.Name, done func(time.Duration, error)) {
	f.later(func(now time.Duration) {
		if n.String() == f.taken {
			done(now, leaderboard.ErrNameTaken)
			return
		}
		f.player.Name, f.player.Chosen = n, true
		done(now, nil)
	})
}

func (f *fakeAccount) Hide(hidden bool, done func(time.Duration, error)) {
	f.later(func(now time.Duration) {
		f.player.Hidden = hidden
		done(now, nil)
	})
}

func (f *fakeAccount) Link(done func(time.Duration, leaderboard.Code, error)) {
	f.later(func(now time.Duration) { done(now, leaderboard.ParseCode("aaaaabbbbb"), nil) })
}

func (f *fakeAccount) Keys(done func(time.Duration, []leaderboard.Key, int, error)) {
	f.later(func(now time.Duration) { done(now, slices.Clone(f.keys), 0, nil) })
}

func (f *fakeAccount) RemoveKey(k leaderboard.Key, done func(time.Duration, error)) {
	f.later(func(now time.Duration) {
		f.keys = slices.DeleteFunc(f.keys, func(o leaderboard.Key) bool { return o == k })
		done(now, nil)
	})
}

func (f *fakeAccount) Delete(done func(time.Duration, error)) { f.deleted = true }

func (f *fakeAccount) Tables(of leaderboard.Source, done func(time.Duration, []progress.Table, error)) {
	f.later(func(now time.Duration) {
		if of == leaderboard.Submitted {
			done(now, nil, nil)
			return
		}
		if f.broken {
			done(now, nil, errors.New("the server cannot do that"))
			return
		}
		done(now, []progress.Table{
			{Mode: "campaign", Difficulty: "easy", Drops: 15, First: 1},
			{Mode: "campaign", Difficulty: "hard", Drops: 15, First: 1},
		}, nil)
	})
}

func (f *fakeAccount) Lines(b leaderboard.Board, done func(time.Duration, []leaderboard.Entry, error)) {
	f.later(func(now time.Duration) {
		if f.broken {
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
	f.later(func(now time.Duration) {
		if id != bobsGame.ID {
			done(now, leaderboard.Entry{}, nil, leaderboard.ErrNoGame)
			return
		}
		done(now, bobsGame, f.replay, nil)
	})
}

// bobsGame is an entry of a leaderboard.
var bobsGame = leaderboard.Entry{ID: 7, Place: 1, Name: leaderboard.StoredName("bob"), Score: 4321, Last: 3}

// answer answers all requests, including those that the answers cause.
func (v *visitor) answer(f *fakeAccount) {
	for len(f.answers) > 0 {
		next := f.answers[0]
		f.answers = f.answers[1:]
		next(v.now)
	}
}

// comePlayer connects a player without a chosen name.
func comePlayer(t *testing.T, h *lobby.Lobby) (*visitor, *fakeAccount) {
	f := &fakeAccount{player: leaderboard.Player{Name: leaderboard.StoredName("sly-fox")}, taken: "bob"}
	v := connect(t, h, "sly-fox")
	v.s.set.Account, v.s.set.Boards = f, f
	return v, f
}

// enterArcade presses the title's button.
func (v *visitor) enterArcade() {
	v.Helper()
	v.choose(text.Arcade.Button)
}

// A name can be pasted. Characters that names cannot contain are left out, and long names are cut.
func TestNamesArePasted(t *testing.T) {
	v, f := comePlayer(t, newTestLobby())
	v.enterArcade()
	v.on(playerNameScreen)
	v.s.ui.Paste(v.now, "bo\u202e, the brick-breaker")
	if text := v.text(); !strings.Contains(text, "bothebrick-b") {
		t.Errorf("pasted:%s", text)
	}
	v.press("enter")
	v.answer(f)
	if v.on(lobbyScreen); f.player.Name.String() != "bothebrick-b" {
		t.Errorf("called %s", f.player.Name)
	}
}

// A player without a chosen name is prompted for one before the lobby, once. An error explains why a name is not
// available.
func TestNamesAreChosen(t *testing.T) {
	h := newTestLobby()
	v, f := comePlayer(t, h)
	v.enterArcade()
	v.on(playerNameScreen)
	v.press("b o q enter") // q is a letter here
	v.answer(f)
	if v.on(lobbyScreen); f.player.Name.String() != "boq" || !strings.Contains(v.text(), "boq") {
		t.Errorf("playing as %s:%s", f.player.Name, v.text())
	}
	if people := v.s.set.Person.Members(); people[0].Name != "boq" {
		t.Errorf("names in the lobby: %+v", people)
	}

	v.s.ui.Enter(playerNameScreen, v.now)
	for range leaderboard.MaxNameColumns {
		v.press("backspace")
	}
	v.press("b o b enter")
	v.answer(f)
	if v.on(playerNameScreen); !strings.Contains(v.text(), "This name or a similar one is taken") {
		t.Errorf("a name that is taken:%s", v.text())
	}
	for !v.wheelShows("Add c") {
		v.press("right")
	}
	v.press("space")
	for !v.wheelShows("Done") {
		v.press("left")
	}
	v.press("space") // types bobc
	v.answer(f)
	if f.player.Name.String() != "bobc" {
		t.Errorf("name from the wheel: %s", f.player.Name)
	}
}

func TestTheNamePromptCanBeSkipped(t *testing.T) {
	h := newTestLobby()
	for _, keys := range []string{"enter", "esc", "x esc"} { // the first button submits the typed name, which is empty
		v, f := comePlayer(t, h)
		v.enterArcade()
		if !strings.Contains(v.text(), "You are playing as sly-fox. Esc keeps this name.") {
			t.Errorf("no prompt for the name:%s", v.text())
		}
		v.press(keys)
		v.on(lobbyScreen)
		v.answer(f)
		if !f.player.Chosen || f.player.Name.String() != "sly-fox" {
			t.Errorf("%s: a second prompt at the next visit: %+v", keys, f.player)
		}
		v.press("esc")
		v.enterArcade()
		v.on(lobbyScreen)
	}
}

// The keys of a player are listed. All keys except the one in use can be removed.
func TestTheKeysOfThePlayer(t *testing.T) {
	h := newTestLobby()
	v, f := comePlayer(t, h)
	f.player.Chosen = true
	f.keys = []leaderboard.Key{
		{Hash: strings.Repeat("a1", 32), Since: time.Unix(0, 0), Seen: time.Unix(86400, 0)},
		{Hash: strings.Repeat("b2", 32), Since: time.Unix(0, 0), Seen: time.Unix(0, 0)},
	}
	v.enterArcade()
	v.s.ui.Enter(profileScreen, v.now)
	v.choose("Manage keys")
	v.on(sshKeysScreen)
	v.answer(f)
	if text := v.text(); !strings.Contains(text, "SHA256:oaGhoaGhoaGh… used 1970-01-02, now") ||
		!strings.Contains(text, "SHA256:srKysrKysrKy… used 1970-01-01") {
		t.Errorf("keys:%s", text)
	}
	v.choose("SHA256:oa")
	if v.on(sshKeyScreen); !strings.Contains(v.text(), f.keys[0].Fingerprint()) ||
		!strings.Contains(v.text(), "You are using this key") || strings.Contains(v.text(), "Remove key") {
		t.Errorf("the key in use:%s", v.text())
	}
	v.press("enter")
	v.on(sshKeysScreen)
	v.answer(f)
	v.choose("SHA256:sr")
	v.on(sshKeyScreen)
	v.choose("Remove key")
	v.answer(f)
	if v.on(sshKeysScreen); len(f.keys) != 1 || strings.Contains(v.text(), "srKy") {
		t.Errorf("the key is still listed after its removal:%s", v.text())
	}
}

// The profile hides games, shows a code, and deletes the player after two confirmations.
func TestTheProfile(t *testing.T) {
	h := newTestLobby()
	v, f := comePlayer(t, h)
	f.player.Chosen = true
	v.enterArcade()
	v.choose("You")
	v.on(profileScreen)
	v.choose("Hidden")
	v.answer(f)
	if !f.player.Hidden || !strings.Contains(v.text(), "Your games are hidden") {
		t.Errorf("hidden:%s", v.text())
	}
	v.press("esc esc")
	v.choose("Play")
	v.press("space")
	if v.wait(time.Second); v.s.shown.feed != nil {
		t.Error("a hidden game can be watched")
	}
	v.s.set.Person.SetHidden(false)
	if v.wait(time.Second); v.s.shown.feed == nil {
		t.Error("a game that is no longer hidden cannot be watched")
	}
	v.s.ui.Enter(profileScreen, v.now)
	v.choose("Create a code")
	v.answer(f)
	if !strings.Contains(v.text(), "claim aaaaa-bbbbb") {
		t.Errorf("the code:%s", v.text())
	}
	v.choose("Delete my player")
	v.on(deleteScreen)
	v.choose("Delete my player")
	if f.deleted || !strings.Contains(v.text(), "Are you sure?") {
		t.Fatalf("after one confirmation:%s", v.text())
	}
	v.press("enter")
	v.on(profileScreen) // the first button cancels
	v.choose("Delete my player", "Delete my player", "Yes, delete")
	if !f.deleted {
		t.Errorf("after two confirmations:%s", v.text())
	}
}

// The games of a leaderboard can be watched, taken over and raced. Each returns to the leaderboard.
func TestLeaderboards(t *testing.T) {
	h := newTestLobby()
	v, f := comePlayer(t, h)
	f.player.Chosen = true
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
	v.on(boardsScreen)
	v.answer(f)
	if !strings.Contains(v.text(), "No entries yet") {
		t.Errorf("an empty leaderboard:%s", v.text())
	}
	v.press("right")
	v.answer(f)
	if text := v.text(); !strings.Contains(text, "hard") || !strings.Contains(text,
		" 1 bob              4,321  level 3") {
		t.Errorf("a leaderboard:%s", text)
	}
	v.moveTo("Where")
	v.press("right")
	v.answer(f)
	if !strings.Contains(v.text(), "played elsewhere") {
		t.Errorf("submitted:%s", v.text())
	}
	v.press("right")
	v.answer(f)
	if !strings.Contains(v.text(), "played together") {
		t.Errorf("matches:%s", v.text())
	}
	v.press("right")
	v.answer(f)
	v.moveTo("Board")
	v.press("right")
	v.answer(f)
	v.choose(bobsGame.ShortRow())
	v.on(recordScreen)
	v.press("enter")
	v.answer(f)
	if v.inside(); !strings.Contains(v.text(), "t play") {
		t.Errorf("watched:%s", v.text())
	}
	v.press("q")
	v.on(recordScreen)
	v.choose("Race")
	v.answer(f)
	v.inside()
	if r, _, _ := v.s.app.Playing(); r == nil || r.Seed != 7 {
		t.Errorf("raced:%s", v.text())
	}
	v.press("esc")
	v.choose("Quit to menu", "Quit to menu")
	v.on(recordScreen)
	v.press("enter")
	v.answer(f)
	v.press("t")
	if v.inside(); strings.Contains(v.text(), "t play") {
		t.Errorf("taken over:%s", v.text())
	}
	v.press("esc")
	v.choose("Quit to menu", "Quit to menu")
	v.on(recordScreen)
	v.press("esc esc esc")
	v.inside()
	v.enterArcade()
	v.on(lobbyScreen)
	v.s.ui.Enter(recordScreen, v.now)

	v.s.showGame(7, v.now) // by its number, as ssh HOST replay does
	v.on(recordScreen)
	if text := v.text(); !strings.Contains(text, "Game 7") || strings.Contains(text, "Race") {
		t.Errorf("before the answer:%s", text)
	}
	v.answer(f)
	v.inside()
	v.press("q")
	if v.on(recordScreen); !strings.Contains(v.text(), "bob, 4,321 points") {
		t.Errorf("after the game:%s", v.text())
	}
	v.s.showGame(8, v.now)
	v.answer(f)
	if v.on(recordScreen); !strings.Contains(v.text(), "This game does not exist") {
		t.Errorf("a game that does not exist:%s", v.text())
	}
	v.press("enter")
	v.on(boardsScreen)
}

// Leaderboards that cannot be read do not appear as empty, and can be requested again.
func TestUnreadableLeaderboards(t *testing.T) {
	v, f := comePlayer(t, newTestLobby())
	f.player.Chosen, f.broken = true, true
	v.enterArcade()
	v.choose("Leaderboards")
	v.on(boardsScreen)
	if text := v.text(); strings.Contains(text, "no games yet") || strings.Contains(text, "No entries yet") {
		t.Errorf("before an answer:%s", text)
	}
	v.answer(f)
	const why = "The server cannot do that."
	if text := v.text(); strings.Contains(text, "no games yet") || strings.Contains(text, "No entries yet") ||
		!strings.Contains(text, why) {
		t.Errorf("after an error:%s", text)
	}
	f.broken = false
	v.choose("Try again")
	v.answer(f)
	if text := v.text(); !strings.Contains(text, "easy") || strings.Contains(text, why) {
		t.Errorf("after a second request:%s", text)
	}
	f.broken = true
	v.moveTo("Board")
	v.press("right")
	v.answer(f)
	if text := v.text(); !strings.Contains(text, "hard") || strings.Contains(text, "No entries yet") ||
		!strings.Contains(text, why) {
		t.Errorf("rows that cannot be read:%s", text)
	}
}
