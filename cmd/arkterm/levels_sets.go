package main

import (
	"fmt"
	"io"

	"arkterm/cmd/arkterm/store"
	"arkterm/cmd/arkterm/words"
)

// listSets prints the sets found on this machine.
func listSets(w io.Writer, dirs []string) error {
	const width = 78
	found := false
	for _, dir := range dirs {
		names := store.SetsIn(dir)
		if len(names) == 0 {
			continue
		}
		found = true
		text := fmt.Sprintf("%s: %s\n", dir, words.Count(len(names), "set"))
		line := " "
		for _, name := range names {
			name = words.Clean(name, words.MaxLabel)
			if len(line)+1+len(name) > width && line != " " {
				text += line + "\n"
				line = " "
			}
			line += " " + name
		}
		if _, err := io.WriteString(w, text+line+"\n"); err != nil {
			return err
		}
	}
	if found {
		return nil
	}
	_, err := io.WriteString(w, "no level set of LBreakout is found on this machine\n")
	return err
}
