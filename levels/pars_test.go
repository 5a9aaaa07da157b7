package levels

import (
	"strings"
	"testing"
)

func TestWithPars(t *testing.T) {
	const text = "arkterm levels 1\r\n# level: none\r\nlevel: A\r\npar score: 3\r\n" + brick +
		"level : B\npar time: 0:10\npar score: 20\n" + brick + "rows:\n  level: x\nlevel: C\n" + brick
	const want = "arkterm levels 1\r\n# level: none\r\nlevel: A\r\npar time: 1:05\r\npar score: 900\r\n" + brick +
		"level : B\npar time: 0:10\npar score: 800\n" + brick + "rows:\n  level: x\nlevel: C\n" + brick
	s := Source{Text: text}
	if n := s.CountLevels(); n != 3 {
		t.Errorf("CountLevels() = %d, want 3", n)
	}
	swapped := strings.Replace(want, "par time: 0:10\npar score: 800\n", "par score: 800\npar time: 0:10\n", 1)
	if got := WithPars(s, []Par{{65, 900}, {0, 800}, {}}); got != swapped {
		t.Errorf("WithPars() = %q, want %q", got, swapped)
	}
	pars := []Par{{65, 900}, {70, 800}, {1, 2}}
	again := WithPars(Source{Text: WithPars(s, pars)}, pars)
	if again != WithPars(s, []Par{{65, 900}, {70, 800}, {1, 2}}) {
		t.Errorf("a second WithPars changes the text: %q", again)
	}
}

// TestParsAreRead checks that WithPars writes pars that Parse reads, for all shipped levels.
func TestParsAreRead(t *testing.T) {
	for _, text := range shippedTexts(t) {
		got, err := Parse("a.level", []byte(WithPars(Source{Text: text}, []Par{{61, 1200}})))
		if err != nil {
			t.Fatal(err)
		}
		if l := got.Levels[0]; l.ParTime != 61*240 || l.ParScore != 1200 {
			t.Errorf("%s: pars after WithPars = %d ticks and %d points, want %d and 1200", l.Name, l.ParTime,
				l.ParScore, 61*240)
		}
	}
}
