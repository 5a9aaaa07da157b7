package arcadeui

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	"arkterm/cmd/arkterm-arcade/lobby"
	"arkterm/cmd/arkterm/ui"
	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// This file contains the screen of a party that waits for players, and the screen for entering a party's code.

// showParty shows the visitor's party, or the error of an operation on the party if err is not nil.
func (s *Session) showParty(err error, now time.Duration) {
	if err != nil {
		s.ui.ShowMessage(errorSentence(err))
		return
	}
	s.showPartyScreen(now)
}

// Join joins the party with a code, and shows the party or the error.
func (s *Session) Join(code string, now time.Duration) {
	err := s.setup.Member.JoinByCode(strings.ToUpper(code), now)
	if err != nil && s.ui.ID() != codeScreen {
		s.ui.Enter(lobbyScreen, now)
	}
	s.showParty(err, now)
}

// beginParty discards the last match.
func (s *Session) beginParty(time.Duration) {
	s.game = nil
	s.setActivity(text.Arcade.Waiting, nil)
}

// setActivity sets the visitor's activity in the lobby, and the stream for spectators, which may be nil.
func (s *Session) setActivity(activity string, stream *lobby.GameStream) {
	s.setup.Member.SetActivity(activity)
	s.setup.Member.SetStream(stream)
}

// showPartyScreen shows the visitor's party while it waits for players, or the party's match. Without a party, it shows
// the lobby.
func (s *Session) showPartyScreen(now time.Duration) {
	switch p, ok := s.setup.Member.Party(); {
	case !ok:
		s.ui.Enter(lobbyScreen, now)
		s.showPartyEnd("")
	case p.Match != nil:
		s.takeSeat(&p, now)
	default:
		s.ui.Enter(partyScreen, now)
	}
}

// showPartyEnd shows the error that has ended the visitor's party. If there was no error, it shows message, unless
// message is "".
func (s *Session) showPartyEnd(message string) {
	if err := s.setup.Member.PartyEndError(); err != nil {
		message = errorSentence(err)
	}
	if message != "" {
		s.ui.ShowMessage(message)
	}
}

// partyChanged shows another screen if the visitor is no longer in the party, or if its match has started.
func (s *Session) partyChanged(now time.Duration) {
	if p, ok := s.setup.Member.Party(); !ok || p.Match != nil {
		s.showPartyScreen(now)
	}
}

// partyMenu fills in the screen of a party that waits for players.
func (s *Session) partyMenu(m *ui.Menu) {
	p, ok := s.setup.Member.Party()
	if !ok {
		return
	}
	row := &lobby.MatchKinds[p.Choice.Kind]
	m.Title, m.Stacked, m.Footer = strings.ToUpper(text.Translate(row.Title)), true, text.Arcade.LeaderFooter
	m.Lines = append(m.Lines, toSentence(text.Translate(row.Help)), "")
	for i, seat := range p.Seats {
		name := seat.Name
		if i == p.OwnSeat {
			name = fmt.Sprintf(text.Arcade.You, name)
		}
		m.Lines = append(m.Lines, fmt.Sprintf("%d  %s", i+1, name))
	}
	if n := p.NumFreeSeats(); n > 0 {
		freeSeats := text.Arcade.FreeSeats.Of(n)
		if p.Open {
			freeSeats += text.Arcade.Open
		} else {
			freeSeats += text.Arcade.Closed
		}
		m.Lines = append(append(append(m.Lines, ""), widget.WrapText(freeSeats, freeSeatsWidth)...),
			s.joinCommand(p.Code))
	}
	if !p.IsLeader() {
		m.Footer = text.Arcade.GuestFooter
		leader := p.Seats[0].Name
		m.Lines = append(m.Lines, "", fmt.Sprintf(text.Arcade.LeaderStarts, leader))
		m.Add(ui.Button{
			Name: "wait", Label: fmt.Sprintf(text.Arcade.WaitFor, leader),
			Press: func(time.Duration) { s.ui.ShowMessage(fmt.Sprintf(text.Arcade.OnlyLeader, leader)) },
		})
		m.AddButton(text.Arcade.Leave, s.ui.Back)
		return
	}

	begin := text.Arcade.Begin
	if !row.SeparateFields && p.NumFreeSeats() > 0 {
		begin = text.Arcade.BeginBot
	}
	m.Add(ui.Button{Name: "begin", Label: begin, Press: s.beginMatch})
	m.Add(s.choiceButton(text.Arcade.Game, text.Translate(row.Title), func(c *lobby.Choice, d int) {
		c.Kind = lobby.MatchKind(widget.WrapIndex(int(c.Kind)+d, len(lobby.MatchKinds)))
	}))
	if row.ChoosesLevel {
		m.Add(s.choiceButton(text.Arcade.Level, fmt.Sprint(p.Choice.FirstLevel+1),
			func(c *lobby.Choice, d int) { c.FirstLevel = widget.WrapIndex(c.FirstLevel+d, s.setup.NumLevels) }))
	}
	m.Add(s.choiceButton(text.Arcade.Difficulty, text.Translate(engine.Difficulties[p.Choice.Difficulty].Name),
		func(c *lobby.Choice, d int) {
			c.Difficulty = engine.Difficulty(widget.WrapIndex(int(c.Difficulty)+d, len(engine.Difficulties)))
		}))
	m.Add(s.choiceButton(text.Arcade.Bots, text.Translate(p.Choice.Bots.String()), func(c *lobby.Choice, d int) {
		c.Bots = bot.Strength(widget.WrapIndex(int(c.Bots)+d, len(bot.Strengths)))
	}))
	m.AddButton(text.Arcade.Leave, s.ui.Back)
}

// freeSeatsWidth is the width of the text about free seats, in columns.
const freeSeatsWidth = 54

// joinCommand returns the shell command with which other players join the party.
func (s *Session) joinCommand(code string) string {
	return s.setup.SSHCommand + " join " + code
}

// choiceButton returns a button that changes a part of the party's choice.
func (s *Session) choiceButton(name, value string, change func(c *lobby.Choice, d int)) ui.Button {
	return ui.Button{Name: name, Label: fmt.Sprintf("%-*s ◂ %-9s ▸", text.Widest(text.Arcade.Game, text.Arcade.Level,
		text.Arcade.Difficulty, text.Arcade.Bots), name, value), Turn: func(d int, _ time.Duration) {
		p, ok := s.setup.Member.Party()
		if !ok {
			return
		}
		change(&p.Choice, d)
		for p.NumFreeSeats() < 0 { // skip kinds that do not have enough seats
			change(&p.Choice, d)
		}
		s.choice = p.Choice
		s.setup.Member.SetChoice(s.choice)
	}}
}

// beginMatch starts the party's match.
func (s *Session) beginMatch(now time.Duration) {
	s.showParty(s.setup.Member.StartMatch(now), now)
}

// leaveParty leaves the party.
func (s *Session) leaveParty(now time.Duration) {
	s.setup.Member.LeaveParty(now)
	s.setActivity("", nil)
}

// codeMenu fills in the screen for entering a party's code.
func (s *Session) codeMenu(m *ui.Menu) {
	m.Title, m.Centered = text.Arcade.JoinTitle, true
	dots := strings.Repeat("·", max(0, lobby.CodeLength-len(s.code.Text)))
	m.Lines = append(m.Lines, text.Arcade.CodePrompt, "", strings.Join(strings.Split(s.code.Text+dots, ""), " "), "")
}

// beginCode initializes the text field for the code.
func (s *Session) beginCode(time.Duration) {
	s.code = ui.NewEntry(lobby.CodeLength, lobby.CodeLetters, acceptForCode)
	s.code.DoneWhenFull, s.code.RefusalNotice, s.code.Done, s.code.Leave = true, fmt.Sprintf(text.Arcade.CodeLetters,
		lobby.CodeLetters), s.joinWithCode, s.ui.Back
}

// acceptForCode appends a letter to a code, unless codes cannot contain the letter.
func acceptForCode(code string, r rune) string {
	if r = unicode.ToUpper(r); strings.ContainsRune(lobby.CodeLetters, r) {
		return code + string(r)
	}
	return code
}

// joinWithCode joins the party with the entered code, and clears the text field.
func (s *Session) joinWithCode(now time.Duration) {
	code := s.code.Text
	s.code.Text = ""
	s.Join(code, now)
}

// findCode returns the code in a pasted text, which may consist of several words, such as an invitation. If no word is
// a code, it returns the letters of the last word that can occur in codes.
func findCode(pasted string) (letters string) {
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
