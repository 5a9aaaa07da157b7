package app

import (
	"fmt"
	"strings"

	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/text"
)

// A guideEntry is an entry of the field guide.
type guideEntry struct {
	Chapter guideChapter
	Key     string // line in the player's file

	name, help *string       // title and text, in English
	facts      func() string // returns numbers such as points; nil if there are none
}

// Name returns the translated title of the entry.
func (e *guideEntry) Name() string { return text.Translate(*e.name) }

// Description returns the translated text of the entry. It contains placeholders such as {fire}, see [guideKeys].
func (e *guideEntry) Description() string { return text.Translate(*e.help) }

// Facts returns a line of facts about the entry, such as points or the duration, or "".
func (e *guideEntry) Facts() string {
	if e.facts == nil {
		return ""
	}
	return e.facts()
}

// guideEntries has all entries, in the order of the chapters and of the engine's tables.
var guideEntries = makeGuideEntries()

func makeGuideEntries() (all [numEntries]guideEntry) {
	for k := range spec.NumPlacedKinds {
		row := &spec.Kinds[k]
		all[brickEntry(spec.Kind(k))] = guideEntry{
			brickChapter, "brick " + row.Name, &row.Name, &row.Help,
			func() string { return brickFacts(row) },
		}
	}
	for k := spec.NoDrop + 1; k < spec.NumDrops; k++ {
		row := &spec.Drops[k]
		all[dropEntry(k)] = guideEntry{
			dropChapter, "drop " + row.Name, &row.Label, &row.Help,
			func() string { return dropFacts(row) },
		}
	}
	for k := range spec.Drones {
		row := &spec.Drones[k]
		all[droneEntry(spec.DroneKind(k))] = guideEntry{
			enemyChapter, "drone " + row.Name, &row.Name, &row.Help,
			func() string { return fmt.Sprintf(text.Guide.Drone, row.Points) },
		}
	}
	for k := spec.NoBoss + 1; k < spec.NumBosses; k++ {
		row := &spec.Bosses[k]
		all[bossEntry(k)] = guideEntry{
			enemyChapter, "boss " + row.Name, &row.Name, &row.Help,
			func() string { return fmt.Sprintf(text.Guide.Boss, row.Hits, row.Points) },
		}
	}
	for r := range ruleRows {
		row := &ruleRows[r]
		all[ruleEntry(guideRule(r))] = guideEntry{ruleChapter, "rule " + row.name, row.title, row.help, nil}
	}
	return all
}

// brickFacts returns the hits and points of a kind of brick, and whether it must be broken.
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

// benefitTexts are the words for the benefits of drops. The index is the benefit plus 1.
var benefitTexts = [...]*string{&text.Guide.Bad, &text.Guide.Neutral, &text.Guide.Good}

// dropGroupTexts describe the groups of drops, by group. A drop ends the effects of other drops in its group.
var dropGroupTexts = [...]*string{
	spec.HitGroup: &text.Guide.ReplacesHits, spec.SpeedGroup: &text.Guide.ReplacesSpeed,
	spec.PullGroup: &text.Guide.ReplacesMagnets, spec.SizeGroup: &text.Guide.ReplacesSize,
}

// dropFacts returns the benefit and the duration of a kind of drop, and the other effects that the drop ends.
func dropFacts(row *spec.DropRow) string {
	facts := []string{*benefitTexts[row.Benefit+1]}
	if row.Seconds > 0 {
		facts = append(facts, fmt.Sprintf(text.Guide.Seconds, row.Seconds))
	}
	if group := dropGroupTexts[row.Group]; group != nil {
		facts = append(facts, *group)
	}
	return strings.Join(facts, " · ")
}

// guideKeys contains the labels of the player's keys, which replace placeholders in texts.
type guideKeys struct{ Move, Fire, Shove, Up, Down, Warp string }

// Expand replaces the placeholders in s. {move}, {fire}, {shove}, {up}, {down} and {warp} become labels of keys.
// {percent} and {combo} become numbers from the rules.
func (k guideKeys) Expand(s string) string {
	return strings.NewReplacer("{move}", k.Move, "{fire}", k.Fire, "{shove}", k.Shove, "{up}", k.Up, "{down}", k.Down,
		"{warp}", k.Warp,
		"{percent}", fmt.Sprint(engine.WarpPercent), "{combo}", fmt.Sprint(engine.MinCombo)).Replace(s)
}
