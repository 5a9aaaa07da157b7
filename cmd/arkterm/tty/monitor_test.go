//go:build unix

package tty

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"
)

func TestMonitorTakesTheLastReport(t *testing.T) {
	for text, want := range map[string]report{
		``:                                      {},
		`{"Back":{"Leave":"a"}}`:                {Back: &wayBack{Leave: "a"}},
		`{"Back":{"Leave":"a"}}{}`:              {},
		`{"Back":{"Leave":"a"}}{"Saved":true}`:  {Saved: true},
		`{"Back":{"Leave":"a"}}{"Back":{"Leave`: {Back: &wayBack{Leave: "a"}}, // cut off
		`{"End":true}{"Back":{"Leave":"a"}}`:    {End: true},
		`{"Back":{"Leave":"a"},"Saved":true}{}`: {},
	} {
		got := lastReport(strings.NewReader(text))
		if got.End != want.End || got.Saved != want.Saved || (got.Back == nil) != (want.Back == nil) ||
			got.Back != nil && *got.Back != *want.Back {
			t.Errorf("%s: %+v, want %+v", text, got, want)
		}
	}
}

func TestMonitorReportsTheEnd(t *testing.T) {
	write := func([]byte) (string, error) { return "the file", nil }
	holding := &wayBack{}
	for _, c := range []struct {
		last report
		said string
		want []string
	}{
		{report{}, "", nil}, // killed while it was stopped
		{report{Saved: true}, "", nil},
		{report{Back: holding}, "", []string{"killed"}},
		{report{Back: holding, Saved: true}, "", []string{"killed", "arkterm continue"}},
		{report{}, "\nfatal error: all\n\ngoroutine 1:\n", []string{"bug: fatal error: all\n", "the file"}},
	} {
		var b bytes.Buffer
		reportEnd(&b, c.last, []byte(c.said), write)
		if (b.Len() > 0) != (len(c.want) > 0) {
			t.Errorf("%+v, %q: says %q", c.last, c.said, b.String())
		}
		for _, want := range c.want {
			if !strings.Contains(b.String(), want) {
				t.Errorf("%+v, %q: says %q, not %q", c.last, c.said, b.String(), want)
			}
		}
	}
}

// A program that cannot be started, or removed meanwhile.
func TestMonitorThatCannotStart(t *testing.T) {
	m := &monitor{ending: make(chan struct{}), gone: make(chan struct{})}
	close(m.gone)
	m.taken(wayBack{})
	m.given()
	m.end()
	m.end()
	var none *monitor
	none.taken(wayBack{})
	none.given()
	none.end()
	if _, err := os.Stat(self()); errors.Is(err, os.ErrNotExist) {
		t.Errorf("there is no %s", self())
	}
}
