package engine_test

import (
	"cmp"
	"fmt"
	"os"
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/engine/spec"
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
		begin, end := "<!--"+name+"-->\n", "<!--end-->"
		before, rest, ok := strings.Cut(got, begin)
		_, after, hasEnd := strings.Cut(rest, end)
		if !ok || !hasEnd {
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
		"difficulties": difficultyTable(), "assists": assistTable(), "modes": modeTable(), "strengths": strengthTable(),
		"multipliers": multiplierTable(), "shovekinds": shoveTable(),
		"bucketpoints": bucketTable(),
		"twists":       twistTable(), "measures": measureTable(),
	}
}

// exactHelp has texts with numbers for docs/rules.md, by the names of bricks and drops. On screen, players see texts
// without numbers.
var exactHelp = map[string]string{
	"regrow": "regains up to three hits, one per 108 units of ball travel",
	"bomb":   "explodes 150 ms after a hit, breaks its neighbors and triggers bombs",
	"bumper": "speeds a ball up by 6 units/s, up to the top speed",
	"magnet": "turns balls within 9 units toward itself, by up to 120° per second",
	"expand": "widens the paddle by up to 3.6 units",
	"shrink": "narrows the paddle by 3.6 units",
	"weapon": "Fire shoots, once per 150 ms",
	"steal":  "takes 3.6 units of the opponent's paddle width",
}

func kindTable() string {
	required, optional := "Required bricks:\n\n", "\nOther bricks:\n\n"
	for k, row := range spec.Kinds[:spec.NumPlacedKinds] {
		text := fmt.Sprintf("* **%s**", row.Name)
		if row.Breakable || row.StrongOnly {
			text += fmt.Sprintf(" %d×%d", row.Hits, row.Points)
		}
		switch spec.Kind(k) {
		case spec.Plain, spec.Double, spec.Triple, spec.Quad, spec.Cracked: // the hits suffice
		default:
			text += ": " + cmp.Or(exactHelp[row.Name], row.Help)
		}
		if spec.Kind(k).Needed() {
			required += text + "\n"
		} else {
			optional += text + "\n"
		}
	}
	return required + optional
}

func multiplierTable() string {
	var b strings.Builder
	for m, row := range engine.Multipliers {
		separator := ": "
		fmt.Fprintf(&b, "* %s", row.Help)
		for i, s := range row.Steps {
			from := fmt.Sprint(s.From)
			switch {
			case engine.Multiplier(m) == engine.FinaleMultiplier: // counts down to the last brick
				from = fmt.Sprint(len(row.Steps) + 1 - s.From)
			case i+1 == len(row.Steps):
				from += " or more"
			case row.Steps[i+1].From > s.From+1:
				from += fmt.Sprintf(" to %d", row.Steps[i+1].From-1)
			}
			fmt.Fprintf(&b, "%s+%g for %s", separator, float64(s.Quarters)/engine.UnitMultiplier, from)
			separator = ", "
		}
		b.WriteString("\n")
	}
	return b.String()
}

func bucketTable() string {
	points := strings.Fields(strings.Trim(fmt.Sprint(engine.BucketPoints), "[]"))
	return fmt.Sprintf("The buckets give %s points. If the paddle catches the\n"+
		"ball, the points are multiplied by %d.\n",
		strings.Join(points, ", "), engine.CatchFactor)
}

func shoveTable() string {
	buttons := map[engine.Button]string{engine.Fire: "fire", engine.Up: "up", engine.Down: "down"}
	var b strings.Builder
	for _, row := range engine.ShoveKinds[engine.NoShove+1:] {
		fmt.Fprintf(&b, "* **%s** %s\n", buttons[row.Button], row.Help)
	}
	return b.String()
}

func dropTable() string {
	var b strings.Builder
	for _, kind := range []struct {
		benefit spec.Benefit
		heading string
	}{
		{spec.Good, "Good drops are round"},
		{spec.Bad, "Bad drops are pointed"},
		{spec.Neutral, "Other drops are square"},
	} {
		fmt.Fprintf(&b, "%s:\n\n", kind.heading)
		for _, row := range spec.Drops[spec.NoDrop+1:] {
			if row.Benefit == kind.benefit {
				b.WriteString(dropItem(&row))
			}
		}
		b.WriteString("\n")
	}

	names := map[spec.Group][]string{}
	for _, row := range spec.Drops[spec.NoDrop+1:] {
		names[row.Group] = append(names[row.Group], row.Name)
	}
	b.WriteString("If you catch one of these drops, it ends the effects of the others in its line:\n\n")
	for g := spec.HitGroup; names[g] != nil; g++ {
		fmt.Fprintf(&b, "* %s\n", strings.Join(names[g], ", "))
	}
	return b.String()
}

// dropItem returns a line with the name, icon, effect and duration of a drop, and its points if they
// are unusual.
func dropItem(row *spec.DropRow) string {
	text, usual := fmt.Sprintf("* **%s** `%s`", row.Name, row.Icon), 0
	if row.Label == row.Help {
		return text + "\n"
	}
	text += ": " + cmp.Or(exactHelp[row.Name], row.Help)
	if row.Benefit == spec.Good {
		usual = 100
	}
	if row.Seconds > 0 {
		text += fmt.Sprintf(" (%d s)", row.Seconds)
	}
	if row.Points != usual {
		text += fmt.Sprintf("; %d points", row.Points)
	}
	return text + "\n"
}

func difficultyTable() string {
	var b strings.Builder
	b.WriteString("| name | lives | speed, units/s | width, units | drops | bad drops | effects | saves | points |\n")
	b.WriteString("|---|---|---|---|--:|---|--:|--:|--:|\n")
	for _, r := range engine.Difficulties[engine.Kids:] {
		bad := "yes"
		if r.NoBadDrops {
			bad = "no"
		}
		fmt.Fprintf(&b, "| %s | %d, %d | %g–%g | %g (%.3g–%g) | %d | %s | ×%d | %d | %d%% |\n",
			r.Name, r.Lives, r.MaxLives, r.StartSpeed, r.TopSpeed,
			2*r.HalfWidth, 2*r.MinHalfWidth, 2*r.MaxHalfWidth, r.MaxDrops, bad, r.GoodDropFactor,
			r.FreeSaves, r.PointsPercent)
	}
	return b.String()
}

func assistTable() string {
	var b strings.Builder
	for _, row := range engine.Assists {
		fmt.Fprintf(&b, "* `%s`: %s\n", row.Name, row.Help)
	}
	return b.String()
}

func modeTable() string {
	modes := map[string][]string{}
	for _, r := range engine.Modes {
		cost := "a life"
		switch {
		case r.OneLife:
			cost = "the game"
		case r.Versus:
			cost = "a point"
		case r.TimeLimit > 0:
			cost = "10 s"
		case r.Storm, r.UnlimitedLives:
			cost = "nothing"
		}
		modes[cost] = append(modes[cost], "`"+r.Name+"`")
	}

	var b strings.Builder
	for _, cost := range []string{"a life", "nothing", "10 s", "a point", "the game"} {
		fmt.Fprintf(&b, "* %s in %s\n", cost, strings.Join(modes[cost], ", "))
	}
	return b.String()
}

func measureTable() string {
	var b strings.Builder
	for _, r := range spec.Measures {
		fmt.Fprintf(&b, "* `%s`: %s\n", r.Name, r.Help)
	}
	return b.String()
}

func twistTable() string {
	var b strings.Builder
	for _, r := range spec.Twists[spec.NoTwist+1:] {
		fmt.Fprintf(&b, "* `%s`: %s\n", r.Name, r.Help)
	}
	return b.String()
}
