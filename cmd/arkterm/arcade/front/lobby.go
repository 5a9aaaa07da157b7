package front

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"arkterm/cmd/arkterm/arcade/hall"
	"arkterm/cmd/arkterm/arcade/match"
	"arkterm/cmd/arkterm/words"
)

// mostPeople is how many people the lobby shows. There may be hundreds, most of whom only look around.
const mostPeople = 24

// lobby fills in what one can play with whom, who is here, and what they play.
func (s *Session) lobby(m *menu) {
	people := s.set.Person.People()
	m.Title, m.Stacked, m.Centred, m.Foot = "ARCADE", true, true, "↑ ↓ choose · enter · esc"
	here := words.Count(len(people), "player") + " here"
	if len(people) == 1 {
		here = "nobody else is here"
	}
	m.Lines = append(m.Lines, here, match.Kinds[s.choice.Kind].Title+": "+match.Kinds[s.choice.Kind].Says)

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
	s.addBoards(m)
	s.addProfile(m)
	s.addPeople(m, people)
	m.addBack("Back")
}

// addPeople adds the buttons of those who are here: first of those whose games can be watched, then of others who play.
func (s *Session) addPeople(m *menu, people []hall.Visitor) {
	if s.hasSelf() { // has a button of their own
		people = slices.DeleteFunc(people, func(v hall.Visitor) bool { return v.Self })
	}
	slices.SortStableFunc(people, func(a, b hall.Visitor) int { return rankOf(&a) - rankOf(&b) })
	for i := range min(len(people), mostPeople) {
		v := people[i]
		b := button{name: fmt.Sprint("person ", v.ID), label: personLabel(&v)}
		switch {
		case v.Feed != nil && !v.Self:
			b.press = func(s *Session, now time.Duration) { s.watchPerson(v, now) }
		case !v.Self:
			b.press = func(s *Session, _ time.Duration) { s.say(v.Name + " plays nothing that can be watched.") }
		}
		m.add(b)
	}
	if more := len(people) - mostPeople; more > 0 {
		m.add(button{name: "more", label: fmt.Sprintf("… and %d more", more)})
	}
}

// rankOf returns where somebody stands among those who are here.
func rankOf(v *hall.Visitor) int {
	switch {
	case v.Feed != nil && !v.Self:
		return 0
	case v.Doing != "":
		return 1
	}
	return 2
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
