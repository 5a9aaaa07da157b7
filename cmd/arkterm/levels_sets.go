package main

import (
	"fmt"
	"io"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/store"
	"arkterm/render/text"
)

// A listedSet is a level set in the JSON output of levels --sets.
type listedSet struct {
	Name   string `json:"name"` // for --levels
	Folder string `json:"folder"`
}

// listSets prints the sets found on this machine.
func listSets(w io.Writer, dirs []string, asJSON bool) error {
	if asJSON {
		all := []listedSet{}
		for _, dir := range dirs {
			for _, name := range store.SetsIn(dir) {
				all = append(all, listedSet{name, dir})
			}
		}
		return cli.WriteJSON(w, all)
	}

	const width = 78
	found := false
	for _, dir := range dirs {
		names := store.SetsIn(dir)
		if len(names) == 0 {
			continue
		}
		found = true
		list := fmt.Sprintf("%s: %s\n", dir, text.NumberOf(len(names), "set"))
		line := " "
		for _, name := range names {
			name = text.Clean(name, text.MaxLabel)
			if len(line)+1+len(name) > width && line != " " {
				list += line + "\n"
				line = " "
			}
			line += " " + name
		}
		if _, err := io.WriteString(w, list+line+"\n"); err != nil {
			return err
		}
	}

	if found {
		return nil
	}
	_, err := io.WriteString(w, "no level sets of LBreakout on this machine\n")
	return err
}
