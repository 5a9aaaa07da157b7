package engine_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/levels"
)

// TestRulesDoc compares the tables of docs/rules.md with the tables of the engine.
func TestRulesDoc(t *testing.T) {
	const file = "../docs/rules.md"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}

	got := string(text)
	for name, table := range rulesTables() {
		begin, end := "<!-- "+name+":begin -->\n", "<!-- "+name+":end -->"
		before, rest, ok := strings.Cut(got, begin)
		_, after, also := strings.Cut(rest, end)
		if !ok || !also {
			t.Fatalf("%s: missing marks for %s", file, name)
		}
		got = before + begin + table + end + after
	}

	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}

	if got != string(text) {
		t.Errorf("%s differs from the engine; run go test ./engine -run RulesDoc -update", file)
	}
}

// rulesTables returns the generated tables, by the names of their marks.
func rulesTables() map[string]string {
	return map[string]string{
		"kinds": kindTable(), "drops": dropTable(), "drones": droneTable(), "bosses": bossTable(),
		"phases":       phaseTable(),
		"difficulties": difficultyTable(), "assists": assistTable(), "modes": modeTable(), "strengths": strengthTable(),
		"multipliers": multiplierTable(), "shovekinds": shoveTable(),
		"bucketpoints": bucketTable(),
		"twists":       twistTable(), "measures": measureTable(), "challenges": challengeTable(),
	}
}

func kindTable() string {
	var b strings.Builder
	b.WriteString("| kind | hits | points per hit | required | description |\n|---|--:|--:|---|---|\n")
	for k, row := range spec.Kinds[:spec.NumPlacedKinds] {
		hits, counts := "–", "no"
		if row.Breakable || row.StrongOnly {
			hits = fmt.Sprint(row.Hits)
		}
		if spec.Kind(k).Needed() {
			counts = "yes"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", row.Name, hits, orDash(row.Points), counts, row.Help)
	}
	return b.String()
}

func multiplierTable() string {
	var b strings.Builder
	b.WriteString("| counted | bonus |\n|---|---|\n")
	for _, row := range engine.Multipliers {
		fmt.Fprintf(&b, "| %s |", row.Help)
		for i, s := range row.Steps {
			if i > 0 {
				b.WriteString(",")
			}
			fmt.Fprintf(&b, " %g from %d", float64(s.Quarters)/engine.UnitMultiplier, s.From)
		}
		b.WriteString(" |\n")
	}
	return b.String()
}

func bucketTable() string {
	var names, rule, beside, caught strings.Builder
	for i, points := range engine.BucketPoints {
		fmt.Fprintf(&names, "| %d ", i+1)
		rule.WriteString("|--:")
		fmt.Fprintf(&beside, "| %d ", points)
		fmt.Fprintf(&caught, "| %d ", engine.CatchFactor*points)
	}
	return fmt.Sprintf("| bucket %s|\n|---%s|\n| missed by the paddle %s|\n| caught %s|\n",
		&names, &rule, &beside, &caught)
}

func shoveTable() string {
	buttons := map[engine.Button]string{engine.Fire: "fire", engine.Up: "up", engine.Down: "down"}
	var b strings.Builder
	b.WriteString("| shove | button | description |\n|---|---|---|\n")
	for _, row := range engine.ShoveKinds[engine.NoShove+1:] {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", row.Name, buttons[row.Button], row.Help)
	}
	return b.String()
}

func dropTable() string {
	groups := map[spec.Group]string{
		spec.NoGroup: "", spec.HitGroup: "hits", spec.SpeedGroup: "speed", spec.PullGroup: "pull",
		spec.SizeGroup: "size",
	}
	var b strings.Builder
	b.WriteString("| icon, ASCII | drop | shape | s | group | weight | points | effect |\n")
	b.WriteString("|---|---|---|--:|---|--:|--:|---|\n")
	for _, row := range spec.Drops[spec.NoDrop+1:] {
		fmt.Fprintf(&b, "| %s `%c` | `%s` | %s | %s | %s | %d | %s | %s |\n",
			row.Icon, row.Letter, row.Name, outline(row.Benefit),
			orDash(row.Seconds), groups[row.Group], row.Weight, orDash(row.Points), row.Help)
	}
	return b.String()
}

func difficultyTable() string {
	var b strings.Builder
	b.WriteString("| difficulty | balls | max | units/s | paddle | min – max | drops | bad | good effects | points |\n")
	b.WriteString("|---|--:|--:|---|--:|---|--:|---|--:|--:|\n")
	for _, r := range engine.Difficulties[engine.Kids:] {
		bad := "yes"
		if r.NoBadDrops {
			bad = "no"
		}
		fmt.Fprintf(&b, "| %s | %d | %d | %g → %g | %g | %.3g – %g | %d | %s | × %d | %d %% |\n",
			r.Name, r.Lives, r.MaxLives, r.StartSpeed, r.TopSpeed,
			2*r.HalfWidth, 2*r.MinHalfWidth, 2*r.MaxHalfWidth, r.MaxDrops, bad, r.GoodDropFactor, r.PointsPercent)
	}
	return b.String()
}

func assistTable() string {
	var b strings.Builder
	b.WriteString("| assist | name | description |\n|---|---|---|\n")
	for _, row := range engine.Assists {
		fmt.Fprintf(&b, "| %s | `%s` | %s |\n", row.Title, row.Name, row.Help)
	}
	return b.String()
}

func orDash(n int) string {
	if n == 0 {
		return "–"
	}
	return fmt.Sprint(n)
}

func modeTable() string {
	var b strings.Builder
	b.WriteString("| mode | levels | description | cost of a lost ball | end |\n|---|---|---|---|---|\n")
	for _, r := range engine.Modes {
		levels, cost, ends := "selected", "a life", "last level or last life"
		switch {
		case r.Mixed:
			levels = "all sets"
		case r.FromFirst:
			levels = "selected"
		case r.OwnLevels:
			levels = "own"
		case r.Single:
			levels = "one selected"
		case r.Loops:
			levels = "selected, repeated"
		}

		switch {
		case r.Challenges:
			cost, ends = "the game", "level, life or time"
		case r.OneLife:
			cost, ends = "the game", "last level or life"
		case r.Versus:
			cost, ends = "a point", "enough points"
		case r.Rows:
			ends = "last life"
		case r.TimeLimit > 0:
			cost, ends = "10 s", fmt.Sprintf("after %d s", r.TimeLimit/engine.TicksPerSecond)
		case r.Storm:
			cost, ends = "the ball", "last ball of the last storm"
		case r.Single:
			ends = "level"
		case r.Loops:
			ends = "never"
		}

		if r.UnlimitedLives {
			cost = "nothing"
		}

		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", r.Name, levels, r.Help, cost, ends)
	}

	return b.String()
}

func twistTable() string {
	var b strings.Builder
	b.WriteString("| twist | rule |\n|---|---|\n")
	for _, r := range spec.Twists {
		fmt.Fprintf(&b, "| `%s` | %s |\n", r.Name, r.Help)
	}
	return b.String()
}

func measureTable() string {
	var b strings.Builder
	b.WriteString("| measure | goal | better |\n|---|---|---|\n")
	for _, r := range spec.Measures {
		better := "higher"
		if r.LowerIsBetter {
			better = "lower"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", r.Name, r.Help, better)
	}
	return b.String()
}

func challengeTable() string {
	var b strings.Builder
	b.WriteString("| challenge | twist | measure | bronze | silver | gold | limit |\n|---|---|---|--:|--:|--:|--:|\n")
	for _, l := range levels.Challenges().Levels {
		c := &l.Challenge
		limit := "–"
		if c.Limit > 0 {
			limit = spec.Measures[spec.ByTime].Text(c.Limit)
		}
		m := &spec.Measures[c.Measure]
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s |\n", l.Name, c.Twist, m.Name,
			m.Text(c.Medals[0]), m.Text(c.Medals[1]), m.Text(c.Medals[2]), limit)
	}
	return b.String()
}

// outline returns the shape in which a drop of a benefit is drawn.
func outline(s spec.Benefit) string {
	switch s {
	case spec.Good:
		return "round"
	case spec.Bad:
		return "pointed"
	}
	return "square"
}
