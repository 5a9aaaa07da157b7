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

// TestRulesDoc compares the tables of docs/rules.md with those that the engine
// plays by.
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
			t.Fatalf("%s: no marks for %s", file, name)
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
		t.Errorf("%s is not what the engine plays by: go test ./engine -run RulesDoc -update", file)
	}
}

// rulesTables returns the tables by the names of their marks.
func rulesTables() map[string]string {
	return map[string]string{
		"kinds": kindTable(), "drops": dropTable(), "drones": droneTable(), "bosses": bossTable(), "phases": phaseTable(),
		"difficulties": difficultyTable(), "assists": assistTable(), "modes": modeTable(), "strengths": strengthTable(), "multipliers": multiplierTable(), "shovekinds": shoveTable(),
		"bucketpoints": bucketTable(),
		"twists":       twistTable(), "measures": measureTable(), "challenges": challengeTable(),
	}
}

func kindTable() string {
	var b strings.Builder
	b.WriteString("| kind | hits | points a hit | counts | what it does |\n|---|--:|--:|---|---|\n")
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
	b.WriteString("| what counts | adds |\n|---|---|\n")
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
	return fmt.Sprintf("| bucket %s|\n|---%s|\n| beside the paddle %s|\n| caught %s|\n", &names, &rule, &beside, &caught)
}

func shoveTable() string {
	buttons := map[engine.Button]string{engine.Fire: "fire", engine.Up: "up", engine.Down: "down"}
	var b strings.Builder
	b.WriteString("| shove | button | what it does |\n|---|---|---|\n")
	for _, row := range engine.ShoveKinds[engine.NoShove+1:] {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", row.Name, buttons[row.Button], row.Help)
	}
	return b.String()
}

func dropTable() string {
	groups := map[spec.Group]string{spec.NoGroup: "", spec.HitGroup: "hits", spec.SpeedGroup: "pace", spec.PullGroup: "pull", spec.SizeGroup: "sizes"}
	var b strings.Builder
	b.WriteString("| icon | in ASCII | drop | in level files | shape | seconds | excludes others of | weight | points | what it does |\n")
	b.WriteString("|---|---|---|---|---|--:|---|--:|--:|---|\n")
	for _, row := range spec.Drops[spec.NoDrop+1:] {
		fmt.Fprintf(&b, "| %s | `%c` | %s | `%s` | %s | %s | %s | %d | %s | %s |\n", row.Icon, row.Letter, row.Label, row.Name, outline(row.Benefit),
			orDash(row.Seconds), groups[row.Group], row.Weight, orDash(row.Points), row.Help)
	}
	return b.String()
}

func difficultyTable() string {
	var b strings.Builder
	b.WriteString("| difficulty | balls | at most | units/s | paddle | from – to | drops at once | bad drops | good ones last | points |\n")
	b.WriteString("|---|--:|--:|---|--:|---|--:|---|--:|--:|\n")
	for _, r := range engine.Difficulties[engine.Kids:] {
		bad := "yes"
		if r.NoBadDrops {
			bad = "no"
		}
		fmt.Fprintf(&b, "| %s | %d | %d | %g → %g | %g | %.3g – %g | %d | %s | × %d | %d %% |\n", r.Name, r.Lives, r.MaxLives, r.StartSpeed, r.TopSpeed,
			2*r.HalfWidth, 2*r.MinHalfWidth, 2*r.MaxHalfWidth, r.MaxDrops, bad, r.GoodDropFactor, r.PointsPercent)
	}
	return b.String()
}

func assistTable() string {
	var b strings.Builder
	b.WriteString("| assist | name | what it does |\n|---|---|---|\n")
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
	b.WriteString("| mode | levels | what it is | a lost ball costs | ends |\n|---|---|---|---|---|\n")
	for _, r := range engine.Modes {
		levels, cost, ends := "the chosen ones", "a ball", "with the last level, or the last ball"
		switch {
		case r.Mixed:
			levels = "of all sets"
		case r.FromFirst:
			levels = "the chosen ones, from the first"
		case r.OwnLevels:
			levels = "its own"
		case r.Single:
			levels = "one of the chosen ones"
		case r.Loops:
			levels = "the chosen ones, over and over"
		}
		switch {
		case r.Challenges:
			cost, ends = "the only one", "with the level, the ball or the time"
		case r.OneLife:
			cost, ends = "the only one", "with the last level, or the ball"
		case r.Versus:
			cost, ends = "a point", "when one has enough points"
		case r.Rows:
			ends = "with the last ball"
		case r.TimeLimit > 0:
			cost, ends = "ten seconds", fmt.Sprintf("after %d s", r.TimeLimit/engine.TicksPerSecond)
		case r.Storm:
			cost, ends = "itself", "with the last ball of the last storm"
		case r.Single:
			ends = "with the level"
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
	b.WriteString("| twist | what is different |\n|---|---|\n")
	for _, r := range spec.Twists {
		fmt.Fprintf(&b, "| `%s` | %s |\n", r.Name, r.Help)
	}
	return b.String()
}

func measureTable() string {
	var b strings.Builder
	b.WriteString("| measure | what is to be done | better is | in |\n|---|---|---|---|\n")
	for _, r := range spec.Measures {
		better, unit := "more", "a number"
		if r.LowerIsBetter {
			better = "less"
		}
		if r.IsTime {
			unit = "minutes and seconds"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", r.Name, r.Help, better, unit)
	}
	return b.String()
}

func challengeTable() string {
	var b strings.Builder
	b.WriteString("| | challenge | twist | medals for | bronze | silver | gold | limit |\n|--:|---|---|---|--:|--:|--:|--:|\n")
	for i, l := range levels.Challenges().Levels {
		c := &l.Challenge
		limit := "–"
		if c.Limit > 0 {
			limit = spec.Measures[spec.ByTime].Text(c.Limit)
		}
		m := &spec.Measures[c.Measure]
		fmt.Fprintf(&b, "| %d | %s | %s | %s | %s | %s | %s | %s |\n", i+1, l.Name, spec.Twists[c.Twist].Help, m.Name,
			m.Text(c.Medals[0]), m.Text(c.Medals[1]), m.Text(c.Medals[2]), limit)
	}
	return b.String()
}

// outline returns how a drop of a benefit is drawn.
func outline(s spec.Benefit) string {
	switch s {
	case spec.Good:
		return "round"
	case spec.Bad:
		return "pointed"
	}
	return "square"
}
