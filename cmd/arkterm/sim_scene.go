package main

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/exitcode"
	"arkterm/engine"
	"arkterm/engine/world/scenes"
)

// listScenes is what --scene is given to list the gallery.
const listScenes = "list"

// ofScenes are the flags of sim that say something about a scene; all others are of a game.
var ofScenes = []string{"scene", "ticks", "json"}

// addScene adds --scene to sim.
func addScene(cmd *cobra.Command, scene *string) {
	names := []string{listScenes}
	for _, e := range scenes.Gallery() {
		names = append(names, e.Name)
	}
	cmd.Flags().Var(choice{scene, names}, "scene", "run a physics scene instead of a game, or list the scenes")
	completions(cmd, "scene", names)
}

// playScene plays an exhibit of the gallery, for as long as shows it unless --ticks is given, and prints what has
// happened. The name is one of them, or that of the list.
func playScene(cmd *cobra.Command, name string, ticks int) error {
	ofGame := ""
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if !slices.Contains(ofScenes, f.Name) {
			ofGame = f.Name
		}
	})
	if ofGame != "" {
		return exitcode.Errorf(exitcode.Usage, "--%s has no effect with --scene", ofGame)
	}
	if name == listScenes {
		return printScenes(cmd)
	}
	e, _ := scenes.InGallery(name) // which --scene has checked
	if !cmd.Flags().Changed("ticks") {
		ticks = e.Ticks
	}
	return json.NewEncoder(cmd.OutOrStdout()).Encode(newSceneResult(e.Play(ticks)))
}

// A sceneRow is a scene in the list as JSON.
type sceneRow struct {
	Scene string `json:"scene"`
	What  string `json:"what"`
	Ticks int    `json:"ticks"` // that show it
}

// printScenes lists the gallery.
func printScenes(cmd *cobra.Command) error {
	w := cmd.OutOrStdout()
	if asked, _ := cmd.Flags().GetBool("json"); asked {
		var rows []sceneRow
		for _, e := range scenes.Gallery() {
			rows = append(rows, sceneRow{e.Name, e.What, e.Ticks})
		}
		return cli.WriteJSON(w, rows)
	}
	for _, e := range scenes.Gallery() {
		fmt.Fprintf(w, "%-9s %s\n", e.Name, e.What)
	}
	return nil
}

// A sceneResult is the output of sim --scene.
type sceneResult struct {
	scenes.Report
	Hash string `json:"hash"` // of the world's state, 16 hexadecimal digits
}

func newSceneResult(r scenes.Report) sceneResult { return sceneResult{r, engine.HashText(r.Hash)} }
