package app

import (
	"slices"

	"arkterm/cmd/arkterm/settings"
	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/spec"
	"arkterm/input"
)

// TableTexts returns the texts on screen that are not in a [text.Table]. These texts come from the tables of rules,
// keys and options. A translation contains them in its field Tables. The result is sorted and has no duplicates.
func TableTexts() (all []string) {
	for i := range engine.Modes {
		all = append(all, engine.Modes[i].Name, engine.Modes[i].Title, engine.Modes[i].Help)
	}
	for i := range engine.Difficulties {
		all = append(all, engine.Difficulties[i].Name)
	}
	for i := range engine.Assists {
		all = append(all, engine.Assists[i].Title, engine.Assists[i].Help)
	}
	for i := range bot.Strengths {
		all = append(all, bot.Strengths[i].Name, bot.Strengths[i].Help)
	}

	for i := range spec.Kinds {
		all = append(all, spec.Kinds[i].Name, spec.Kinds[i].Help)
	}
	for i := range spec.Drops {
		all = append(all, spec.Drops[i].Label, spec.Drops[i].Help)
	}
	for i := range spec.Drones {
		all = append(all, spec.Drones[i].Name, spec.Drones[i].Help)
	}
	for i := range spec.Bosses {
		all = append(all, spec.Bosses[i].Name, spec.Bosses[i].Help)
	}
	for i := range spec.Twists {
		all = append(all, spec.Twists[i].Help)
	}
	for i := range spec.Measures {
		all = append(all, spec.Measures[i].Label, spec.Measures[i].Help)
	}
	for m := spec.Bronze; m <= spec.Gold; m++ {
		all = append(all, m.String())
	}

	for a := input.Left; a < input.NumActions; a++ {
		all = append(all, a.Description())
	}
	for i := range settings.Options {
		if i != settings.Theme { // names of themes are not translated
			all = append(all, settings.Options[i].Values...)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
