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

// This file contains the screens for the player's name, profile and keys, and for deleting the player.

// An Account manages the name, keys and privacy of the visiting player. All methods except Player return immediately
// and call done later, in the host's goroutine. The error is suitable for display.
type Account interface {
	Player() leaderboard.Player
	Rename(n leaderboard.Name, done func(now time.Duration, err error))
	SetHidden(hidden bool, done func(now time.Duration, err error))
	Link(done func(now time.Duration, c leaderboard.Code, err error))
	// Keys passes the player's keys to done, and the index of the key in use.
	Keys(done func(now time.Duration, all []leaderboard.Key, used int, err error))
	RemoveKey(k leaderboard.Key, done func(now time.Duration, err error))
	Delete(done func(now time.Duration, err error)) // also ends the visit
}

// A profileState is the state of the profile screens.
type profileState struct {
	name           ui.Entry
	prompted       bool   // the name screen was shown in this session
	code           string // code for another key; "" if none was requested
	confirmed      bool   // the player has confirmed the deletion once
	requestPending bool   // a request is in progress

	keys        []leaderboard.Key
	keyInUse    int // index in keys of the key in use
	selectedKey int // index in keys of the key on the key screen
}

// hasAccount reports whether the visitor is a player and not a guest.
func (s *Session) hasAccount() bool { return s.setup.Account != nil }

// promptName shows the name screen to a player who has not chosen a name, once per session.
func (s *Session) promptName(now time.Duration) {
	if s.hasAccount() && !s.profile.prompted && !s.setup.Account.Player().NameChosen {
		s.ui.Enter(playerNameScreen, now)
	}
}

// addProfile adds the button that opens the profile.
func (s *Session) addProfile(m *ui.Menu) {
	if s.hasAccount() {
		m.Add(ui.Button{
			Name: "You", Label: fmt.Sprintf(text.Profile.Button, s.setup.Account.Player().Name),
			Press: s.ui.EnterFunc(profileScreen),
		})
	}
}

// startRequest calls start, unless another request is in progress. It calls next later if the request succeeds, and
// otherwise shows the error.
func (s *Session) startRequest(start func(done func(now time.Duration, err error)), next func(now time.Duration)) {
	if s.profile.requestPending {
		return
	}
	s.profile.requestPending = true
	start(func(now time.Duration, err error) {
		s.profile.requestPending = false
		s.finishRequest(now, err, next)
	})
}

// finishRequest shows the error of a request, or calls next if there is none.
func (s *Session) finishRequest(now time.Duration, err error, next func(now time.Duration)) {
	if err != nil {
		s.ui.ShowMessage(errorSentence(err))
		return
	}
	next(now)
	s.ui.Rebuild()
}

// errorSentence returns an error as a sentence, with a capital letter and a period.
func errorSentence(err error) string { return toSentence(err.Error()) }

// toSentence returns words as a sentence, with a capital letter and a period.
func toSentence(words string) string {
	letters := []rune(words)
	if len(letters) > 0 {
		letters[0] = unicode.ToUpper(letters[0])
	}
	return string(letters) + "."
}

// shellCommand returns the shell command that sends an arcade command, for example "ssh HOST export" for the words
// "export".
func (s *Session) shellCommand(words string) string {
	return strings.Replace(s.setup.SSHCommand, "ssh -t", "ssh", 1) + " " + words
}

// beginName initializes the text field for the name.
func (s *Session) beginName(time.Duration) {
	e := ui.NewEntry(leaderboard.MaxNameColumns, "abcdefghijklmnopqrstuvwxyz0123456789-._", acceptForName)
	e.RefusalNotice, e.Done, e.Leave = errorSentence(leaderboard.ErrNameLetter), s.submitName, s.ui.Back
	p := s.setup.Account.Player()
	if p.NameChosen {
		e.Text = p.Name.String()
	}
	s.profile.prompted, s.profile.name = true, e
	if !p.NameChosen {
		s.app.ShowNotice("") // the notice refers to this screen
	}
}

// acceptForName appends a character to a name, unless names cannot contain the character.
func acceptForName(name string, r rune) string {
	if leaderboard.IsNameRune(r) {
		return name + string(r)
	}
	return name
}

// nameMenu fills in the name screen.
func (s *Session) nameMenu(m *ui.Menu) {
	e := &s.profile.name
	m.Title = text.Entry.NameTitle
	m.Lines = append(m.Lines, fmt.Sprintf(text.Profile.NameHelp, s.setup.Account.Player().Name),
		text.Profile.NameLetters, "", e.WithCursor(), e.UsedText())
}

// keepDefaultName marks the default name as chosen when the player leaves the name screen, so that the screen is not
// shown automatically again.
func (s *Session) keepDefaultName(time.Duration) {
	if p := s.setup.Account.Player(); !p.NameChosen && !s.profile.requestPending {
		s.setup.Account.Rename(p.Name, func(time.Duration, error) {})
	}
}

// submitName requests the entered name.
func (s *Session) submitName(now time.Duration) {
	n, err := leaderboard.ParseName(s.profile.name.Text)
	if err != nil {
		s.ui.ShowMessage(errorSentence(err))
		return
	}
	s.startRequest(func(done func(time.Duration, error)) { s.setup.Account.Rename(n, done) }, func(now time.Duration) {
		s.setup.Member.Rename(n.String())
		if s.ui.ID() == playerNameScreen {
			s.ui.Back(now)
		}
	})
}

// beginProfile resets the state from an earlier display of the screen.
func (s *Session) beginProfile(time.Duration) { s.profile.code, s.profile.confirmed = "", false }

// profileMenu fills in the profile screen.
func (s *Session) profileMenu(m *ui.Menu) {
	p := s.setup.Account.Player()
	m.Title, m.Stacked, m.Footer = text.Profile.Title, true, text.Menu.FooterEsc
	m.Lines = append(m.Lines, p.Name.String(),
		fmt.Sprintf(text.Profile.Since, p.FirstVisit.UTC().Format(time.DateOnly), text.Count.Games.Of(p.Games)))
	if code := s.profile.code; code != "" {
		m.Lines = append(m.Lines, "", text.Profile.OtherKey, s.shellCommand("claim "+code))
	}
	m.AddButton(text.Profile.Rename, s.ui.EnterFunc(playerNameScreen))
	hidden := text.Profile.GamesShown
	if s.setup.Member.Hidden() {
		hidden = text.Profile.GamesHidden
	}
	m.Add(ui.Button{
		Name: "Hidden", Label: hidden, Press: s.toggleHidden,
		Turn: func(_ int, now time.Duration) { s.toggleHidden(now) },
	})
	m.AddButton(text.Profile.AddKey, s.requestCode)
	m.AddButton(text.Profile.Keys, s.ui.EnterFunc(sshKeysScreen))
	m.AddButton(text.Profile.Delete, s.ui.EnterFunc(deleteScreen))
	m.AddButton(text.Menu.Back, s.ui.Back)
}

// toggleHidden hides the player's games from spectators, or shows them again.
func (s *Session) toggleHidden(time.Duration) {
	hide := !s.setup.Member.Hidden()
	s.startRequest(func(done func(time.Duration, error)) { s.setup.Account.SetHidden(hide, done) },
		func(time.Duration) { s.setup.Member.SetHidden(hide) })
}

// requestCode requests a code for another key.
func (s *Session) requestCode(time.Duration) {
	s.startRequest(func(done func(time.Duration, error)) {
		s.setup.Account.Link(func(now time.Duration, c leaderboard.Code, err error) {
			s.profile.code = c.String()
			done(now, err)
		})
	}, ui.NoOp)
}

// beginKeys requests the list of keys.
func (s *Session) beginKeys(time.Duration) {
	s.profile.keys = nil
	s.setup.Account.Keys(func(now time.Duration, all []leaderboard.Key, used int, err error) {
		s.finishRequest(now, err, func(time.Duration) { s.profile.keys, s.profile.keyInUse = all, used })
	})
}

// keysMenu fills in the list of keys.
func (s *Session) keysMenu(m *ui.Menu) {
	p := &s.profile
	m.Title, m.Stacked, m.Footer = text.Profile.KeysTitle, true, text.Menu.FooterEsc
	m.Lines = append(m.Lines, text.Profile.KeysHelp)
	for i, k := range p.keys {
		label := text.Profile.KeyRow
		if i == p.keyInUse {
			label = text.Profile.KeyRowCurrent
		}
		label = fmt.Sprintf(label, k.Fingerprint()[:len("SHA256:")+12], k.LastUsed.UTC().Format(time.DateOnly))
		m.Add(ui.Button{Name: k.Hash, Label: label, Press: func(now time.Duration) {
			s.profile.selectedKey = i
			s.ui.Enter(sshKeyScreen, now)
		}})
	}
	m.AddButton(text.Menu.Back, s.ui.Back)
}

// keyMenu fills in the screen of one key.
func (s *Session) keyMenu(m *ui.Menu) {
	p := &s.profile
	k := p.keys[p.selectedKey]
	m.Title, m.Stacked, m.Footer = text.Profile.KeyTitle, true, text.Menu.FooterEsc
	m.Lines = append(m.Lines, k.Fingerprint(), fmt.Sprintf(text.Profile.KeySince, k.Added.UTC().Format(time.DateOnly),
		k.LastUsed.UTC().Format(time.DateOnly)))
	if p.selectedKey == p.keyInUse {
		m.Lines = append(append(m.Lines, ""), widget.WrapText(text.Profile.CannotRemoveCurrentKey, profileWidth)...)
		m.AddButton(text.Menu.Back, s.ui.Back)
		return
	}
	m.Lines = append(append(m.Lines, ""), widget.WrapText(text.Profile.RemoveHelp, profileWidth)...)
	m.AddButton(text.Profile.KeepKey, s.ui.Back)
	m.AddButton(text.Profile.RemoveKey, func(time.Duration) {
		s.startRequest(func(done func(time.Duration, error)) { s.setup.Account.RemoveKey(k, done) },
			func(now time.Duration) {
				if s.ui.ID() == sshKeyScreen {
					s.ui.Back(now)
				}
			})
	})
}

// profileWidth is the width of the texts on these screens, in columns.
const profileWidth = 60

// deleteMenu fills in the screen for deleting the player, which must be confirmed twice.
func (s *Session) deleteMenu(m *ui.Menu) {
	m.Title, m.Stacked = text.Profile.DeleteTitle, true
	m.Lines = append(m.Lines, text.Profile.DeleteHelp, text.Profile.NoUndo,
		fmt.Sprintf(text.Profile.Export, s.shellCommand("export")))
	if s.profile.confirmed {
		m.Lines = append(m.Lines, "", text.Profile.AreYouSure)
		m.AddButton(text.Profile.No, s.ui.Back)
		m.AddButton(text.Profile.YesDelete, func(time.Duration) { s.startRequest(s.setup.Account.Delete, ui.NoOp) })
		return
	}
	m.AddButton(text.Profile.Keep, s.ui.Back)
	m.AddButton(text.Profile.Delete, func(time.Duration) {
		s.profile.confirmed = true
		s.ui.Menu.Selected = 0
	})
}
