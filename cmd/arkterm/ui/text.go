package ui

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/input"
	"arkterm/render/text"
)

// In text mode a UI displays its screens as lines of text below each other. It is for screen readers, braille displays
// and players who prefer menus without pictures. A menu is its title, its text and its numbered choices. Afterwards
// only changes are displayed. Games are narrated, or drawn as always.
//
// All keys of a screen keep their effects. In addition, digits select a choice, and Tab repeats everything. In a
// narrated game, digits, Left and Right steer, and Tab describes where everything is.

// A Device displays lines of text as well as frames.
type Device interface {
	Say(line string) // displays a line
	Lines(on bool)   // selects what comes next: lines or frames
}

// A NarratedGame describes itself in lines of text.
type NarratedGame interface {
	// returns lines about the events since the last call; valid until the next Advance
	Take() []string
	Where() []string                    // returns where everything is
	Place() int                         // returns the place of the paddle, from 1 to Places
	Steer(place int, now time.Duration) // sends the paddle to a place
}

// Words are the text of a screen.
type Words struct {
	Title    string
	Lines    []string
	Choices  []string
	Selected int // index of the selected choice

	screen  ID
	typed   bool
	picture bool
}

// A Text is the state of text mode. Device is nil if the terminal displays frames only.
type Text struct {
	Device Device
	Menus  bool // menus are shown as lines
	Games  bool // games are narrated

	lines         bool  // lines are displayed now
	away          bool  // the player was away, and has not done anything since
	announced     Words // the last announcement
	digits        int   // the number that is being typed
	place         int   // the last place typed for the paddle; 0 if none
	gameKeysShown bool  // the keys of a game were explained
	menuKeysShown bool  // the keys of a menu were explained
}

// repaint repeats everything if the player was away, since other programs may have written meanwhile.
func (t *Text) repaint() {
	if t.away {
		t.away, t.announced = false, Words{}
	}
}

// lineFrameW and lineFrameH are the size of frames while lines are displayed. The text of every dialog fits into them.
const lineFrameW, lineFrameH = 100, 60

// Words returns the text of the screen.
func (u *UI) Words() (w Words) {
	d := &u.Menu.Dialog
	if words := u.screen.Words; words != nil {
		w = words()
	} else {
		w = Words{Title: d.Title, Lines: slices.Clone(d.Lines), Choices: d.Buttons, Selected: d.Selected}
		if notes := strings.TrimSpace(strings.Join(d.Notes, " ")); notes != "" {
			w.Lines = append(w.Lines, notes)
		}
	}
	w.screen, w.picture = u.screen.ID, u.screen.Picture
	w.typed = u.screen.Typed != nil && u.screen.Typed()
	return w
}

// Choose executes choice i of the screen's text. It changes the value of the button, or presses a button without a
// value.
func (u *UI) Choose(i int, now time.Duration) {
	u.lastInput = now
	switch {
	case u.ignores(now) || i < 0 || i >= len(u.Words().Choices):
	case u.screen.Choose != nil:
		u.screen.Choose(i, now)
	default:
		u.build(i)
		if u.Menu.Current().Turn != nil {
			u.turn(1, now)
		} else {
			u.Press(now)
		}
	}
	u.Schedule.Redraw()
}

// switchMode switches between lines and frames. It returns the text of the screen, and whether lines are displayed.
func (u *UI) switchMode(now time.Duration) (w Words, lines bool) {
	t := &u.Text
	if t.Device == nil {
		return w, false
	}
	if t.Menus {
		w = u.Words()
		lines = !w.picture || t.Games && u.screen.Narrated
	}
	if lines != t.lines {
		t.lines = lines
		t.Device.Lines(lines)
		u.Resize(u.cols, u.rows, now)
	}
	if !lines {
		t.announced = Words{}
	}
	return w, lines
}

// textKey handles a key of text mode, and reports whether it was one.
func (u *UI) textKey(now time.Duration, ev input.Keystroke) bool {
	t := &u.Text
	t.away = false
	if !t.lines {
		return false
	}
	u.Schedule.Redraw()
	w := u.Words()
	return !w.typed && ev.Kind != input.Release && u.lineKey(now, &w, ev)
}

func (u *UI) lineKey(now time.Duration, w *Words, ev input.Keystroke) bool {
	t := &u.Text
	digit := int(ev.Latin() - '0')
	isDigit := digit >= 0 && digit <= 9 && ev.Kind == input.Press
	if !isDigit {
		defer func() { t.digits = 0 }()
	}
	switch {
	case ev.Key == tcell.KeyTab && w.picture:
		u.say(u.Narrator.Where()...)
	case ev.Key == tcell.KeyTab:
		t.announced = Words{}
	case w.picture && isDigit && digit > 0:
		u.steer(digit, now)
	case w.picture && ev.Key == tcell.KeyLeft:
		u.steer(u.from()-1, now)
	case w.picture && ev.Key == tcell.KeyRight:
		u.steer(u.from()+1, now)
	case !w.picture && isDigit && len(w.Choices) > 0:
		u.number(digit, len(w.Choices), now)
	case !w.picture && ev.Key == tcell.KeyEnter && t.digits > 0:
		u.choose(t.digits, now)
	default:
		t.place = 0 // the key may move the paddle
		return false
	}
	return true
}

// from returns the place that left and right count from.
func (u *UI) from() int {
	if u.Text.place == 0 {
		return u.Narrator.Place()
	}
	return u.Text.place
}

// steer sends the paddle to a place.
func (u *UI) steer(place int, now time.Duration) {
	u.lastInput = now
	u.Text.place = min(max(place, 1), NumPlaces)
	u.Narrator.Steer(u.Text.place, now)
}

// number takes a digit of the number of one of n choices. It is chosen as soon as no further digit could follow.
func (u *UI) number(digit, n int, now time.Duration) {
	number := u.Text.digits*10 + digit
	u.Text.digits = 0
	switch {
	case number == 0 || number > n:
		u.say(fmt.Sprintf(text.Lines.NoChoice, number))
	case number*10 > n:
		u.choose(number, now)
	default:
		u.Text.digits = number // 1 may become 12
		u.say(fmt.Sprintf(text.Lines.MoreDigits, number))
	}
}

// choose chooses choice k, counted from 1.
func (u *UI) choose(k int, now time.Duration) {
	if k <= len(u.Text.announced.Choices) {
		u.Text.announced.Selected = k - 1 // the player has named it, so only its effect is announced
	}
	u.Choose(k-1, now)
}

// announce displays the changes since the last announcement, or a whole screen.
func (u *UI) announce(w Words) {
	t := &u.Text
	w.Title, w.Lines, w.Choices = clean(w.Title), cleanAll(w.Lines), cleanChoices(w.Choices)
	before := t.announced
	t.announced = w
	switch {
	case w.picture:
		u.announceGame(before.screen)
	case w.screen != before.screen:
		t.place = 0
		u.announceScreen(&w)
	default:
		u.announceChanges(&before, &w)
	}
}

// announceScreen displays a whole screen.
func (u *UI) announceScreen(w *Words) {
	u.say("")
	u.say(cmp.Or(w.Title, strings.ToUpper(string(w.screen))))
	u.say(w.Lines...)
	for i, c := range w.Choices {
		u.say(numbered(i, c))
	}
	if len(w.Choices) > 0 && !u.Text.menuKeysShown {
		u.Text.menuKeysShown = true
		u.say(text.Lines.Hint)
	}
}

// announceChanges displays the changes of a screen.
func (u *UI) announceChanges(before, w *Words) {
	if w.Title != before.Title {
		u.say(w.Title)
	}
	for _, line := range w.Lines {
		if !slices.Contains(before.Lines, line) {
			u.say(line)
		}
	}
	others := len(w.Choices) != len(before.Choices)
	for i, c := range w.Choices {
		if others || c != before.Choices[i] || i == w.Selected && i != before.Selected {
			u.say(numbered(i, c))
		}
	}
}

// announceGame displays the narration, and an explanation of the keys before the first game.
func (u *UI) announceGame(before ID) {
	if t := &u.Text; before != t.announced.screen {
		u.say("")
		if !t.gameKeysShown {
			t.gameKeysShown = true
			u.say(text.Lines.GameKeys)
		}
	}
	u.say(u.Narrator.Take()...)
}

// numbered returns choice i with its number.
func numbered(i int, choice string) string { return strconv.Itoa(i+1) + ". " + choice }

// say displays lines, broken between words where the terminal is narrow.
func (u *UI) say(lines ...string) {
	for _, line := range lines {
		for _, part := range broken(line, max(u.cols-1, minWidth)) {
			u.Text.Device.Say(part)
		}
	}
}
