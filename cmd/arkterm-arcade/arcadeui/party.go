package arcadeui

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	"arkterm/cmd/arkterm-arcade/lobby"
	"arkterm/cmd/arkterm-arcade/spectate"
	"arkterm/cmd/arkterm/ui"
	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// This file has the screens of a party that waits for people, and of the code that lets one in.

// follow shows the party after it was joined or changed, or the error.
func (s *Session) follow(err error, now time.Duration) {
	if err != nil {
		s.ui.Say(sentence(err))
		return
	}
	s.toParty(now)
}

// Join joins a party by its code, as soon as the session begins or later.
func (s *Session) Join(code string, now time.Duration) {
	err := s.set.Person.JoinByCode(strings.ToUpper(code), now)
	if err != nil && s.ui.ID() != codeScreen {
		s.ui.Enter(lobbyScreen, now)
	}
	s.follow(err, now)
}

// beginParty forgets the last match, since the players wait for the next one.
func (s *Session) beginParty(time.Duration) {
	s.game = nil
	s.plays(text.Arcade.Waiting, nil)
}

// plays sets the visitor's activity in the lobby, and the stream for spectators.
func (s *Session) plays(activity string, f *spectate.Stream) {
	s.set.Person.SetActivity(activity)
	s.set.Person.SetStream(f)
}

// toParty shows the screen of the person's party, which waits, plays or has ended.
func (s *Session) toParty(now time.Duration) {
	switch p, ok := s.set.Person.Party(); {
	case !ok:
		s.ui.Enter(lobbyScreen, now)
	case p.Match != nil:
		s.sitDown(&p, now)
	default:
		s.ui.Enter(partyScreen, now)
	}
}

// partyChanged shows another screen if the party has ended or its match has begun.
func (s *Session) partyChanged(now time.Duration) {
	if p, ok := s.set.Person.Party(); !ok || p.Match != nil {
		s.toParty(now)
	}
}

// party fills in the screen of a party that waits for people.
func (s *Session) party(m *ui.Menu) {
	p, ok := s.set.Person.Party()
	if !ok {
		return
	}
	row := &lobby.MatchKinds[p.Choice.Kind]
	m.Title, m.Stacked, m.Footer = strings.ToUpper(text.Translate(row.Title)), true, text.Arcade.LeaderFooter
	m.Lines = append(m.Lines, sentenceOf(text.Translate(row.Help)), "")
	for i, seat := range p.Seats {
		name := seat.Name
		if i == p.OwnSeat {
			name = fmt.Sprintf(text.Arcade.You, name)
		}
		m.Lines = append(m.Lines, fmt.Sprintf("%d  %s", i+1, name))
	}
	if n := p.FreeSeats(); n > 0 {
		room := text.Arcade.Room.Of(n)
		if p.Open {
			room += text.Arcade.Open
		} else {
			room += text.Arcade.Closed
		}
		m.Lines = append(append(append(m.Lines, ""), widget.WrapText(room, roomWidth)...), s.invitation(p.Code))
	}
	if !p.IsLeader() {
		m.Footer = text.Arcade.GuestFooter
		leader := p.Seats[0].Name
		m.Lines = append(m.Lines, "", fmt.Sprintf(text.Arcade.Begins, leader))
		m.Add(ui.Button{
			Name: "wait", Label: fmt.Sprintf(text.Arcade.WaitFor, leader),
			Press: func(time.Duration) { s.ui.Say(fmt.Sprintf(text.Arcade.OnlyLeader, leader)) },
		})
		m.AddButton(text.Arcade.Leave, s.ui.Back)
		return
	}

	begin := text.Arcade.Begin
	if !row.SeparateFields && p.FreeSeats() > 0 {
		begin = text.Arcade.BeginBot
	}
	m.Add(ui.Button{Name: "begin", Label: begin, Press: s.beginMatch})
	m.Add(s.choiceButton(text.Arcade.Game, text.Translate(row.Title), func(c *lobby.Choice, d int) {
		c.Kind = lobby.MatchKind(widget.Wrap(int(c.Kind)+d, len(lobby.MatchKinds)))
	}))
	if row.ChoosesLevel {
		m.Add(s.choiceButton(text.Arcade.Level, fmt.Sprint(p.Choice.First+1),
			func(c *lobby.Choice, d int) { c.First = widget.Wrap(c.First+d, s.set.Levels) }))
	}
	m.Add(s.choiceButton(text.Arcade.Difficulty, text.Translate(engine.Difficulties[p.Choice.Difficulty].Name),
		func(c *lobby.Choice, d int) {
			c.Difficulty = engine.Difficulty(widget.Wrap(int(c.Difficulty)+d, len(engine.Difficulties)))
		}))
	m.Add(s.choiceButton(text.Arcade.Bots, text.Translate(p.Choice.Bots.String()), func(c *lobby.Choice, d int) {
		c.Bots = bot.Strength(widget.Wrap(int(c.Bots)+d, len(bot.Strengths)))
	}))
	m.AddButton(text.Arcade.Leave, s.ui.Back)
}

// roomWidth is the width that the text about free seats is broken to.
const roomWidth = 54

// invitation returns the line that invites others.
func (s *Session) invitation(code string) string {
	return s.set.Client + " join " + code
}

// choiceButton returns a button that changes what the party plays.
func (s *Session) choiceButton(name, value string, change func(c *lobby.Choice, d int)) ui.Button {
	return ui.Button{Name: name, Label: fmt.Sprintf("%-*s ◂ %-9s ▸", text.Widest(text.Arcade.Game, text.Arcade.Level,
		text.Arcade.Difficulty, text.Arcade.Bots), name, value), Turn: func(d int, _ time.Duration) {
		p, ok := s.set.Person.Party()
		if !ok {
			return
		}
		change(&p.Choice, d)
		for p.FreeSeats() < 0 { // a kind that has no seats for all
			change(&p.Choice, d)
		}
		s.choice = p.Choice
		s.set.Person.SetChoice(s.choice)
	}}
}

// beginMatch begins the party's match.
func (s *Session) beginMatch(now time.Duration) {
	s.follow(s.set.Person.StartMatch(now), now)
}

// leaveParty leaves the party for the lobby.
func (s *Session) leaveParty(now time.Duration) {
	s.set.Person.LeaveParty(now)
	s.plays("", nil)
}

// codeMenu fills in the screen of the code that admits a player to a party.
func (s *Session) codeMenu(m *ui.Menu) {
	m.Title, m.Centered = text.Arcade.JoinTitle, true
	dots := strings.Repeat("·", max(0, lobby.CodeLength-len(s.code.Text)))
	m.Lines = append(m.Lines, text.Arcade.CodePrompt, "", strings.Join(strings.Split(s.code.Text+dots, ""), " "), "")
}

// beginCode clears the code.
func (s *Session) beginCode(time.Duration) {
	s.code = ui.NewEntry(lobby.CodeLength, lobby.CodeLetters, acceptForCode)
	s.code.Fixed, s.code.Refused, s.code.Done, s.code.Leave = true, fmt.Sprintf(text.Arcade.CodeLetters,
		lobby.CodeLetters), s.tryCode, s.ui.Back
}

// acceptForCode returns a code with a letter appended if codes may have it.
func acceptForCode(code string, r rune) string {
	if r = unicode.ToUpper(r); strings.ContainsRune(lobby.CodeLetters, r) {
		return code + string(r)
	}
	return code
}

// tryCode joins the party with the code.
func (s *Session) tryCode(now time.Duration) {
	code := s.code.Text
	s.code.Text = ""
	s.Join(code, now)
}

// codeIn returns the code in a pasted text, which may be one of several words, as in an invitation. If no word is a
// code, it returns the letters of the last word that a code may have.
func codeIn(pasted string) (letters string) {
	for word := range strings.FieldsSeq(strings.ToUpper(pasted)) {
		word = strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) })
		letters = strings.Map(func(r rune) rune {
			if strings.ContainsRune(lobby.CodeLetters, r) {
				return r
			}
			return -1
		}, word)
		if len(word) == lobby.CodeLength && letters == word {
			break
		}
	}
	return letters
}
