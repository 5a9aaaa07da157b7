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

// This file implements text mode, for screen readers, braille displays and players who prefer menus without pictures.
// In text mode, a UI prints its screens as lines of text. When a screen appears, the UI prints the title, the text and
// the numbered choices. After that, it prints only changes. Games are either narrated or drawn as usual.
//
// All keys keep their effects. In addition, digits select a choice, and Tab prints the screen again. In a narrated
// game, digits, Left and Right move the paddle, and Tab describes the field.

// A Device is a terminal that can display lines of text as well as frames.
type Device interface {
	Say(line string) // prints a line
	Lines(on bool)   // switches to lines if on is true, and otherwise to frames
}

// A NarratedGame describes itself in lines of text.
type NarratedGame interface {
	// Take returns lines about the events since the last call. They are valid until the next Advance.
	Take() []string

	// DescribeField returns lines about the position of each object.
	DescribeField() []string

	// Place returns the place of the paddle, 1 to NumPlaces. It returns 0 if the player steers no paddle.
	Place() int

	// Steer moves the paddle to a place.
	Steer(place int, now time.Duration)
}

// Words contains the text of a screen for text mode.
type Words struct {
	Title    string
	Lines    []string
	Choices  []string
	Selected int // index of the selected choice

	screen  ID
	typed   bool // digits are entered as text, see Screen.Typed
	picture bool // see Screen.Picture
}

// A TextMode is the state of text mode. Device is nil if the terminal can display only frames.
type TextMode struct {
	Device        Device
	MenusAsLines  bool // menus are shown as lines of text
	GamesNarrated bool // games are narrated

	lines         bool  // lines are displayed now
	away          bool  // the player was away, and no key has been pressed since
	announced     Words // the last announcement
	digits        int   // number that is being typed; 0 if none
	place         int   // last place selected for the paddle; 0 if none
	gameKeysShown bool  // the keys of a game have been explained
	menuKeysShown bool  // the keys of a menu have been explained
}

// repaint causes the whole screen to be printed again if the player was away, because other programs may have written
// to the terminal in the meantime.
func (t *TextMode) repaint() {
	if t.away {
		t.away, t.announced = false, Words{}
	}
}

// lineFrameW and lineFrameH are the size of frames while lines are displayed, in cells. In a frame of this size,
// dialogs do not cut off any text.
const lineFrameW, lineFrameH = 100, 60

// Words returns the text of the current screen.
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

// Choose executes the choice with index i in the result of Words. If the choice is a button with a value, Choose
// selects the next value. Otherwise, it presses the button.
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

// switchMode switches the device to lines or frames, as the current screen requires. It returns whether lines are
// displayed, and the text of the screen.
func (u *UI) switchMode(now time.Duration) (w Words, lines bool) {
	t := &u.Text
	if t.Device == nil {
		return w, false
	}
	if t.MenusAsLines {
		w = u.Words()
		lines = !w.picture || t.GamesNarrated && u.screen.Narrator != nil
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

// textKey handles a key before the screen does. It returns true if text mode uses the key.
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

// lineKey handles a key while lines are displayed. It returns true if text mode uses the key.
func (u *UI) lineKey(now time.Duration, w *Words, ev input.Keystroke) bool {
	t := &u.Text
	digit := int(ev.Latin() - '0')
	isDigit := digit >= 0 && digit <= 9 && ev.Kind == input.Press
	if !isDigit {
		defer func() { t.digits = 0 }()
	}
	narrator := u.screen.Narrator
	steers := narrator != nil && narrator.Place() > 0
	switch {
	case ev.Key == tcell.KeyTab && narrator != nil:
		u.say(narrator.DescribeField()...)
	case ev.Key == tcell.KeyTab:
		t.announced = Words{}
	case steers && isDigit && digit > 0:
		u.steer(digit, now)
	case steers && ev.Key == tcell.KeyLeft:
		u.steer(u.steeringPlace()-1, now)
	case steers && ev.Key == tcell.KeyRight:
		u.steer(u.steeringPlace()+1, now)
	case !w.picture && isDigit && len(w.Choices) > 0:
		u.typeDigit(digit, len(w.Choices), now)
	case !w.picture && ev.Key == tcell.KeyEnter && t.digits > 0:
		u.choose(t.digits, now)
	default:
		t.place = 0 // the key may move the paddle
		return false
	}
	return true
}

// steeringPlace returns the place relative to which Left and Right steer: the place that the player selected last,
// otherwise the place of the paddle.
func (u *UI) steeringPlace() int {
	if u.Text.place == 0 {
		return u.screen.Narrator.Place()
	}
	return u.Text.place
}

// steer moves the paddle to a place. A number outside of 1 to NumPlaces means the nearest place.
func (u *UI) steer(place int, now time.Duration) {
	u.lastInput = now
	u.Text.place = min(max(place, 1), NumPlaces)
	u.screen.Narrator.Steer(u.Text.place, now)
}

// typeDigit appends a digit to the number that the player is typing, which selects one of n choices. It executes the
// choice as soon as no longer number is possible. If there are exactly ten choices, each needs only one digit, and 0
// selects the last choice.
func (u *UI) typeDigit(digit, n int, now time.Duration) {
	number := u.Text.digits*10 + digit
	u.Text.digits = 0
	switch {
	case n == 10:
		u.choose((digit+9)%10+1, now)
	case number == 0 || number > n:
		u.say(fmt.Sprintf(text.Lines.NoChoice, number))
	case number*10 > n:
		u.choose(number, now)
	default:
		u.Text.digits = number // for example, 1 may become 12
		u.say(fmt.Sprintf(text.Lines.MoreDigits, number))
	}
}

// choose executes the choice with number k, which starts at 1.
func (u *UI) choose(k int, now time.Duration) {
	if k <= len(u.Text.announced.Choices) {
		u.Text.announced.Selected = k - 1 // do not announce the selection, because the player has typed it
	}
	u.Choose(k-1, now)
}

// announce prints a screen with the text w. If the screen was announced before, it prints only the changes.
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

// announceScreen prints the whole text of a screen.
func (u *UI) announceScreen(w *Words) {
	u.say("")
	u.say(cmp.Or(w.Title, strings.ToUpper(string(w.screen))))
	u.say(w.Lines...)
	for i, c := range w.Choices {
		u.say(numbered(i, len(w.Choices), c))
	}
	if len(w.Choices) > 0 && !u.Text.menuKeysShown {
		u.Text.menuKeysShown = true
		u.say(text.Lines.Hint)
	}
}

// announceChanges prints the differences between previous, the text that was printed last, and w, the current text of
// the same screen.
func (u *UI) announceChanges(previous, w *Words) {
	if w.Title != previous.Title {
		u.say(w.Title)
	}
	for _, line := range w.Lines {
		if !slices.Contains(previous.Lines, line) {
			u.say(line)
		}
	}
	allNew := len(w.Choices) != len(previous.Choices)
	for i, c := range w.Choices {
		if allNew || c != previous.Choices[i] || i == w.Selected && i != previous.Selected {
			u.say(numbered(i, len(w.Choices), c))
		}
	}
}

// announceGame prints the narration of a game. For the first game, it also explains the keys. previousScreen is the ID
// of the screen that was announced last.
func (u *UI) announceGame(previousScreen ID) {
	if t := &u.Text; previousScreen != t.announced.screen {
		u.say("")
		if !t.gameKeysShown && u.screen.Narrator.Place() > 0 {
			t.gameKeysShown = true
			u.say(text.Lines.GameKeys)
		}
	}
	u.say(u.screen.Narrator.Take()...)
}

// numbered returns the label of choice i of n, preceded by the number that typeDigit accepts.
func numbered(i, n int, choice string) string {
	number := i + 1
	if n == 10 {
		number %= 10
	}
	return strconv.Itoa(number) + ". " + choice
}

// say prints lines, wrapped to the width of the terminal.
func (u *UI) say(lines ...string) {
	for _, line := range lines {
		for _, part := range wrapWords(line, max(u.cols-1, minWrapWidth)) {
			u.Text.Device.Say(part)
		}
	}
}
