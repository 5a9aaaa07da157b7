package lobby

import (
	"errors"
	"testing"
)

// A player who hides is hidden in all visits. Other players and guests are not affected.
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
			t.Errorf("%s is hidden: %v, want %v", c.name, got, c.want)
		}
	}
	annAgain.SetHidden(false)
	if ann.Hidden() {
		t.Error("ann is still hidden after the second visit allowed spectators")
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
			t.Errorf("%s sets hidden to %v: the match is hidden: %v, want %v", c.member.name, c.hidden, !c.want, c.want)
		}
	}
}
