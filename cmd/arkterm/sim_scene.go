package main

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"arkterm/cmd/arkterm/cli"
	"arkterm/engine"
	"arkterm/engine/world/scenes"
)

// listScenes is the value of --scene that lists the scenes.
const listScenes = "list"

// sceneFlags are the flags of the sim command that have an effect with --scene.
var sceneFlags = []string{"scene", "ticks", "json"}

// addScene adds the flag --scene to the sim command.
func addScene(cmd *cobra.Command, scene *string) {
	names := []string{listScenes}
	for _, e := range scenes.Gallery() {
		names = append(names, e.Name)
	}
	cmd.Flags().Var(choiceFlag{scene, names}, "scene",
		"run a physics scene instead of a game (\"list\" prints the scene names)")
	completions(cmd, "scene", names)
}

// playScene runs a scene for its default time, or for --ticks, and prints the result. With the name listScenes it lists
// the scenes.
func playScene(cmd *cobra.Command, name string, ticks int) error {
	gameFlag := ""
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if !slices.Contains(sceneFlags, f.Name) {
			gameFlag = f.Name
		}
	})
	if gameFlag != "" {
		return cli.Errorf(cli.ExitUsage, "--%s has no effect with --scene", gameFlag)
	}
	if name == listScenes {
		return printScenes(cmd)
	}
	e, _ := scenes.NamedExhibit(name) // the flag accepts only valid names
	if !cmd.Flags().Changed("ticks") {
		ticks = e.Ticks
	}
	return json.NewEncoder(cmd.OutOrStdout()).Encode(newSceneResult(e.Play(ticks)))
}

// A sceneRow is a scene in the JSON output of sim --scene list.
type sceneRow struct {
	Scene   string `json:"scene"`
	Summary string `json:"what"`
	Ticks   int    `json:"ticks"` // default running time
}

// printScenes lists the scenes.
func printScenes(cmd *cobra.Command) error {
	w := cmd.OutOrStdout()
	if asJSON, _ := cmd.Flags().GetBool("json"); asJSON {
		var rows []sceneRow
		for _, e := range scenes.Gallery() {
			rows = append(rows, sceneRow{e.Name, e.Summary, e.Ticks})
		}
		return cli.WriteJSON(w, rows)
	}
	for _, e := range scenes.Gallery() {
		fmt.Fprintf(w, "%-9s %s\n", e.Name, e.Summary)
	}
	return nil
}

// A sceneResult is the output of sim --scene.
type sceneResult struct {
	scenes.Report
	Hash string `json:"hash"` // hash of the world's state, 16 hexadecimal digits
}

func newSceneResult(r scenes.Report) sceneResult { return sceneResult{r, engine.HashText(r.Hash)} }
