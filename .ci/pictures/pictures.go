// Package pictures draws the pictures in docs/pictures that no command of arkterm draws: the title, the world map of
// a player who has reached the second world, bricks in cells of several widths, and generated levels.
package pictures

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm/app"
	"arkterm/cmd/arkterm/progress"
	"arkterm/cmd/arkterm/settings"
	"arkterm/engine"
	"arkterm/input"
	"arkterm/levels"
	"arkterm/render"
	"arkterm/render/cell"
	"arkterm/render/picture"
)

// A screen is a picture of the program after keys were pressed.
type screen struct {
	file string
	keys []input.Keystroke
}

var screens = []screen{
	{"title.png", nil},
	{"map.png", []input.Keystroke{{Key: tcell.KeyDown}, {Key: tcell.KeyDown}, {Key: tcell.KeyEnter}}},
}

// Run carries out the subcommand pictures FOLDER. It writes title.png, map.png, cell-40.png to cell-60.png and
// generated.png to the folder.
func Run(_ string, args []string) error {
	if len(args) != 1 {
		return errors.New("usage: pictures FOLDER")
	}
	for i := range screens {
		f, err := screenFrame(&screens[i])
		if err != nil {
			return err
		}
		if err := write(args[0], screens[i].file, func(w io.Writer) error { return picture.PNG(w, f) }); err != nil {
			return err
		}
	}
	for percent := 40; percent <= 60; percent += 5 {
		img, err := brickPicture(percent)
		if err == nil {
			err = writeImage(args[0], fmt.Sprintf("cell-%d.png", percent), img)
		}
		if err != nil {
			return err
		}
	}
	img, err := generatedSheet()
	if err != nil {
		return err
	}
	return writeImage(args[0], "generated.png", img)
}

// writeImage writes an image to a file in a folder.
func writeImage(folder, name string, img image.Image) error {
	e := png.Encoder{CompressionLevel: png.BestCompression}
	return write(folder, name, func(w io.Writer) error { return e.Encode(w, img) })
}

// write writes the output of encode to a file in a folder.
func write(folder, name string, encode func(io.Writer) error) error {
	var data bytes.Buffer
	if err := encode(&data); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, name), data.Bytes(), 0o644)
}

// Sizes of a picture of bricks.
const (
	cellH     = 40 // height of a cell in pixels, so that half a cell is a whole number of pixels at each width
	brickCols = 15 // columns for each glyph set
	brickRows = 12
)

// brickGlyphs are the glyph sets in a picture of bricks, from left to right.
var brickGlyphs = [...]cell.Glyphs{cell.Half, cell.Quadrant, cell.Sextant}

// brickPicture returns a picture of the upper left part of a level at 80×24 cells, in each glyph set. percent is the
// width of a cell in percent of its height.
func brickPicture(percent int) (image.Image, error) {
	g, err := engine.New(engine.Config{Setup: engine.Setup{First: 45, Seed: 1}, Levels: levels.Shipped().Levels})
	if err != nil {
		return nil, err
	}
	cellW := cellH * percent / 100
	img := image.NewRGBA(image.Rect(0, 0, len(brickGlyphs)*brickCols*cellW, brickRows*cellH))
	for i, glyphs := range brickGlyphs {
		v := render.NewView(render.Options{Glyphs: glyphs, Effects: render.NoEffects, Aspect: float64(percent) / 100})
		var f cell.Frame
		f.Resize(80, 24)
		v.Draw(&f, g)
		full := picture.Image(&f)
		size := full.Bounds().Size()
		for y := range brickRows * cellH {
			for x := range brickCols * cellW {
				img.Set(i*brickCols*cellW+x, y, full.At(x*size.X/(f.W*cellW), y*size.Y/(f.H*cellH)))
			}
		}
	}
	return img, nil
}

// keyInterval is the time between two keys, and between the last key and the picture. It is sufficient for dialogs to
// open.
const keyInterval = time.Second / 2

// screenFrame returns the frame that the program draws after the keys of a screen were pressed.
func screenFrame(c *screen) (*cell.Frame, error) {
	now := keyInterval
	glyphs := cell.Mosaic
	s, err := app.New(app.Setup{
		Auto: settings.Detected{Glyphs: glyphs, FPS: 60}, Pack: levels.Shipped(),
		Seed: func() uint64 { return 1 }, FPS: 60, Render: render.Options{Glyphs: glyphs},
	}, 0)
	if err != nil {
		return nil, err
	}
	s.Resize(80, 24, now)
	s.ReceiveResult(now, progress.AchievementsRead{All: exampleStars()})
	for _, key := range c.keys {
		now += keyInterval
		s.Advance(now)
		s.Key(now, key)
	}
	now += keyInterval
	s.Advance(now)
	return s.Draw(now), nil
}

// reachedLevels is the number of levels that the player in the pictures has reached.
const reachedLevels = 13

// exampleStars returns the achievements of the player in the pictures. Earlier levels have more stars.
func exampleStars() (all []progress.Achievement) {
	pack := levels.Shipped()
	for i := range reachedLevels {
		key := progress.LevelKeyOf(pack.Levels[i : i+1])
		key.Difficulty = engine.Medium
		a := progress.Achievement{LevelKey: key}
		if i < reachedLevels-1 {
			a.Stars, a.Ticks, a.Points = engine.StarCleared, 58*engine.TicksPerSecond, 8210
			for k, star := range [...]engine.Stars{engine.StarTime, engine.StarClean, engine.StarScore} {
				if (i*7+k*3)%11 > i/8+k { // an irregular pattern
					a.Stars |= star
				}
			}
		}
		all = append(all, a)
	}
	return all
}
