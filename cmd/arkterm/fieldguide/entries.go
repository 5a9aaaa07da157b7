package fieldguide

import (
	"fmt"
	"strings"

	"arkterm/engine"
	"arkterm/engine/spec"
)

// An Entry is a line of the book.
type Entry struct {
	Chapter Chapter
	Key     string // in files
	Name    string // as players read it
	Says    string // what it does; {fire} and the like stand for keys, see [Keys]
	Facts   string // its numbers, in short
}

// Entries has all entries, in the order of the chapters and of the engine's tables.
var Entries = entries()

func entries() (all [Count]Entry) {
	for k := range spec.PlacedKinds {
		row := &spec.Kinds[k]
		all[OfBrick(spec.Kind(k))] = Entry{Bricks, "brick " + row.Name, row.Name, row.Says, brickFacts(row)}
	}
	for k := spec.NoDrop + 1; k < spec.DropKinds; k++ {
		row := &spec.Drops[k]
		all[OfDrop(k)] = Entry{Drops, "drop " + row.Name, row.Word, row.Says, dropFacts(row)}
	}
	for k := range spec.Drones {
		row := &spec.Drones[k]
		all[OfDrone(spec.DroneKind(k))] = Entry{Enemies, "drone " + row.Name, row.Name, row.Says, fmt.Sprintf("a drone · %d points", row.Points)}
	}
	for k := spec.NoBoss + 1; k < spec.BossKinds; k++ {
		row := &spec.Bosses[k]
		all[OfBoss(k)] = Entry{Enemies, "boss " + row.Name, row.Name, row.Says, fmt.Sprintf("a boss · %d hits · %d points", row.Hits, row.Points)}
	}
	for r := range ruleRows {
		row := &ruleRows[r]
		all[OfRule(Rule(r))] = Entry{Rules, "rule " + row.name, row.title, row.says, ""}
	}
	return all
}

// brickFacts returns the numbers of a kind of brick.
func brickFacts(row *spec.KindRow) string {
	var facts []string
	if row.Breaks && row.Hits > 1 {
		facts = append(facts, fmt.Sprintf("%d hits", row.Hits))
	}
	if row.Points > 0 {
		facts = append(facts, fmt.Sprintf("%d points a hit", row.Points))
	}
	if !row.Breaks || row.Spare {
		facts = append(facts, "need not be broken")
	}
	return strings.Join(facts, " · ")
}

// benefits are the words for them, by benefit + 1.
var benefits = [...]string{"bad", "neither good nor bad", "good"}

// groups are the words for groups of drops that end each other.
var groups = [...]string{
	spec.OfHits: "ends others of hits", spec.OfPace: "ends others of pace",
	spec.OfPull: "ends others of pull", spec.OfSizes: "ends others of size",
}

// dropFacts returns the numbers of a kind of drop.
func dropFacts(row *spec.DropRow) string {
	facts := []string{benefits[row.Benefit+1]}
	if row.Seconds > 0 {
		facts = append(facts, fmt.Sprintf("%d s", row.Seconds))
	}
	if text := groups[row.Group]; text != "" {
		facts = append(facts, text)
	}
	return strings.Join(facts, " · ")
}

// Keys are the words for the player's keys in texts.
type Keys struct{ Move, Fire, Shove, Up, Down, Warp string }

// In returns text with the words for the keys.
func (k Keys) In(text string) string {
	return strings.NewReplacer("{move}", k.Move, "{fire}", k.Fire, "{shove}", k.Shove, "{up}", k.Up, "{down}", k.Down, "{warp}", k.Warp,
		"{percent}", fmt.Sprint(engine.WarpPercent), "{combo}", fmt.Sprint(engine.ComboFrom)).Replace(text)
}
