package arcadeui

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm-arcade/lobby"
	"arkterm/cmd/arkterm-arcade/match"
	"arkterm/cmd/arkterm-arcade/spectate"
	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/input"
	"arkterm/render/format"
	"arkterm/render/widget"
)

// This file has the screens of a party that waits for people, and of the code that lets one in.

// follow goes where a step into a party has led, or says why it has led nowhere.
func (s *Session) follow(err error, now time.Duration) {
	if err != nil {
		s.say(sentence(err))
		return
	}
	s.toParty(now)
}

// Join joins a party by its code, as soon as the session begins or later.
func (s *Session) Join(code string, now time.Duration) {
	err := s.set.Person.JoinCode(strings.ToUpper(code), now)
	if err != nil && s.screen != codeScreen {
		s.enter(lobbyScreen, now)
	}
	s.follow(err, now)
}

// beginParty forgets the match before: its people wait for the next one.
func (s *Session) beginParty(time.Duration) {
	s.game = nil
	s.plays("waits for people", nil)
}

// plays says what the person does, and what there is to see of it.
func (s *Session) plays(what string, f *spectate.Stream) {
	s.set.Person.Plays(what)
	s.set.Person.Shows(f)
}

// toParty shows where the person's party is: it waits, plays, or is no more.
func (s *Session) toParty(now time.Duration) {
	switch p, ok := s.set.Person.Party(); {
	case !ok:
		s.enter(lobbyScreen, now)
	case p.Match != nil:
		s.sitDown(&p, now)
	default:
		s.enter(partyScreen, now)
	}
}

// partyChanged follows the party: its match has begun, for instance.
func (s *Session) partyChanged(now time.Duration) {
	if p, ok := s.set.Person.Party(); !ok || p.Match != nil {
		s.toParty(now)
	}
}

// party fills in the screen of a party that waits for people.
func (s *Session) party(m *menu) {
	p, ok := s.set.Person.Party()
	if !ok {
		return
	}
	row := &match.Kinds[p.Choice.Kind]
	m.Title, m.Stacked, m.Foot = strings.ToUpper(row.Title), true, "↑ ↓ choose · ← → change · esc leaves"
	m.Lines = append(m.Lines, sentenceOf(row.Says), "")
	for i, seat := range p.Seats {
		name := seat.Name
		if i == p.Seat {
			name += " (you)"
		}
		m.Lines = append(m.Lines, fmt.Sprintf("%d  %s", i+1, name))
	}
	if n := p.Room(); n > 0 {
		room := "Room for " + format.Count(n, "player") + "."
		if p.Open {
			room += " Anybody in the lobby may come in,"
			m.Lines = append(m.Lines, "", room, "or whom you send this line:", s.invitation(p.Code))
		} else {
			m.Lines = append(m.Lines, "", room+" Send them this line:", s.invitation(p.Code))
		}
	}
	if !p.Leads() {
		m.Foot = "↑ ↓ choose · esc leaves"
		leader := p.Seats[0].Name
		m.Lines = append(m.Lines, "", leader+" begins the match.")
		m.add(button{name: "wait", label: "Wait for " + leader, press: func(s *Session, _ time.Duration) { s.say("Only " + leader + " can begin the match.") }})
		m.addBack("Leave")
		return
	}

	begin := "Begin"
	if !row.Apart && p.Room() > 0 {
		begin = "Begin with a bot"
	}
	m.add(button{name: "begin", label: begin, press: (*Session).beginMatch})
	m.add(s.choiceButton("Game", row.Title, func(c *lobby.Choice, d int) {
		c.Kind = match.Kind(widget.Wrap(int(c.Kind)+d, len(match.Kinds)))
	}))
	if row.Level {
		m.add(s.choiceButton("Level", fmt.Sprint(p.Choice.First+1), func(c *lobby.Choice, d int) { c.First = widget.Wrap(c.First+d, s.set.Levels) }))
	}
	m.add(s.choiceButton("Difficulty", engine.Difficulties[p.Choice.Difficulty].Name, func(c *lobby.Choice, d int) {
		c.Difficulty = engine.Difficulty(widget.Wrap(int(c.Difficulty)+d, len(engine.Difficulties)))
	}))
	m.add(s.choiceButton("Bots", p.Choice.Bots.String(), func(c *lobby.Choice, d int) {
		c.Bots = bot.Strength(widget.Wrap(int(c.Bots)+d, len(bot.Strengths)))
	}))
	m.addBack("Leave")
}

// invitation returns the line that invites others.
func (s *Session) invitation(code string) string {
	return s.set.Client + " join " + code
}

// choiceButton returns a button that changes what the party plays.
func (s *Session) choiceButton(name, value string, change func(c *lobby.Choice, d int)) button {
	return button{name: name, label: fmt.Sprintf("%-10s ◂ %-9s ▸", name, value), turn: func(s *Session, d int, _ time.Duration) {
		p, ok := s.set.Person.Party()
		if !ok {
			return
		}
		change(&p.Choice, d)
		for p.Room() < 0 { // a kind that has no seats for all
			change(&p.Choice, d)
		}
		s.choice = p.Choice
		s.set.Person.Change(s.choice)
	}}
}

// beginMatch begins the party's match.
func (s *Session) beginMatch(now time.Duration) {
	s.follow(s.set.Person.Begin(now), now)
}

// leaveParty leaves the party for the lobby.
func (s *Session) leaveParty(now time.Duration) {
	s.set.Person.Part(now)
	s.plays("", nil)
}

// The code that lets one into a party is typed, or dialled: left and right turn the wheel, fire takes the letter.

// code fills in the screen of the code.
func (s *Session) code(m *menu) {
	m.Title, m.Stacked, m.Centred, m.Foot = "JOIN", true, true, "type it, or ← → and fire · esc"
	dots := strings.Repeat("·", max(0, lobby.CodeLength-len(s.typed)))
	m.Lines = append(m.Lines, "The code of the invitation", "", strings.Join(strings.Split(s.typed+dots, ""), " "))
	letter := string(lobby.CodeLetters[s.wheel])
	m.add(button{name: "Letter", label: "◂ " + letter + " ▸", turn: func(s *Session, d int, _ time.Duration) {
		s.wheel = widget.Wrap(s.wheel+d, len(lobby.CodeLetters))
	}, press: func(s *Session, now time.Duration) { s.typeLetter(letter, now) }})
	m.add(button{name: "Take a letter back", press: func(s *Session, _ time.Duration) { s.untypeLetter() }})
	m.addBack("Back")
}

// beginCode clears the code.
func (s *Session) beginCode(time.Duration) { s.typed, s.wheel = "", 0 }

// typeLetter adds a letter to the code, and tries it when it is whole.
func (s *Session) typeLetter(letter string, now time.Duration) {
	s.typed += letter
	if len(s.typed) == lobby.CodeLength {
		code := s.typed
		s.typed = ""
		s.Join(code, now)
	}
}

func (s *Session) untypeLetter() { s.typed = s.typed[:max(0, len(s.typed)-1)] }

// codeLetters says what a code is made of.
const codeLetters = "A code has letters of " + lobby.CodeLetters + "."

// pasteCode types the code that was pasted, alone or among other words as in the line of an invitation; or else what letters of
// a code the last word has.
func (s *Session) pasteCode(text string, now time.Duration) {
	letters := ""
	for word := range strings.FieldsSeq(strings.ToUpper(text)) {
		word = strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) })
		some := strings.Map(func(r rune) rune {
			if strings.ContainsRune(lobby.CodeLetters, r) {
				return r
			}
			return -1
		}, word)
		if letters = some; len(word) == lobby.CodeLength && some == word {
			break
		}
	}
	if letters == "" {
		s.notice = codeLetters
	}
	for _, r := range letters[:min(len(letters), lobby.CodeLength-len(s.typed))] {
		s.typeLetter(string(r), now)
	}
}

// codeKey takes a letter of the code, and backspace.
func (s *Session) codeKey(k keyPress) bool {
	if k.ev.Kind == input.Release {
		return false
	}
	r := k.ev.Types()
	letter := strings.ToUpper(string(r))
	switch {
	case k.ev.Key == tcell.KeyBackspace:
		s.notice = ""
		s.untypeLetter()
	case letter != "\x00" && strings.Contains(lobby.CodeLetters, letter):
		s.notice = ""
		s.typeLetter(letter, k.now)
	case unicode.IsLetter(r) || unicode.IsDigit(r):
		s.say(codeLetters)
	default:
		return false
	}
	s.rebuild()
	return true
}
