package arcadeui

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/cmd/arkterm-arcade/lobby"
	"arkterm/cmd/arkterm/app"
	"arkterm/cmd/arkterm/ui"
	"arkterm/render/text"
)

// tableTexts returns the texts in the arcade's tables that are shown to players.
func tableTexts() []string {
	all := app.TableTexts()
	for i := range lobby.MatchKinds {
		all = append(all, lobby.MatchKinds[i].Title, lobby.MatchKinds[i].Help)
	}
	all = append(all, lobby.Emotes[:]...)
	for i := range leaderboard.Periods {
		all = append(all, leaderboard.Periods[i].Title)
	}
	for i := range leaderboard.Sources {
		all = append(all, leaderboard.Sources[i].Name, leaderboard.Sources[i].Help)
	}
	return all
}

// pseudoWords are words that the pseudo-language does not change, for example names, keys and commands.
var pseudoWords = []string{
	"ann", "bob", "ANN", "BOB", "sly", "fox", "ssh", "HOST", "join", "claim", "export", "replay", "ark", "aaaaa",
	"bbbbb", "CBBBB", "SHA", "esc", "space", "Honeycomb", "Pinwheel",
	"arkterm", "ARKTERM",
}

var asciiWord = regexp.MustCompile(`[A-Za-z]{2,}`)

// In a pseudo-language, every screen of the arcade at 80×24 contains only accented text, and texts are not cut off. See
// [text.Pseudo].
func TestEveryScreenIsTranslated(t *testing.T) {
	if testing.Short() { // slow, and useless under the race detector, because it starts no goroutines
		return
	}

	pseudo := text.Pseudo(text.Current(), tableTexts())
	var other *visitor // another visitor, or nil
	player := func(t *testing.T, buttons ...string) *visitor {
		v, f := connectPlayer(t, newTestLobby())
		f.player.NameChosen = true
		v.enterArcade()
		for _, button := range buttons {
			v.choose(button)
			v.answerRequests(f)
		}
		return v
	}
	match := func(t *testing.T, k lobby.MatchKind) *visitor {
		_, ann, bob := startMatch(t, k)
		advanceTogether(100*time.Millisecond, ann, bob)
		return ann
	}

	for _, c := range []struct {
		name string
		on   ui.ID
		do   func(t *testing.T) *visitor
	}{
		{"lobby", lobbyScreen, func(t *testing.T) *visitor { return player(t) }},
		{"others", lobbyScreen, func(t *testing.T) *visitor {
			h := newTestLobby()
			ann, bob := connect(t, h, "ann"), connect(t, h, "bob")
			bob.enterLobby()
			bob.choose("find")
			ann.now, other = bob.now, bob
			ann.enterLobby()
			return ann
		}},
		{"party", partyScreen, func(t *testing.T) *visitor { return player(t, "find") }},
		{"invitation", partyScreen, func(t *testing.T) *visitor { return player(t, "invite") }},
		{"code", codeScreen, func(t *testing.T) *visitor { return player(t, "code") }},
		{"match", matchScreen, func(t *testing.T) *visitor { return match(t, lobby.Arkanong) }},
		{"menu", matchMenuScreen, func(t *testing.T) *visitor {
			v := match(t, lobby.Arkanong)
			v.press("esc")
			return v
		}},
		{"name", playerNameScreen, func(t *testing.T) *visitor { return player(t, "You", "Change name") }},
		{"profile", profileScreen, func(t *testing.T) *visitor { return player(t, "You") }},
		{"link", profileScreen, func(t *testing.T) *visitor { return player(t, "You", "Add another SSH key") }},
		{"keys", sshKeysScreen, func(t *testing.T) *visitor { return player(t, "You", "Manage keys") }},
		{"delete", deleteScreen, func(t *testing.T) *visitor { return player(t, "You", "Delete my player") }},
		{"really", deleteScreen, func(t *testing.T) *visitor {
			return player(t, "You", "Delete my player",
				"Delete my player")
		}},
		{"leaderboards", boardsScreen, func(t *testing.T) *visitor { return player(t, "Leaderboards") }},
	} {
		t.Run(c.name, func(t *testing.T) {
			other = nil
			v := c.do(t)
			v.checkScreen(c.on)

			defer text.Use(text.Current())
			text.Use(pseudo)
			if v.session.game != nil {
				v.session.applyMatchOptions(v.session.ui.View.Options())
			}
			if other != nil { // the lobby has a text about each visitor
				other.session.beginParty(other.now)
			}
			v.session.ui.Rebuild()
			v.session.ui.Schedule.Redraw()
			v.session.Draw(v.now)
			v.checkTranslated()
		})
	}
}

// checkTranslated checks the picture of a screen, or of its dialog, which covers parts of the texts behind it.
func (v *visitor) checkTranslated() {
	v.Helper()
	picture := v.session.ui.Frame.String()
	if strings.Contains(picture, "╭") {
		var lines []string
		for line := range strings.Lines(picture) {
			from, to := strings.IndexAny(line, "╭│╰"), strings.LastIndexAny(line, "╮│╯")
			if from >= 0 && to > from {
				lines = append(lines, line[from:to])
			}
		}
		picture = strings.Join(lines, "\n")
	}
	untranslated := asciiWord.FindAllString(picture, -1)
	untranslated = slices.DeleteFunc(untranslated, func(w string) bool { return slices.Contains(pseudoWords, w) })
	if len(untranslated) > 0 || strings.Contains(picture, "%!") {
		v.Errorf("the words %q are not translated in\n%s", untranslated, picture)
	}
	if starts, ends := strings.Count(picture, "¿"), strings.Count(picture, "¡"); starts != ends || starts == 0 {
		v.Errorf("the screen contains the start of %d texts and the end of %d, want equal numbers:\n%s", starts, ends,
			picture)
	}
}
