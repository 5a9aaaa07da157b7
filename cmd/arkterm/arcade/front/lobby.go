package front

import (
	"fmt"
	"strings"
	"time"

	"arkterm/cmd/arkterm/arcade/hall"
	"arkterm/cmd/arkterm/arcade/match"
	"arkterm/cmd/arkterm/words"
)

// lobby fills in what one can play with whom, who is here, and what they play.
func (s *Session) lobby(m *menu) {
	people := s.set.Person.People()
	m.Title, m.Stacked, m.Centred, m.Foot = "ARCADE", true, true, "↑ ↓ choose · enter · esc"
	m.Lines = append(m.Lines, words.Count(len(people), "player")+" here", match.Kinds[s.choice.Kind].Title+": "+match.Kinds[s.choice.Kind].Says)

	for _, p := range s.set.Person.Parties(s.now) {
		m.add(button{name: fmt.Sprint("party ", p.ID), label: partyLabel(&p), press: func(s *Session, now time.Duration) { s.follow(s.set.Person.Join(p.ID, now), now) }})
	}
	m.add(button{
		name: "find", label: fmt.Sprintf("Play ◂ %-9s ▸ with anybody", match.Kinds[s.choice.Kind].Title),
		press: func(s *Session, now time.Duration) { s.follow(s.set.Person.Find(s.choice, now), now) },
		turn: func(s *Session, d int, _ time.Duration) {
			s.choice.Kind = match.Kind(wrap(int(s.choice.Kind), d, len(match.Kinds)))
		},
	})
	m.add(button{name: "invite", label: "Invite somebody by a code", press: func(s *Session, now time.Duration) { s.follow(s.set.Person.Open(s.choice, false, now), now) }})
	m.add(button{name: "code", label: "I have a code", press: func(s *Session, now time.Duration) { s.enter(codeScreen, now) }})
	for _, v := range people {
		if v.Self && s.hasSelf() {
			continue // has a button of their own below
		}
		b := button{name: fmt.Sprint("person ", v.ID), label: personLabel(&v)}
		if v.Feed != nil && !v.Self {
			b.press = func(s *Session, now time.Duration) { s.watchPerson(v, now) }
		}
		m.add(b)
	}
	s.addBoards(m)
	s.addProfile(m)
	m.addBack("Back")
}

// beginLobby forgets the match before, and asks who has no name for one.
func (s *Session) beginLobby(now time.Duration) {
	s.game = nil
	s.askName(now)
}

// partyLabel returns the button of a party.
func partyLabel(p *hall.Party) string {
	var names []string
	for _, seat := range p.Seats {
		names = append(names, seat.Name)
	}
	title, who := match.Kinds[p.Choice.Kind].Title, strings.Join(names, ", ")
	switch {
	case p.Match != nil:
		return "Go on with " + title + ": " + who
	case p.Seat >= 0:
		return "Back to " + title
	}
	return "Play " + title + " with " + who
}

// personLabel returns the line of somebody who is here.
func personLabel(v *hall.Visitor) string {
	name, doing := v.Name, v.Doing
	if v.Self {
		name += " (you)"
	}
	if doing == "" {
		doing = "looks around"
	}
	if v.Feed != nil && !v.Self {
		doing += " · watch"
	}
	return fmt.Sprintf("%-18s %s", name, doing)
}
