package arcadeui

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/cmd/arkterm/ui"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// The screens of the player who sits here: the name, the profile, and the end of both.

// An Account manages the name, keys and privacy of the visiting player. Slow requests run in another goroutine. They
// call done later in the host's goroutine, with an error that is fit for the player.
type Account interface {
	Player() leaderboard.Player
	Rename(n leaderboard.Name, done func(now time.Duration, err error))
	Hide(hidden bool, done func(now time.Duration, err error))
	Link(done func(now time.Duration, c leaderboard.Code, err error))
	// used is the index of the key in use
	Keys(done func(now time.Duration, all []leaderboard.Key, used int, err error))
	RemoveKey(k leaderboard.Key, done func(now time.Duration, err error))
	Delete(done func(now time.Duration, err error)) // ends the visit
}

// A profile is the state of these screens.
type profile struct {
	name     ui.Entry
	prompted bool   // the name screen was opened automatically
	code     string // for another key; "": none was requested
	sure     bool   // the player has confirmed the deletion once
	busy     bool   // a request is in progress

	keys []leaderboard.Key
	used int // index in keys of the key in use
	key  int // index of the one whose screen shows
}

// hasAccount reports whether the visitor is a player with a name, and not a guest.
func (s *Session) hasAccount() bool { return s.set.Account != nil }

// askName brings up the screen of the name once for a player who has not chosen one.
func (s *Session) askName(now time.Duration) {
	if s.hasAccount() && !s.profile.prompted && !s.set.Account.Player().Chosen {
		s.ui.Enter(playerNameScreen, now)
	}
}

// addProfile adds the button of the profile.
func (s *Session) addProfile(m *ui.Menu) {
	if s.hasAccount() {
		m.Add(ui.Button{
			Name: "You", Label: fmt.Sprintf(text.Profile.Button, s.set.Account.Player().Name),
			Press: s.ui.To(profileScreen),
		})
	}
}

// request makes a request that is answered later, unless another answer is still awaited. If the answer is not an
// error, next is called.
func (s *Session) request(ask func(done func(now time.Duration, err error)), next func(now time.Duration)) {
	if s.profile.busy {
		return
	}
	s.profile.busy = true
	ask(func(now time.Duration, err error) {
		s.profile.busy = false
		s.answered(now, err, next)
	})
}

// answered shows the error of an answer, or calls next.
func (s *Session) answered(now time.Duration, err error, next func(now time.Duration)) {
	if err != nil {
		s.ui.Say(sentence(err))
		return
	}
	next(now)
	s.ui.Rebuild()
}

// sentence returns an error as a sentence.
func sentence(err error) string { return sentenceOf(err.Error()) }

// sentenceOf returns words as a sentence.
func sentenceOf(words string) string {
	letters := []rune(words)
	if len(letters) > 0 {
		letters[0] = unicode.ToUpper(letters[0])
	}
	return string(letters) + "."
}

// command returns the shell command that sends words to the arcade instead of playing.
func (s *Session) command(words string) string {
	return strings.Replace(s.set.Client, "ssh -t", "ssh", 1) + " " + words
}

func (s *Session) enterName(time.Duration) {
	e := ui.NewEntry(leaderboard.MaxNameColumns, "abcdefghijklmnopqrstuvwxyz0123456789-._", acceptForName)
	e.Refused, e.Done, e.Leave = sentence(leaderboard.ErrNameLetter), s.takeName, s.ui.Back
	p := s.set.Account.Player()
	if p.Chosen {
		e.Text = p.Name.String()
	}
	s.profile.prompted, s.profile.name = true, e
	if !p.Chosen {
		s.app.Notice("") // its text was about this screen
	}
}

// acceptForName returns a name with a character appended if names may have it.
func acceptForName(name string, r rune) string {
	if leaderboard.IsNameRune(r) {
		return name + string(r)
	}
	return name
}

// nameMenu fills in the screen of the name.
func (s *Session) nameMenu(m *ui.Menu) {
	e := &s.profile.name
	m.Title = text.Entry.NameTitle
	m.Lines = append(m.Lines, fmt.Sprintf(text.Profile.NameHelp, s.set.Account.Player().Name),
		text.Profile.NameLetters, "", e.WithCursor(), e.Used())
}

// keepName marks the given name as chosen when the player leaves the screen, so that the prompt does not appear again.
func (s *Session) keepName(time.Duration) {
	if p := s.set.Account.Player(); !p.Chosen && !s.profile.busy {
		s.set.Account.Rename(p.Name, func(time.Duration, error) {})
	}
}

// takeName requests the entered name.
func (s *Session) takeName(now time.Duration) {
	n, err := leaderboard.ParseName(s.profile.name.Text)
	if err != nil {
		s.ui.Say(sentence(err))
		return
	}
	s.request(func(done func(time.Duration, error)) { s.set.Account.Rename(n, done) }, func(now time.Duration) {
		s.set.Person.Rename(n.String())
		if s.ui.ID() == playerNameScreen {
			s.ui.Back(now)
		}
	})
}

func (s *Session) beginProfile(time.Duration) { s.profile.code, s.profile.sure = "", false }

// profileMenu fills in the profile.
func (s *Session) profileMenu(m *ui.Menu) {
	p := s.set.Account.Player()
	m.Title, m.Stacked, m.Footer = text.Profile.Title, true, text.Menu.FooterEsc
	m.Lines = append(m.Lines, p.Name.String(),
		fmt.Sprintf(text.Profile.Since, p.Since.UTC().Format(time.DateOnly), text.Count.Games.Of(p.Games)))
	if code := s.profile.code; code != "" {
		m.Lines = append(m.Lines, "", text.Profile.OtherKey, s.command("claim "+code))
	}
	m.AddButton(text.Profile.Rename, s.ui.To(playerNameScreen))
	hidden := text.Profile.Shown
	if s.set.Person.Hidden() {
		hidden = text.Profile.Hidden
	}
	m.Add(ui.Button{
		Name: "Hidden", Label: hidden, Press: s.toggleHidden,
		Turn: func(_ int, now time.Duration) { s.toggleHidden(now) },
	})
	m.AddButton(text.Profile.AddKey, s.askLink)
	m.AddButton(text.Profile.Keys, s.ui.To(sshKeysScreen))
	m.AddButton(text.Profile.Delete, s.ui.To(deleteScreen))
	m.AddButton(text.Menu.Back, s.ui.Back)
}

// toggleHidden hides the player's games from others, or shows them again.
func (s *Session) toggleHidden(time.Duration) {
	hide := !s.set.Person.Hidden()
	s.request(func(done func(time.Duration, error)) { s.set.Account.Hide(hide, done) },
		func(time.Duration) { s.set.Person.SetHidden(hide) })
}

// askLink requests a code for another key.
func (s *Session) askLink(time.Duration) {
	s.request(func(done func(time.Duration, error)) {
		s.set.Account.Link(func(now time.Duration, c leaderboard.Code, err error) {
			s.profile.code = c.String()
			done(now, err)
		})
	}, ui.Nothing)
}

// beginKeys requests the list of keys.
func (s *Session) beginKeys(time.Duration) {
	s.profile.keys = nil
	s.set.Account.Keys(func(now time.Duration, all []leaderboard.Key, used int, err error) {
		s.answered(now, err, func(time.Duration) { s.profile.keys, s.profile.used = all, used })
	})
}

// keysMenu fills in the list of keys.
func (s *Session) keysMenu(m *ui.Menu) {
	p := &s.profile
	m.Title, m.Stacked, m.Footer = text.Profile.KeysTitle, true, text.Menu.FooterEsc
	m.Lines = append(m.Lines, text.Profile.KeysHelp)
	for i, k := range p.keys {
		label := text.Profile.KeyUsed
		if i == p.used {
			label = text.Profile.KeyUsedNow
		}
		label = fmt.Sprintf(label, k.Fingerprint()[:len("SHA256:")+12], k.Seen.UTC().Format(time.DateOnly))
		m.Add(ui.Button{Name: k.Hash, Label: label, Press: func(now time.Duration) {
			s.profile.key = i
			s.ui.Enter(sshKeyScreen, now)
		}})
	}
	m.AddButton(text.Menu.Back, s.ui.Back)
}

// keyMenu fills in the screen of one key.
func (s *Session) keyMenu(m *ui.Menu) {
	p := &s.profile
	k := p.keys[p.key]
	m.Title, m.Stacked, m.Footer = text.Profile.KeyTitle, true, text.Menu.FooterEsc
	m.Lines = append(m.Lines, k.Fingerprint(), fmt.Sprintf(text.Profile.KeySince, k.Since.UTC().Format(time.DateOnly),
		k.Seen.UTC().Format(time.DateOnly)))
	if p.key == p.used {
		m.Lines = append(append(m.Lines, ""), widget.WrapText(text.Profile.KeyInUse, profileWidth)...)
		m.AddButton(text.Menu.Back, s.ui.Back)
		return
	}
	m.Lines = append(append(m.Lines, ""), widget.WrapText(text.Profile.RemoveHelp, profileWidth)...)
	m.AddButton(text.Profile.KeepKey, s.ui.Back)
	m.AddButton(text.Profile.RemoveKey, func(time.Duration) {
		s.request(func(done func(time.Duration, error)) { s.set.Account.RemoveKey(k, done) }, func(now time.Duration) {
			if s.ui.ID() == sshKeyScreen {
				s.ui.Back(now)
			}
		})
	})
}

// profileWidth is the width that the texts of these screens are broken to.
const profileWidth = 60

// deleteMenu fills in the question whether to delete the player, which has to be confirmed twice.
func (s *Session) deleteMenu(m *ui.Menu) {
	m.Title, m.Stacked = text.Profile.DeleteTitle, true
	m.Lines = append(m.Lines, text.Profile.DeleteHelp, text.Profile.NoUndo,
		fmt.Sprintf(text.Profile.Export, s.command("export")))
	if s.profile.sure {
		m.Lines = append(m.Lines, "", text.Profile.Really)
		m.AddButton(text.Profile.No, s.ui.Back)
		m.AddButton(text.Profile.YesDelete, func(time.Duration) { s.request(s.set.Account.Delete, ui.Nothing) })
		return
	}
	m.AddButton(text.Profile.Keep, s.ui.Back)
	m.AddButton(text.Profile.Delete, func(time.Duration) {
		s.profile.sure = true
		s.ui.Menu.Selected = 0
	})
}
