package main

import "arkterm/cmd/arkterm/cli"

// flagGroups is the order of the flags in the help of commands with many flags, by topic.
var flagGroups = []cli.FlagGroup{
	{Heading: "Game", Flags: []string{
		"level", "levels", "mode", "difficulty", "seed", "drops", "balls", "day", "opponent", "points", "player",
		"code", "ghost",
		"bot", "strength", "cmd", "bots", "seeds", "interval", "scene", "ticks", "through",
	}},
	{Heading: "Recording", Flags: []string{"from", "to", "last"}},
	{Heading: "Output", Flags: []string{
		"json", "text", "record", "output", "cast", "gif", "svg", "wav", "format", "size", "force",
	}},
	{Heading: "Accessibility", Flags: []string{"assist", "speed", "narrate", "plain", "lines", "cursor"}},
	{Heading: "Display and sound", Flags: []string{
		"glyphs", "color", "theme", "look", "effects", "fps", "sound",
		"menu-volume", "pulse-volume", "mono",
	}},
	{Heading: "Controls", Flags: []string{"steer", "keymap", "sensitivity", "invert"}},
	{Heading: "Terminal", Flags: []string{"driver", "link", "no-probe", "debug"}},
}
