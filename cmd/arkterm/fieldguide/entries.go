package fieldguide

import (
	"fmt"
	"strings"

	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/text"
)

// An Entry is a line of the book.
type Entry struct {
	Chapter Chapter
	Key     string // in files

	name, says *string
	facts      func() string // nil: none
}

// Name returns the title of the entry.
func (e *Entry) Name() string { return text.Translate(*e.name) }

// Description returns the text of the entry. {fire} and other words in braces stand for keys, see [Keys].
func (e *Entry) Description() string { return text.Translate(*e.says) }

// Facts returns the numbers of the entry in one line, or "".
func (e *Entry) Facts() string {
	if e.facts == nil {
		return ""
	}
	return e.facts()
}

// Entries has all entries, in the order of the chapters and of the engine's tables.
var Entries = entries()

func entries() (all [Count]Entry) {
	for k := range spec.NumPlacedKinds {
		row := &spec.Kinds[k]
		all[OfBrick(spec.Kind(k))] = Entry{Bricks, "brick " + row.Name, &row.Name, &row.Help, func() string { return brickFacts(row) }}
	}
	for k := spec.NoDrop + 1; k < spec.NumDrops; k++ {
		row := &spec.Drops[k]
		all[OfDrop(k)] = Entry{Drops, "drop " + row.Name, &row.Label, &row.Help, func() string { return dropFacts(row) }}
	}
	for k := range spec.Drones {
		row := &spec.Drones[k]
		all[OfDrone(spec.DroneKind(k))] = Entry{Enemies, "drone " + row.Name, &row.Name, &row.Help, func() string { return fmt.Sprintf(text.Guide.Drone, row.Points) }}
	}
	for k := spec.NoBoss + 1; k < spec.NumBosses; k++ {
		row := &spec.Bosses[k]
		all[OfBoss(k)] = Entry{Enemies, "boss " + row.Name, &row.Name, &row.Help, func() string { return fmt.Sprintf(text.Guide.Boss, row.Hits, row.Points) }}
	}
	for r := range ruleRows {
		row := &ruleRows[r]
		all[OfRule(Rule(r))] = Entry{Rules, "rule " + row.name, row.title, row.says, nil}
	}
	return all
}

// brickFacts returns the numbers of a kind of brick.
func brickFacts(row *spec.KindRow) string {
	var facts []string
	if row.Breakable && row.Hits > 1 {
		facts = append(facts, fmt.Sprintf(text.Guide.Hits, row.Hits))
	}
	if row.Points > 0 {
		facts = append(facts, fmt.Sprintf(text.Guide.HitPoints, row.Points))
	}
	if !row.Breakable || row.Optional {
		facts = append(facts, text.Guide.Optional)
	}
	return strings.Join(facts, " · ")
}

// benefits are the words for them, by benefit + 1.
var benefits = [...]*string{&text.Guide.Bad, &text.Guide.Neutral, &text.Guide.Good}

// groups are the words for groups of drops that end each other.
var groups = [...]*string{
	spec.HitGroup: &text.Guide.EndsHits, spec.SpeedGroup: &text.Guide.EndsSpeed,
	spec.PullGroup: &text.Guide.EndsMagnets, spec.SizeGroup: &text.Guide.EndsSize,
}

// dropFacts returns the numbers of a kind of drop.
func dropFacts(row *spec.DropRow) string {
	facts := []string{*benefits[row.Benefit+1]}
	if row.Seconds > 0 {
		facts = append(facts, fmt.Sprintf(text.Guide.Seconds, row.Seconds))
	}
	if group := groups[row.Group]; group != nil {
		facts = append(facts, *group)
	}
	return strings.Join(facts, " · ")
}

// Keys are the words for the player's keys in texts.
type Keys struct{ Move, Fire, Shove, Up, Down, Warp string }

// In returns s with the words for the keys.
func (k Keys) In(s string) string {
	return strings.NewReplacer("{move}", k.Move, "{fire}", k.Fire, "{shove}", k.Shove, "{up}", k.Up, "{down}", k.Down, "{warp}", k.Warp,
		"{percent}", fmt.Sprint(engine.WarpPercent), "{combo}", fmt.Sprint(engine.MinCombo)).Replace(s)
}
