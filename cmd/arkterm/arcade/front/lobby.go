package front

import (
	"fmt"

	"arkterm/cmd/arkterm/words"
)

// lobby fills in who is here and what they play.
func (s *Session) lobby(m *menu) {
	people := s.set.Person.People()
	m.Title, m.Stacked, m.Foot = "ARCADE", true, "↑ ↓ choose · enter · esc"
	m.Lines = append(m.Lines, words.Count(len(people), "player")+" here")
	for _, v := range people {
		m.Lines = append(m.Lines, fmt.Sprintf("%-16s  %s", v.Name, v.Doing))
	}
	s.addWatches(m)
	s.addBoards(m)
	s.addProfile(m)
	m.addBack("Back")
}
