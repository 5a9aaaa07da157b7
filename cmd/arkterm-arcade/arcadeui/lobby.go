package arcadeui

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"arkterm/cmd/arkterm-arcade/lobby"
	"arkterm/cmd/arkterm-arcade/match"
	"arkterm/render/cell"
	"arkterm/render/format"
	"arkterm/render/widget"
)

// mostPeople is how many people the lobby shows. There may be hundreds, most of whom only look around.
const mostPeople = 24

// lobby fills in what one can play with whom, who is here, and what they play.
func (s *Session) lobby(m *menu) {
	people := s.set.Person.People()
	m.Title, m.Stacked, m.Centred, m.Foot = "ARCADE", true, true, "↑ ↓ choose · enter · esc"
	here := format.Count(len(people), "player") + " here"
	if len(people) == 1 {
		here = "nobody else is here"
	}
	m.Lines = append(m.Lines, here, match.Kinds[s.choice.Kind].Title+": "+match.Kinds[s.choice.Kind].Says)

	s.keptTo = never
	for _, p := range s.set.Person.Parties(s.now) {
		for _, seat := range p.Seats {
			if !seat.Here && seat.Until > s.now {
				s.keptTo = min(s.keptTo, seat.Until)
			}
		}
		m.add(button{name: fmt.Sprint("party ", p.ID), label: partyLabel(&p), press: func(s *Session, now time.Duration) { s.follow(s.set.Person.Join(p.ID, now), now) }})
	}
	m.add(button{
		name: "find", label: fmt.Sprintf("Play ◂ %-9s ▸ with anybody", match.Kinds[s.choice.Kind].Title),
		press: func(s *Session, now time.Duration) { s.follow(s.set.Person.Find(s.choice, now), now) },
		turn: func(s *Session, d int, _ time.Duration) {
			s.choice.Kind = match.Kind(widget.Wrap(int(s.choice.Kind)+d, len(match.Kinds)))
		},
	})
	m.add(button{name: "invite", label: "Invite somebody by a code", press: func(s *Session, now time.Duration) { s.follow(s.set.Person.Open(s.choice, false, now), now) }})
	m.add(button{name: "code", label: "I have a code", press: func(s *Session, now time.Duration) { s.enter(codeScreen, now) }})
	s.addBoards(m)
	s.addProfile(m)
	s.addPeople(m, people)
	m.addBack("Back")
}

// addPeople adds the buttons of those who are here: first of those whose games can be watched, then of others who play or wait.
func (s *Session) addPeople(m *menu, people []lobby.Visitor) {
	if s.hasSelf() { // has a button of their own
		people = slices.DeleteFunc(people, func(v lobby.Visitor) bool { return v.Self })
	}
	slices.SortStableFunc(people, func(a, b lobby.Visitor) int { return rankOf(&a) - rankOf(&b) })
	shown, width := people[:min(len(people), mostPeople)], 0
	for i := range shown {
		width = max(width, cell.Width(calledIn(&shown[i])))
	}
	for _, v := range shown {
		b := button{name: fmt.Sprint("person ", v.ID), label: personLabel(&v, width)}
		switch {
		case v.Self:
		case v.Feed != nil:
			b.press = func(s *Session, now time.Duration) { s.watchPerson(v, now) }
		case v.Party != 0:
			b.press = func(s *Session, now time.Duration) { s.follow(s.set.Person.Join(v.Party, now), now) }
		case v.Waits:
			b.press = func(s *Session, _ time.Duration) { s.say(v.Name + " lets people in by a code only: ask for it.") }
		default:
			b.press = func(s *Session, _ time.Duration) { s.say(v.Name + " plays nothing that can be watched.") }
		}
		m.add(b)
	}
	if more := len(people) - mostPeople; more > 0 {
		m.add(button{name: "more", label: fmt.Sprintf("… and %d more", more)})
	}
}

// rankOf returns where somebody stands among those who are here.
func rankOf(v *lobby.Visitor) int {
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

// mostNamed is how many people of a party its button names; of more it names the first.
const mostNamed = 2

// advanceLobby takes away the buttons of matches to which it is too late to come back.
func (s *Session) advanceLobby(now time.Duration) {
	if now >= s.keptTo {
		s.rebuild()
	}
}

func (s *Session) lobbyWakes(time.Duration) time.Duration { return s.keptTo }

// partyLabel returns the button of a party.
func partyLabel(p *lobby.Party) string {
	var names []string
	for _, seat := range p.Seats {
		names = append(names, seat.Name)
	}
	title, who := match.Kinds[p.Choice.Kind].Title, strings.Join(names, ", ")
	if len(names) > mostNamed {
		who = fmt.Sprintf("%s and %d more", names[0], len(names)-1)
	}
	switch {
	case p.Match != nil:
		return "Go on with " + title + ": " + who
	case p.Seat >= 0:
		return "Back to " + title
	}
	return "Play " + title + " with " + who
}

// calledIn returns how the list of those who are here calls somebody.
func calledIn(v *lobby.Visitor) string {
	if v.Self {
		return v.Name + " (you)"
	}
	return v.Name
}

// personLabel returns the line of somebody who is here, with so many columns for the name.
func personLabel(v *lobby.Visitor, width int) string {
	doing := cmp.Or(v.Doing, "looks around")
	switch {
	case v.Self:
	case v.Feed != nil:
		doing += " · watch"
	case v.Party != 0:
		doing += " · join"
	case v.Waits:
		doing += ", by code only"
	}
	return fmt.Sprintf("%-*s  %s", width, calledIn(v), doing)
}
