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

// maxListedVisitors is the maximum number of visitors in the menu of the lobby. An arcade can have hundreds of
// visitors, and most of them are not playing.
const maxListedVisitors = 24

// lobbyMenu fills in the menu of the lobby: parties, ways to play, leaderboards, the profile, and the visitors.
func (s *Session) lobbyMenu(m *ui.Menu) {
	visitors := s.setup.Member.Members()
	m.Title, m.Stacked, m.Centered, m.Footer = text.Arcade.Title, true, true, text.Menu.FooterEsc
	here := text.Arcade.Here.Of(len(visitors))
	if len(visitors) == 1 {
		here = text.Arcade.NoOthers
	}
	m.Lines = append(m.Lines, here, fmt.Sprintf(text.Arcade.Kind, text.Translate(lobby.MatchKinds[s.choice.Kind].Title),
		text.Translate(lobby.MatchKinds[s.choice.Kind].Help)))

	s.seatExpiry = ui.Never
	for _, p := range s.setup.Member.Parties(s.now) {
		for _, seat := range p.Seats {
			if !seat.Present && seat.KeptUntil > s.now {
				s.seatExpiry = min(s.seatExpiry, seat.KeptUntil)
			}
		}
		m.Add(ui.Button{
			Name: fmt.Sprint("party ", p.ID), Label: partyLabel(&p),
			Press: func(now time.Duration) { s.showParty(s.setup.Member.JoinParty(p.ID, now), now) },
		})
	}
	m.Add(ui.Button{
		Name: "find", Label: fmt.Sprintf(text.Arcade.Find, text.Translate(lobby.MatchKinds[s.choice.Kind].Title)),
		Press: func(now time.Duration) { s.showParty(s.setup.Member.FindParty(s.choice, now), now) },
		Turn: func(d int, _ time.Duration) {
			s.choice.Kind = lobby.MatchKind(widget.WrapIndex(int(s.choice.Kind)+d, len(lobby.MatchKinds)))
		},
	})
	m.Add(ui.Button{
		Name: "invite", Label: text.Arcade.Invite,
		Press: func(now time.Duration) { s.showParty(s.setup.Member.OpenParty(s.choice, false, now), now) },
	})
	m.Add(ui.Button{Name: "code", Label: text.Arcade.EnterCode, Press: s.ui.EnterFunc(codeScreen)})
	s.addBoards(m)
	s.addProfile(m)
	s.addVisitors(m, visitors)
	m.AddButton(text.Menu.Back, s.ui.Back)
}

// addVisitors adds a button for each visitor: first visitors whose games can be watched, then other visitors with an
// activity.
func (s *Session) addVisitors(m *ui.Menu, visitors []lobby.MemberInfo) {
	if s.hasAccount() { // the button of the profile replaces the player's own button
		visitors = slices.DeleteFunc(visitors, func(v lobby.MemberInfo) bool { return v.Self })
	}
	slices.SortStableFunc(visitors, func(a, b lobby.MemberInfo) int { return listRank(&a) - listRank(&b) })
	listed, width := visitors[:min(len(visitors), maxListedVisitors)], 0
	for i := range listed {
		width = max(width, cell.Width(displayName(&listed[i])))
	}
	for _, v := range listed {
		b := ui.Button{Name: fmt.Sprint("person ", v.ID), Label: visitorLabel(&v, width)}
		switch {
		case v.Self:
		case v.Stream != nil:
			b.Press = func(now time.Duration) { s.watchVisitor(v, now) }
		case v.PartyID != 0:
			b.Press = func(now time.Duration) { s.showParty(s.setup.Member.JoinParty(v.PartyID, now), now) }
		case v.Waiting:
			b.Press = func(time.Duration) { s.ui.ShowMessage(fmt.Sprintf(text.Arcade.CodeOnly, v.Name)) }
		default:
			b.Press = func(time.Duration) { s.ui.ShowMessage(fmt.Sprintf(text.Arcade.NotWatchable, v.Name)) }
		}
		m.Add(b)
	}
	if more := len(visitors) - maxListedVisitors; more > 0 {
		m.Add(ui.Button{Name: "more", Label: fmt.Sprintf(text.Arcade.More, more)})
	}
}

// listRank returns a number by which the visitors in the list are ordered, lowest first.
func listRank(v *lobby.MemberInfo) int {
	switch {
	case v.Stream != nil && !v.Self:
		return 0
	case v.Activity != "":
		return 1
	}
	return 2
}

// beginLobby discards the last match. If the player has not chosen a name, it shows the name screen.
func (s *Session) beginLobby(now time.Duration) {
	s.game = nil
	s.promptName(now)
}

// maxNamesOnButton is the maximum number of names on the button of a party. For a larger party, the button contains the
// first name and the number of other players.
const maxNamesOnButton = 2

// advanceLobby updates the menu when a seat expires, because the player can then no longer return to a match.
func (s *Session) advanceLobby(now time.Duration) {
	if now >= s.seatExpiry {
		s.ui.Rebuild()
	}
}

// lobbyNextFrame returns the time at which the menu changes without an event.
func (s *Session) lobbyNextFrame(time.Duration) time.Duration { return s.seatExpiry }

// partyLabel returns the label of a party's button.
func partyLabel(p *lobby.Party) string {
	var names []string
	for _, seat := range p.Seats {
		names = append(names, seat.Name)
	}
	title, players := text.Translate(lobby.MatchKinds[p.Choice.Kind].Title), strings.Join(names, ", ")
	if len(names) > maxNamesOnButton {
		players = fmt.Sprintf(text.Arcade.AndMore, names[0], len(names)-1)
	}
	switch {
	case p.Started:
		return fmt.Sprintf(text.Arcade.Continue, title, players)
	case p.OwnSeat >= 0:
		return fmt.Sprintf(text.Arcade.Return, title)
	}
	return fmt.Sprintf(text.Arcade.PlayWith, title, players)
}

// displayName returns the name of a visitor in the list.
func displayName(v *lobby.MemberInfo) string {
	if v.Self {
		return fmt.Sprintf(text.Arcade.You, v.Name)
	}
	return v.Name
}

// visitorLabel returns the label of a visitor's button, with width columns for the name.
func visitorLabel(v *lobby.MemberInfo, width int) string {
	activity := cmp.Or(v.Activity, text.Arcade.InMenus)
	switch {
	case v.Self:
	case v.Stream != nil:
		activity += text.Arcade.CanWatch
	case v.PartyID != 0:
		activity += text.Arcade.CanJoin
	case v.Waiting:
		activity += text.Arcade.ByCode
	}
	return fmt.Sprintf("%-*s  %s", width, displayName(v), activity)
}
