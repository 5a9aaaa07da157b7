package spec

import (
	"testing"

	"arkterm/engine/parse"
)

func TestEveryKindHasARow(t *testing.T) {
	names := map[string]bool{}
	for k, row := range Kinds {
		if row.Name == "" || row.Says == "" || row.Hits == 0 || names[row.Name] {
			t.Errorf("kind %d: %+v", k, row)
		}
		if row.Breaks && row.Strong {
			t.Errorf("%s breaks to any ball, and to strong ones only", row.Name)
		}
		names[row.Name] = true
	}
}

// The table: each phase begins below the one before, and shields are of a ring.
func TestBossesAreWell(t *testing.T) {
	for boss := Queen; boss < BossKinds; boss++ {
		row := &Bosses[boss]
		named, err := parse.Name(row.Name, Queen, BossKinds)
		if row.Hits > mostBossHits || row.Phases[0].From != row.Hits || named != boss || err != nil || row.Says == "" {
			t.Errorf("%+v", row)
		}
		for k, p := range row.Phases {
			if k > 0 && p.From >= row.Phases[k-1].From || p.Weak == 0 || p.Shields != 0 && row.Ring == 0 || p.Drones > MaxDrones || (p.Every > 0) != (p.Shots > 0) {
				t.Errorf("%s, phase %d: %+v", row.Name, k+1, p)
			}
		}
	}
}

// The narrowest field has room for the rule of a challenge.
func TestRulesOfChallengesFit(t *testing.T) {
	const room = 29
	for _, row := range Twists {
		if len(row.Says) > room {
			t.Errorf("%s: %q has %d columns", row.Name, row.Says, len(row.Says))
		}
	}
	for _, row := range Measures {
		if len(row.Says) > room {
			t.Errorf("%s: %q has %d columns", row.Name, row.Says, len(row.Says))
		}
	}
}
