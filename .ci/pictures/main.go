// Pictures draws the screens of docs/pictures that no command of arkterm draws: the title, and the world map
// of a player who has come to the second world. It writes title.png and map.png to the folder it is given.
//
//	go run ./.ci/pictures docs/pictures
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm/scores"
	"arkterm/cmd/arkterm/session"
	"arkterm/cmd/arkterm/settings"
	"arkterm/engine"
	"arkterm/input"
	"arkterm/levels"
	"arkterm/render"
	"arkterm/render/cell"
	"arkterm/render/picture"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: pictures FOLDER")
		os.Exit(2)
	}
	if err := draw(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "pictures:", err)
		os.Exit(1)
	}
}

// A screen is a picture of what shows after some keys.
type screen struct {
	file string
	keys []input.Keystroke
}

var screens = []screen{
	{"title.png", nil},
	{"map.png", []input.Keystroke{{Key: tcell.KeyDown}, {Key: tcell.KeyDown}, {Key: tcell.KeyEnter}}},
}

// draw writes the pictures to the folder.
func draw(folder string) error {
	for i := range screens {
		f, err := show(&screens[i])
		if err != nil {
			return err
		}
		file, err := os.Create(filepath.Join(folder, screens[i].file))
		if err != nil {
			return err
		}
		if err := picture.PNG(file, f); err != nil {
			file.Close()
			return err
		}
		if err := file.Close(); err != nil {
			return err
		}
	}
	return nil
}

// keysApart is the time from key to key, and from the last one to the picture: dialogs have come up by then.
const keysApart = time.Second / 2

// show returns the frame of a screen.
func show(c *screen) (*cell.Frame, error) {
	now := keysApart
	glyphs := cell.Mosaic
	s, err := session.New(session.Setup{
		Auto: settings.Detected{Glyphs: glyphs, FPS: 60}, Pack: levels.Shipped(),
		Seed: func() uint64 { return 1 }, FPS: 60, Render: render.Options{Glyphs: glyphs},
	}, 0)
	if err != nil {
		return nil, err
	}
	s.Resize(80, 24, now)
	s.Answer(now, scores.AchievementsRead{All: progress()})
	for _, key := range c.keys {
		now += keysApart
		s.Advance(now)
		s.Key(now, key)
	}
	now += keysApart
	s.Advance(now)
	return s.Draw(now), nil
}

// reached is the number of levels that the player of the pictures has come to.
const reached = 13

// progress returns that player's stars: a few more in earlier levels.
func progress() (all []scores.Achievement) {
	pack := levels.Shipped()
	for i := range reached {
		key := scores.KeyOf(pack.Levels[i : i+1])
		key.Difficulty = engine.Medium
		f := scores.Achievement{LevelKey: key}
		if i < reached-1 {
			f.Stars, f.Ticks, f.Points = engine.StarCleared, 58*engine.TicksPerSecond, 8210
			for k, star := range [...]engine.Stars{engine.StarTime, engine.StarClean, engine.StarScore} {
				if (i*7+k*3)%11 > i/8+k {
					f.Stars |= star
				}
			}
		}
		all = append(all, f)
	}
	return all
}
