package screen

import (
	"errors"
	"testing"

	"github.com/gdamore/tcell/v2"
)

// DropUnsent removes only the queries that were not sent completely.
func TestUnsentQueries(t *testing.T) {
	for _, c := range []struct{ sent, want int }{{0, 0}, {9, 0}, {10, 1}, {29, 1}, {30, 2}, {40, 2}} {
		var l link
		for _, bytes := range []int{10, 20} {
			l.pending = append(l.pending, pendingQuery{bytesSince: bytes})
		}
		if l.DropUnsent(30, c.sent); len(l.pending) != c.want {
			t.Errorf("after %d of 30 sent bytes, %d queries are pending, want %d", c.sent, len(l.pending), c.want)
		}
	}
}

// NewDriver returns the error of the screen's constructor.
func TestNewDriverReturnsTheError(t *testing.T) {
	failed := errors.New("no screen")
	_, err := NewDriver(newFake(), Options{HandlePanic: func() {}}, func(tcell.Tty) (tcell.Screen, string, error) {
		return nil, "", failed
	})
	if !errors.Is(err, failed) {
		t.Errorf("NewDriver = %v, want %v", err, failed)
	}
}
