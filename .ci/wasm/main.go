// Wasm renders a recording without a terminal, files or a clock, like a program in a web page. It reads the recording
// from stdin and writes the output for a terminal of 80×24 cells, at 30 frames per second, to stdout. Built for
// js/wasm, it writes the same bytes as on other systems.
//
//	GOOS=js GOARCH=wasm go build -C .ci -o "$PWD/player.wasm" ./wasm
//	node $(go env GOROOT)/lib/wasm/wasm_exec_node.js player.wasm < game.ark
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"time"

	"arkterm/cmd/arkterm/replay"
	"arkterm/levels"
	"arkterm/render"
	"arkterm/render/ansi"
	"arkterm/render/cell"
)

func main() {
	if err := renderRecording(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "wasm:", err)
		os.Exit(1)
	}
}

// renderRecording reads a recording from r, and writes the terminal output of its frames to w.
func renderRecording(r io.Reader, w io.Writer) error {
	data, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	game, err := replay.Open("recording", data, nil)
	if err != nil {
		return err
	}

	view := render.NewView(render.Options{Glyphs: cell.Sextant, Names: levels.LevelNames(game.Pack)})
	rendering, err := replay.NewRendering(game, view, 80, 24, 30, 0, 0)
	if err != nil {
		return err
	}

	out := bufio.NewWriter(w)
	var encoder ansi.Encoder
	encoder.SetTier(cell.Truecolor)
	var bytes []byte
	err = rendering.Each(func(_ time.Duration, f *cell.Frame) error {
		bytes = encoder.Frame(bytes[:0], f)
		_, err := out.Write(bytes)
		return err
	})
	if err != nil {
		return err
	}
	return out.Flush()
}
