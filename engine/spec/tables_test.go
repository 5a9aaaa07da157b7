package spec

import (
	"regexp"
	"strings"
	"testing"

	"arkterm/engine/parse"
)

func TestEveryKindHasARow(t *testing.T) {
	names := map[string]bool{}
	for k, row := range Kinds {
		if row.Name == "" || row.Help == "" || row.Hits == 0 || names[row.Name] {
			t.Errorf("Kinds[%d] = %+v, want a unique name, a Help text and hits", k, row)
		}
		if row.Breakable && row.StrongOnly {
			t.Errorf("%s is both breakable and strong-only", row.Name)
		}
		names[row.Name] = true
	}
}

// Players do not know the units of the field, and do not count milliseconds.
func TestHelpHasNoUnits(t *testing.T) {
	var all []string
	for _, row := range Kinds {
		all = append(all, row.Help)
	}
	for _, row := range Drops {
		all = append(all, row.Help)
	}
	for _, row := range Drones {
		all = append(all, row.Help)
	}
	for _, row := range Bosses {
		all = append(all, row.Help)
	}
	for _, help := range all {
		if regexp.MustCompile(`\b(units?|ms)\b`).MatchString(help) {
			t.Errorf("the text %q contains a unit, want words", help)
		}
	}
}

// Each phase must start at fewer hits than the previous one, and only bosses with a ring have
// shields.
func TestBossTableIsValid(t *testing.T) {
	for boss := Queen; boss < NumBosses; boss++ {
		row := &Bosses[boss]
		named, err := parse.Name(row.Name, Queen, NumBosses)
		if row.Hits > maxBossHits || row.Phases[0].StartHits != row.Hits || named != boss || err != nil ||
			row.Help == "" {
			t.Errorf(
				"Bosses[%d] = %+v, want a name, a Help text, at most %d hits, and a first phase from that number of "+
					"hits",
				boss, row, maxBossHits)
		}
		for k, p := range row.Phases {
			if k > 0 && p.StartHits >= row.Phases[k-1].StartHits || p.WeakSides == 0 ||
				p.Shields != 0 && row.Ring == 0 || p.MaxDrones > MaxDrones ||
				(p.VolleyTicks > 0) != (p.BoltsPerVolley > 0) {
				t.Errorf("%s: phase %d is invalid: %+v", row.Name, k+1, p)
			}
		}
	}
}

// The rule of a challenge must fit into the narrowest field.
func TestChallengeRulesFit(t *testing.T) {
	const maxColumns = 29
	for _, row := range Twists {
		if len(row.Help) > maxColumns {
			t.Errorf("%s: the rule %q has %d columns, want at most %d", row.Name, row.Help, len(row.Help), maxColumns)
		}
	}
	for _, row := range Measures {
		if len(row.Help) > maxColumns {
			t.Errorf("%s: the rule %q has %d columns, want at most %d", row.Name, row.Help, len(row.Help), maxColumns)
		}
	}
}

// Each drop has one name: files spell it with hyphens, the screen with spaces and thousands
// separators.
func TestDropLabelsMatchNames(t *testing.T) {
	toName := strings.NewReplacer(" ", "-", ",", "")
	for _, row := range Drops[NoDrop+1:] {
		if got := toName.Replace(row.Label); got != row.Name {
			t.Errorf("label of drop %q = %q, want the words of its name", row.Name, row.Label)
		}
	}
}

func TestParseDrop(t *testing.T) {
	for k := NoDrop + 1; k < NumDrops; k++ {
		if got, err := ParseDrop(Drops[k].Name); got != k || err != nil {
			t.Errorf("ParseDrop(%q) = %v, %v, want %v", Drops[k].Name, got, err, k)
		}
	}

	for _, old := range oldDropNames {
		if got, err := ParseDrop(old.name); got != old.kind || err != nil {
			t.Errorf("ParseDrop(%q) = %v, %v, want %v", old.name, got, err, old.kind)
		}
	}

	for _, name := range []string{"", "none", "gold ", "Gold"} {
		if got, err := ParseDrop(name); err == nil {
			t.Errorf("ParseDrop(%q) = %v, want an error", name, got)
		}
	}
}
