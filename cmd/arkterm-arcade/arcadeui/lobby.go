package arcadeui

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"arkterm/cmd/arkterm-arcade/lobby"
	"arkterm/cmd/arkterm/ui"
	"arkterm/render/cell"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// maxListed is the maximum number of visitors that the lobby lists. There may be hundreds, most of them in the menus.
const maxListed = 24

// lobby fills in the menu of the lobby: the games to play, the visitors, and the games that they play.
func (s *Session) lobby(m *ui.Menu) {
	people := s.set.Person.Members()
	m.Title, m.Stacked, m.Centered, m.Footer = text.Arcade.Title, true, true, text.Menu.FooterEsc
	here := text.Arcade.Here.Of(len(people))
	if len(people) == 1 {
		here = text.Arcade.Alone
	}
	m.Lines = append(m.Lines, here, fmt.Sprintf(text.Arcade.Kind, text.Translate(lobby.MatchKinds[s.choice.Kind].Title),
		text.Translate(lobby.MatchKinds[s.choice.Kind].Help)))

	s.seatExpiry = ui.Never
	for _, p := range s.set.Person.Parties(s.now) {
		for _, seat := range p.Seats {
			if !seat.Present && seat.KeptUntil > s.now {
				s.seatExpiry = min(s.seatExpiry, seat.KeptUntil)
			}
		}
		m.Add(ui.Button{
			Name: fmt.Sprint("party ", p.ID), Label: partyLabel(&p),
			Press: func(now time.Duration) { s.follow(s.set.Person.JoinParty(p.ID, now), now) },
		})
	}
	m.Add(ui.Button{
		Name: "find", Label: fmt.Sprintf(text.Arcade.Find, text.Translate(lobby.MatchKinds[s.choice.Kind].Title)),
		Press: func(now time.Duration) { s.follow(s.set.Person.FindParty(s.choice, now), now) },
		Turn: func(d int, _ time.Duration) {
			s.choice.Kind = lobby.MatchKind(widget.Wrap(int(s.choice.Kind)+d, len(lobby.MatchKinds)))
		},
	})
	m.Add(ui.Button{
		Name: "invite", Label: text.Arcade.Invite,
		Press: func(now time.Duration) { s.follow(s.set.Person.OpenParty(s.choice, false, now), now) },
	})
	m.Add(ui.Button{Name: "code", Label: text.Arcade.EnterCode, Press: func(now time.Duration) {
		s.ui.Enter(codeScreen,
			now)
	}})
	s.addBoards(m)
	s.addProfile(m)
	s.addPeople(m, people)
	m.AddButton(text.Menu.Back, s.ui.Back)
}

// addPeople adds the buttons of the visitors, first of those whose games can be watched, then of others who play or
// wait.
func (s *Session) addPeople(m *ui.Menu, people []lobby.MemberInfo) {
	if s.hasAccount() { // the profile has a button
		people = slices.DeleteFunc(people, func(v lobby.MemberInfo) bool { return v.Self })
	}
	slices.SortStableFunc(people, func(a, b lobby.MemberInfo) int { return listRank(&a) - listRank(&b) })
	shown, width := people[:min(len(people), maxListed)], 0
	for i := range shown {
		width = max(width, cell.Width(displayName(&shown[i])))
	}
	for _, v := range shown {
		b := ui.Button{Name: fmt.Sprint("person ", v.ID), Label: personLabel(&v, width)}
		switch {
		case v.Self:
		case v.Stream != nil:
			b.Press = func(now time.Duration) { s.watchPerson(v, now) }
		case v.Party != 0:
			b.Press = func(now time.Duration) { s.follow(s.set.Person.JoinParty(v.Party, now), now) }
		case v.Waiting:
			b.Press = func(time.Duration) { s.ui.Say(fmt.Sprintf(text.Arcade.CodeOnly, v.Name)) }
		default:
			b.Press = func(time.Duration) { s.ui.Say(fmt.Sprintf(text.Arcade.NotWatchable, v.Name)) }
		}
		m.Add(b)
	}
	if more := len(people) - maxListed; more > 0 {
		m.Add(ui.Button{Name: "more", Label: fmt.Sprintf(text.Arcade.More, more)})
	}
}

// listRank returns the rank of a visitor in the list.
func listRank(v *lobby.MemberInfo) int {
	switch {
	case v.Stream != nil && !v.Self:
		return 0
	case v.Activity != "":
		return 1
	}
	return 2
}

// beginLobby forgets the last match. A player without a chosen name is prompted for one.
func (s *Session) beginLobby(now time.Duration) {
	s.game = nil
	s.askName(now)
}

// maxNamed is the maximum number of players that the button of a party names. In larger parties it names only the
// first.
const maxNamed = 2

// advanceLobby takes away the buttons of matches to which it is too late to come back.
func (s *Session) advanceLobby(now time.Duration) {
	if now >= s.seatExpiry {
		s.ui.Rebuild()
	}
}

func (s *Session) lobbyWakes(time.Duration) time.Duration { return s.seatExpiry }

// partyLabel returns the button of a party.
func partyLabel(p *lobby.Party) string {
	var names []string
	for _, seat := range p.Seats {
		names = append(names, seat.Name)
	}
	title, who := text.Translate(lobby.MatchKinds[p.Choice.Kind].Title), strings.Join(names, ", ")
	if len(names) > maxNamed {
		who = fmt.Sprintf(text.Arcade.AndMore, names[0], len(names)-1)
	}
	switch {
	case p.Match != nil:
		return fmt.Sprintf(text.Arcade.Continue, title, who)
	case p.OwnSeat >= 0:
		return fmt.Sprintf(text.Arcade.Return, title)
	}
	return fmt.Sprintf(text.Arcade.PlayWith, title, who)
}

// displayName returns the name of a visitor in the list.
func displayName(v *lobby.MemberInfo) string {
	if v.Self {
		return fmt.Sprintf(text.Arcade.You, v.Name)
	}
	return v.Name
}

// personLabel returns the line of a visitor, with width columns for the name.
func personLabel(v *lobby.MemberInfo, width int) string {
	doing := cmp.Or(v.Activity, text.Arcade.Idle)
	switch {
	case v.Self:
	case v.Stream != nil:
		doing += text.Arcade.CanWatch
	case v.Party != 0:
		doing += text.Arcade.CanJoin
	case v.Waiting:
		doing += text.Arcade.ByCode
	}
	return fmt.Sprintf("%-*s  %s", width, displayName(v), doing)
}
