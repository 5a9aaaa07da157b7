package process

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"
)

func TestMonitorHeedsTheLastOrder(t *testing.T) {
	for text, want := range map[string]order{
		``:                                    {},
		`{"Held":{"Way":"a"}}`:                {Held: &held{Way: "a"}},
		`{"Held":{"Way":"a"}}{}`:              {},
		`{"Held":{"Way":"a"}}{"Saved":true}`:  {Saved: true},
		`{"Held":{"Way":"a"}}{"Held":{"Way`:   {Held: &held{Way: "a"}}, // cut off
		`{"End":true}{"Held":{"Way":"a"}}`:    {End: true},
		`{"Held":{"Way":"a"},"Saved":true}{}`: {},
	} {
		got := heed(strings.NewReader(text))
		if got.End != want.End || got.Saved != want.Saved || (got.Held == nil) != (want.Held == nil) ||
			got.Held != nil && *got.Held != *want.Held {
			t.Errorf("%s: %+v, want %+v", text, got, want)
		}
	}
}

func TestMonitorReportsTheEnd(t *testing.T) {
	write := func([]byte) (string, error) { return "the file", nil }
	holding := &held{}
	for _, c := range []struct {
		last order
		said string
		want []string
	}{
		{order{}, "", nil}, // killed while it was stopped
		{order{Saved: true}, "", nil},
		{order{Held: holding}, "", []string{"killed"}},
		{order{Held: holding, Saved: true}, "", []string{"killed", "arkterm continue"}},
		{order{}, "\nfatal error: all\n\ngoroutine 1:\n", []string{"bug: fatal error: all\n", "the file"}},
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
	m := &monitor{gone: make(chan struct{})}
	m.lose()
	var err error
	if m.other, m.pipe, err = os.Pipe(); err != nil {
		t.Fatal(err)
	}
	m.taken(held{})
	m.given()
	m.end()
	var none *monitor
	none.taken(held{})
	none.given()
	none.end()
	if _, err := os.Stat(self()); errors.Is(err, os.ErrNotExist) {
		t.Errorf("there is no %s", self())
	}
}
