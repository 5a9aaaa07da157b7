package main

import (
	"testing"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/testenv"
	"arkterm/engine/bot"
)

// jsonOutputs are the types that commands print as JSON, by the headings in docs/json.md.
var jsonOutputs = map[string]any{
	"arkterm bot":           botResult{},
	"arkterm config show":   settings.EffectiveSetting{},
	"arkterm doctor":        doctorReport{},
	"arkterm league":        bot.LeagueTable{},
	"arkterm levels":        listedLevel{},
	"arkterm levels --sets": listedSet{},
	"arkterm levels rate":   bot.Rating{},
	"arkterm paths":         pathsResult{},
	"arkterm scores":        scoresResult{},
	"arkterm sim":           simResult{},
	"arkterm verify":        verdict{},
	"arkterm version":       cli.Build{},
}

func TestJSONKeysAreDocumented(t *testing.T) {
	testenv.JSONDocs(t, newRoot(nil), jsonOutputs, "arkterm replay") // it prints the same object as sim
}
