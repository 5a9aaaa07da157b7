package lobby

import (
	"errors"
	"testing"
)

// SetHidden applies to all visits of a player, but not to other players and guests.
func TestSetHiddenAppliesToOnePlayer(t *testing.T) {
	h := newTestLobby()
	ann, annAgain, bob := h.Enter("ann", "a", 0), h.Enter("ann", "a", 0), h.Enter("bob", "b", 0)
	guest, otherGuest := h.Enter("guest", "", 0), h.Enter("other", "", 0)
	ann.SetHidden(true)
	guest.SetHidden(true)
	for _, c := range []struct {
		name string
		m    *Member
		want bool
	}{
		{"ann", ann, true},
		{"the second visit of ann", annAgain, true},
		{"bob", bob, false},
		{"the guest", guest, true},
		{"the other guest", otherGuest, false},
	} {
		if got := c.m.Hidden(); got != c.want {
			t.Errorf("Hidden() of %s = %v, want %v", c.name, got, c.want)
		}
	}
	annAgain.SetHidden(false)
	if ann.Hidden() {
		t.Error("after SetHidden(false) in the second visit, Hidden() of the first visit = true, want false")
	}
}

// SetHidden has an effect on a match in progress.
func TestSetHiddenDuringMatch(t *testing.T) {
	h := newTestLobby()
	ann, bob := h.Enter("ann", "a", 0), h.Enter("bob", "b", 0)
	if err := errors.Join(ann.FindParty(Choice{Kind: Arkanong}, 0),
		bob.FindParty(Choice{Kind: Arkanong}, 0)); err != nil {
		t.Fatal(err)
	}
	stream := partyOf(t, ann).Match.Stream(0)
	for _, c := range []struct {
		member *Member
		hidden bool
		want   bool
	}{{bob, true, true}, {ann, true, true}, {bob, false, true}, {ann, false, false}} {
		if c.member.SetHidden(c.hidden); stream.Hidden() != c.want {
			t.Errorf("after SetHidden(%v) of %s, Hidden() of the match = %v, want %v", c.hidden, c.member.name, !c.want,
				c.want)
		}
	}
}
