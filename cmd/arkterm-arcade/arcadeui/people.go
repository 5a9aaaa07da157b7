package arcadeui

import (
	"fmt"
	"strings"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/cmd/arkterm-arcade/names"
	"arkterm/input"
	"arkterm/render/cell"
	"arkterm/render/format"
)

// The screens of the player who sits here: the name, the profile, and the end of both.

// A Self is the player who sits here. What takes a disk is done in another goroutine; done is called in the host's later, with
// an error that the player may be told.
type Self interface {
	Player() leaderboard.Player
	Rename(n names.Name, done func(now time.Duration, err error))
	Hide(hidden bool, done func(now time.Duration, err error))
	Link(done func(now time.Duration, c leaderboard.Code, err error))
	Keys(done func(now time.Duration, all []leaderboard.Key, used int, err error)) // used is the index of the one that they use now
	RemoveKey(k leaderboard.Key, done func(now time.Duration, err error))
	Delete(done func(now time.Duration, err error)) // ends the visit
}

// A profile is what its screens know.
type profile struct {
	typed  []rune // of the name
	wheel  int    // index in nameWheel
	asked  bool   // the screen of the name has come up by itself
	typing bool   // the last key was a letter of the name
	code   string // for another key; "": none was asked for
	sure   bool   // the player has said once to be deleted
	busy   bool   // an answer is awaited

	keys []leaderboard.Key
	used int // index in keys of the one that is used now
	key  int // … of the one whose screen shows
}

// nameWheel is what left and right turn through, for who has no keyboard at hand.
var nameWheel = []rune("abcdefghijklmnopqrstuvwxyz0123456789-._")

// hasSelf reports whether somebody with a name of their own sits here, and not a guest.
func (s *Session) hasSelf() bool { return s.set.Self != nil }

// askName brings up the screen of the name once for a player who has not chosen one.
func (s *Session) askName(now time.Duration) {
	if s.hasSelf() && !s.profile.asked && !s.set.Self.Player().Chosen {
		s.enter(nameScreen, now)
	}
}

// addProfile adds the button of the profile.
func (s *Session) addProfile(m *menu) {
	if s.hasSelf() {
		m.add(button{name: "You", label: "You: " + s.set.Self.Player().Name.String(), press: to(profileScreen)})
	}
}

// to returns what a button does that leads to a screen.
func to(there screen) func(s *Session, now time.Duration) {
	return func(s *Session, now time.Duration) { s.enter(there, now) }
}

// answered returns the function that takes the answer to a request: it says an error, or does next.
func (s *Session) answered(next func(now time.Duration)) func(time.Duration, error) {
	s.profile.busy = true
	return func(now time.Duration, err error) {
		s.profile.busy = false
		if err == nil {
			next(now)
		} else {
			s.notice = sentence(err)
		}
		s.rebuild()
	}
}

// sentence returns an error as a sentence.
func sentence(err error) string { return sentenceOf(err.Error()) }

// sentenceOf returns words as a sentence.
func sentenceOf(words string) string {
	text := []rune(words)
	if len(text) > 0 && text[0] >= 'a' && text[0] <= 'z' {
		text[0] += 'A' - 'a'
	}
	return string(text) + "."
}

// command returns what a client calls that sends words in place of playing.
func (s *Session) command(words string) string {
	return strings.Replace(s.set.Client, "ssh -t", "ssh", 1) + " " + words
}

func (s *Session) beginName(time.Duration) {
	s.profile.asked = true
	s.profile.typed = []rune(s.set.Self.Player().Name.String())
	if !s.set.Self.Player().Chosen {
		s.profile.typed = nil
		s.Session.Notice("") // it said what the name is, and where to choose another one
	}
}

// nameMenu fills in the screen of the name.
func (s *Session) nameMenu(m *menu) {
	p := &s.profile
	m.Title, m.Stacked, m.Foot = "YOUR NAME", true, "type it · enter"
	shown := string(p.typed)
	columns := cell.Width(shown)
	if columns < names.Most {
		shown += "_"
	}
	m.Lines = append(m.Lines, "You are called "+s.set.Self.Player().Name.String()+" here.",
		"Letters, digits, and - . _ between them.", "", fmt.Sprintf("%s  %d of %d", format.Pad(shown, names.Most), columns, names.Most))
	m.add(button{name: "Take it", press: (*Session).takeName})
	m.add(button{name: "Letter", label: "◂ " + string(nameWheel[p.wheel]) + " ▸", turn: func(s *Session, d int, _ time.Duration) {
		s.profile.wheel = (s.profile.wheel + d + len(nameWheel)) % len(nameWheel)
	}, press: func(s *Session, _ time.Duration) { s.typeRune(nameWheel[s.profile.wheel]) }})
	m.add(button{name: "Take a letter back", press: func(s *Session, _ time.Duration) { s.untype() }})
	if p := s.set.Self.Player(); p.Chosen {
		m.addBack("Not now")
	} else {
		m.addBack("Keep " + p.Name.String())
	}
}

// keepName makes the name that was given to the player the chosen one: who leaves the screen without another one is not
// asked again.
func (s *Session) keepName(time.Duration) {
	if p := s.set.Self.Player(); !p.Chosen && !s.profile.busy {
		s.set.Self.Rename(p.Name, func(time.Duration, error) {})
	}
}

// nameKey takes what is typed.
func (s *Session) nameKey(k keyPress) bool {
	switch r := k.ev.Types(); {
	case k.ev.Kind == input.Release:
		return false
	case k.ev.Key == tcell.KeyBackspace:
		s.untype()
	case r != 0 && names.Typed(r):
		s.typeRune(r)
		s.profile.typing = true
	case r == ' ' && s.profile.typing: // fire, but not in the middle of a name
		s.say(sentence(names.ErrLetter))
		return true
	default:
		s.profile.typing = false
		return false
	}
	s.notice = ""
	s.rebuild()
	return true
}

// pasteName types what of a pasted text may be in a name.
func (s *Session) pasteName(text string, _ time.Duration) {
	for _, r := range text {
		if names.Typed(r) {
			s.typeRune(r)
			s.profile.typing = true
		}
	}
}

// typeRune adds a character if there is room for it.
func (s *Session) typeRune(r rune) {
	p := &s.profile
	if cell.Width(string(p.typed))+cell.Columns(r) > names.Most {
		s.say(sentence(names.ErrLong))
		return
	}
	p.typed = append(p.typed, r)
}

func (s *Session) untype() {
	if n := len(s.profile.typed); n > 0 {
		s.profile.typed = s.profile.typed[:n-1]
	}
}

// takeName asks for the name.
func (s *Session) takeName(now time.Duration) {
	if len(s.profile.typed) == 0 { // the given one will do
		s.goBack(now)
		return
	}
	n, err := names.Parse(string(s.profile.typed))
	if err != nil {
		s.say(sentence(err))
		return
	}
	if s.profile.busy {
		return
	}
	s.set.Self.Rename(n, s.answered(func(now time.Duration) {
		s.set.Person.Rename(n.String())
		if s.screen == nameScreen {
			s.goBack(now)
		}
	}))
}

func (s *Session) beginProfile(time.Duration) { s.profile.code, s.profile.sure = "", false }

// profileMenu fills in the profile.
func (s *Session) profileMenu(m *menu) {
	p := s.set.Self.Player()
	m.Title, m.Stacked, m.Foot = "YOU", true, "↑ ↓ choose · enter · esc"
	m.Lines = append(m.Lines, p.Name.String(),
		"here since "+p.Since.UTC().Format(time.DateOnly)+" · "+format.Count(p.Games, "game")+" finished")
	if code := s.profile.code; code != "" {
		m.Lines = append(m.Lines, "", "With the other key, within ten minutes:", s.command("claim "+code))
	}
	m.add(button{name: "Name", label: "Another name", press: to(nameScreen)})
	hidden := "Others may watch your games"
	if s.set.Person.Hidden() {
		hidden = "Your games are hidden"
	}
	toggle := func(s *Session, _ time.Duration) {
		if !s.profile.busy {
			hide := !s.set.Person.Hidden()
			s.set.Self.Hide(hide, s.answered(func(time.Duration) { s.set.Person.Hide(hide) }))
		}
	}
	m.add(button{name: "Hidden", label: hidden, press: toggle, turn: func(s *Session, _ int, now time.Duration) { toggle(s, now) }})
	m.add(button{name: "Link", label: "A code for another key", press: (*Session).askLink})
	m.add(button{name: "Keys", label: "Your keys", press: to(keysScreen)})
	m.add(button{name: "Delete", label: "Delete me", press: to(deleteScreen)})
	m.addBack("Back")
}

func (s *Session) askLink(time.Duration) {
	if s.profile.busy {
		return
	}
	s.profile.busy = true
	s.set.Self.Link(func(now time.Duration, c leaderboard.Code, err error) {
		s.answered(func(time.Duration) { s.profile.code = c.String() })(now, err)
	})
}

// beginKeys asks for the keys.
func (s *Session) beginKeys(time.Duration) {
	s.profile.keys = nil
	s.set.Self.Keys(func(now time.Duration, all []leaderboard.Key, used int, err error) {
		s.answered(func(time.Duration) { s.profile.keys, s.profile.used = all, used })(now, err)
	})
}

// keysMenu fills in the list of keys.
func (s *Session) keysMenu(m *menu) {
	p := &s.profile
	m.Title, m.Stacked, m.Foot = "YOUR KEYS", true, "↑ ↓ choose · enter · esc"
	m.Lines = append(m.Lines, "Each of them is you here: ssh-keygen -l tells which.")
	for i, k := range p.keys {
		label := k.Fingerprint()[:len("SHA256:")+12] + "… used " + k.Seen.UTC().Format(time.DateOnly)
		if i == p.used {
			label += ", now"
		}
		m.add(button{name: k.Hash, label: label, press: func(s *Session, now time.Duration) {
			s.profile.key = i
			s.enter(keyScreen, now)
		}})
	}
	m.addBack("Back")
}

// keyMenu fills in the screen of one key.
func (s *Session) keyMenu(m *menu) {
	p := &s.profile
	k := p.keys[p.key]
	m.Title, m.Stacked, m.Foot = "KEY", true, "↑ ↓ choose · enter · esc"
	m.Lines = append(m.Lines, k.Fingerprint(), "yours since "+k.Since.UTC().Format(time.DateOnly)+" · last used "+k.Seen.UTC().Format(time.DateOnly))
	if p.key == p.used {
		m.Lines = append(m.Lines, "", "You use it now: it can be taken away", "from you with another one of your keys.")
		m.addBack("Back")
		return
	}
	m.Lines = append(m.Lines, "", "Who comes with it after it is taken away is somebody new.")
	m.addBack("Keep it")
	m.add(button{name: "Take it away", press: func(s *Session, _ time.Duration) {
		if !s.profile.busy {
			s.set.Self.RemoveKey(k, s.answered(func(now time.Duration) {
				if s.screen == keyScreen {
					s.goBack(now)
				}
			}))
		}
	}})
}

// deleteMenu fills in the question whether to delete the player. It is asked twice.
func (s *Session) deleteMenu(m *menu) {
	m.Title, m.Stacked = "DELETE YOU", true
	m.Lines = append(m.Lines, "Games, scores, recordings, options and the name go.", "Nobody can bring them back.",
		"What is kept of you: "+s.command("export"))
	if s.profile.sure {
		m.Lines = append(m.Lines, "", "Really?")
		m.add(button{name: "No", press: (*Session).goBack})
		m.add(button{name: "Yes, delete me", press: func(s *Session, _ time.Duration) {
			if !s.profile.busy {
				s.set.Self.Delete(s.answered(func(time.Duration) {}))
			}
		}})
		return
	}
	m.add(button{name: "Keep me", press: (*Session).goBack})
	m.add(button{name: "Delete me", press: func(s *Session, _ time.Duration) {
		s.profile.sure = true
		s.menu.Selected = 0
	}})
}
