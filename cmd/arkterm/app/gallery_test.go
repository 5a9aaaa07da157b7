package app

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"arkterm/cmd/arkterm/editor"
	"arkterm/cmd/arkterm/replay"
	"arkterm/engine/bot"
	"arkterm/levels"
	"arkterm/render/cell"
)

// withWorkshop adds the workshop to the title.
func withWorkshop(set *Setup) { set.Workshop = true }

// testSet returns the levels of a set with n playable levels and a damaged one.
func testSet(t testing.TB, n int) []levels.SetLevel {
	t.Helper()
	set := levels.Set{Name: "test", Read: func() (all []levels.Source, err error) {
		for i := range n {
			text := fmt.Sprintf("arkterm levels 1\nlevel: Hut %d\nauthor: Ann\n# a comment\nlegend:\n  o plain 1\n"+
				"rows:\n  o . o\n   o o\n", i+1)
			all = append(all, levels.Source{Name: fmt.Sprintf("%04d.level", i+1), Text: text})
		}
		return append(all, levels.Source{Name: "zz.level", Text: "arkterm levels 1\nlevel: Damaged\nrows:\n  x\n"}), nil
	}}
	all, err := set.Levels()
	if err != nil || len(all) != n+1 {
		t.Fatalf("the set has %d levels (error %v), want %d", len(all), err, n+1)
	}
	return all
}

// openTestSet opens the workshop and a set with n levels in the player's folder.
func openTestSet(t *testing.T, n int, change ...func(*Setup)) *testSession {
	p := newSession(t, append(change, withWorkshop)...)
	p.choose("Workshop")
	p.wantScreen(workshopScreen)
	if all := requests[ListSets](p); len(all) != 1 {
		t.Fatalf("the workshop makes %d requests for sets, want 1", len(all))
	}
	p.s.SetsListed([]LevelSet{
		{Name: "levels", Path: "/own", Own: true},
		{Name: "arkterm", Group: "arkterm"},
		{Name: "Abc", Path: "/sets/Abc", Group: "lbreakout2"},
	})
	p.wait(time.Second)
	p.keys("right enter")
	p.wantScreen(galleryScreen)
	if all := requests[ReadSet](p); len(all) != 1 || all[0].Path != "/own" {
		t.Fatalf("opening the set requests %v, want /own", all)
	}
	p.s.SetRead("/own", testSet(t, n), "/own", nil)
	p.wait(time.Second)
	return p
}

// showsAll checks that the frame shows all texts.
func (p *testSession) showsAll(texts ...string) {
	p.Helper()
	picture := p.s.Frame.String()
	for _, text := range texts {
		if !strings.Contains(picture, text) {
			p.Errorf("the screen %v does not show %q:\n%s", p.s.ID(), text, picture)
		}
	}
}

// Left returns to the first tile of the workshop, on which Fire opens a new level.
func TestFirstTileCanBeSelectedAgain(t *testing.T) {
	p := newSession(t, withWorkshop)
	p.choose("Workshop")
	p.s.SetsListed([]LevelSet{{Name: "levels", Path: "/own", Own: true}})
	p.wait(time.Second)
	p.keys("right left left enter")
	if all := requests[OpenLevelFile](p); len(all) != 1 || all[0].File != "" {
		t.Errorf("the first tile requests %v, want a new level", all)
	}
}

// The previews of visible sets are requested once.
func TestWorkshopRequestsPreviews(t *testing.T) {
	p := newSession(t, withWorkshop)
	p.choose("Workshop")
	p.wait(time.Second)
	p.showsAll("Reading …", "New level")
	p.s.SetsListed([]LevelSet{
		{Name: "levels", Path: "/own", Own: true},
		{Name: "Abc", Path: "/Abc", Group: "lbreakout2"},
	})
	p.wait(time.Second)
	p.showsAll("Single levels", "lbreakout2")
	var asked []string
	for _, q := range requests[ReadPreview](p) {
		asked = append(asked, q.Path)
	}
	if strings.Join(asked, " ") != "/own /Abc" {
		t.Errorf("the previews of %v are requested, want /own and /Abc", asked)
	}
	before := p.s.Frame.String()
	p.s.PreviewRead("/Abc", &levels.Shipped().Levels[0])
	p.s.PreviewRead("/own", nil)
	p.wait(time.Second)
	if p.s.Frame.String() == before || len(requests[ReadPreview](p)) > 0 {
		t.Error("the preview is not drawn, or is requested again")
	}
	p.keys("enter")
	if all := requests[OpenLevelFile](p); len(all) != 1 || all[0].File != "" {
		t.Errorf("New level requests %v, want a new level", all)
	}
}

// The dialog of a level plays, edits, copies, rates and shares it.
func TestGalleryActions(t *testing.T) {
	p := openTestSet(t, 2)
	p.showsAll("Hut 1", "Hut 2", "Damaged", "3 levels", "by Ann · 4 bricks")
	p.keys("right enter")
	p.wantScreen(galleryLevelScreen)

	p.choose("Share")
	copied := requests[CopyText](p)
	if len(copied) != 1 {
		t.Fatalf("%d texts are copied, want 1", len(copied))
	}
	share, err := replay.ParseCode(copied[0].Text)
	if err != nil || len(share.Files) != 1 ||
		!strings.HasPrefix(share.Files[0].Text, "arkterm levels 1\nlevel: Hut 2\n") {
		t.Errorf("the share code contains %+v (error %v), want Hut 2", share, err)
	}

	p.choose("Copy to your levels")
	if kept := requests[SaveLevels](p); len(kept) != 1 || kept[0].Pack.Levels[0].Name != "Hut 2" ||
		!strings.Contains(kept[0].Pack.Sources[0].Text, "# a comment") {
		t.Errorf("the copied levels are %v, want Hut 2 with its comment", kept)
	}
	p.s.LevelsSaved("hut-2.level", nil)
	p.wait(time.Second)
	p.showsAll("Saved as hut-2.level with your levels.")

	p.choose("Rate with bots")
	rate := requests[RateLevel](p)
	if len(rate) != 1 || rate[0].Level.Name != "Hut 2" {
		t.Fatalf("the requests for a rating are %v, want Hut 2", rate)
	}
	p.s.LevelRated(editor.RateResult{Request: rate[0].Number, Done: 6, Games: 24})
	p.wait(time.Second)
	p.showsAll("The bots have played 6 of 24 games …")
	p.s.LevelRated(editor.RateResult{
		Request: rate[0].Number - 1, Done: 24, Games: 24,
		Err: errors.New("of another level"),
	})
	p.s.LevelRated(editor.RateResult{
		Request: rate[0].Number, Done: 24, Games: 24,
		Rating: &bot.Rating{Difficulty: 37, Cleared: 15, Games: 3, Bots: make([]bot.StrengthRating, 6)},
	})
	p.wait(time.Second)
	p.showsAll("Difficulty 37 of 100. The bots cleared 15 of 18 games.")

	p.choose("Edit")
	if all := requests[OpenLevelFile](p); len(all) != 1 || all[0].File != "/own/0002.level" {
		t.Errorf("Edit opens %v, want /own/0002.level", all)
	}
	p.choose("Play")
	p.wantScreen(playingScreen)
	if name := p.s.round.pack.Levels[0].Name; name != "Hut 2" {
		t.Errorf("the level is %s, want Hut 2", name)
	}
	p.keys("q y")
	p.wantScreen(galleryLevelScreen)
	p.keys("esc esc esc")
	p.wantScreen(TitleScreen)
	if p.s.nextGameText() != "Honeycomb" {
		t.Errorf("the title offers %s, want Honeycomb", p.s.nextGameText())
	}
}

// A damaged file can only be edited. A level that cannot be edited in place is copied first.
func TestGalleryOfDamagedAndForeignLevels(t *testing.T) {
	p := openTestSet(t, 1)
	p.keys("right")
	p.wait(time.Second)
	p.showsAll("zz.level:4:3: no 'x' in the legend")
	p.keys("enter")
	if got := strings.Join(p.s.Menu.Buttons, " "); got != "Edit Back" {
		t.Errorf("the buttons for a damaged level are %q, want Edit and Back", got)
	}
	p.keys("esc esc right enter")
	p.s.SetRead("", testSet(t, 1), "", nil)
	p.wait(time.Second)
	p.keys("enter")
	p.choose("Edit a copy")
	if kept := requests[SaveLevels](p); len(kept) != 1 {
		t.Fatalf("%d levels are copied, want 1", len(kept))
	}
	p.s.LevelsSaved("hut-1.level", nil)
	if all := requests[OpenLevelFile](p); len(all) != 1 || all[0].File != "hut-1.level" {
		t.Errorf("the editor opens %v, want the copy", all)
	}
	p.s.EditLevel(LevelFile{Doc: levels.NewDocument("x"), File: "hut-1.level"}, p.now)
	p.s.leaveEditor(p.now)
	p.wantScreen(galleryScreen)
	if all := requests[ReadSet](p); len(all) != 2 {
		t.Errorf("the set is read %d times, want 2: when it is opened and after the edit", len(all))
	}
}

// The mouse alone opens a set, a level and a game.
func TestGalleryMouse(t *testing.T) {
	p := openTestSet(t, 3)
	p.keys("esc")
	p.wait(time.Second)
	p.clickText("Single levels")
	p.wantScreen(galleryScreen)
	p.s.SetRead("/own", testSet(t, 3), "/own", nil)
	p.wait(time.Second)
	p.clickText("Hut 3")
	p.wantScreen(galleryLevelScreen)
	p.wait(time.Second)
	p.clickText("Play")
	p.wantScreen(playingScreen)
}

// clickText clicks on a text on the screen.
func (p *testSession) clickText(text string) {
	p.Helper()
	for y, row := range strings.Split(p.s.Frame.String(), "\n") {
		if before, _, found := strings.Cut(row, text); found {
			p.mouse(cell.Width(before)+1, y, 1)
			p.mouse(cell.Width(before)+1, y, 0)
			return
		}
	}
	p.Fatalf("no %q on the screen:\n%s", text, p.s.Frame.String())
}

// In text mode, sets and levels are numbered lists.
func TestGalleryWords(t *testing.T) {
	p := openTestSet(t, 2)
	row, _ := p.s.screen(galleryScreen)
	if w := row.Words(); strings.Join(w.Choices, "|") != "Hut 1|Hut 2|Damaged|Back" {
		t.Errorf("the choices are %q", w.Choices)
	}
	row.Choose(1, p.now)
	p.wantScreen(galleryLevelScreen)
	p.keys("esc")
	row.Choose(3, p.now)
	p.wantScreen(workshopScreen)
	row, _ = p.s.screen(workshopScreen)
	if w := row.Words(); strings.Join(w.Choices, "|") != "New level|Single levels|arkterm|Abc|Back" {
		t.Errorf("the choices are %q", w.Choices)
	}
}

// A frame of the gallery prepares only a few levels, and frames do not allocate afterwards.
func TestGalleryFramesDoNotAllocate(t *testing.T) {
	p := openTestSet(t, 4000, func(set *Setup) { set.Render.Tier = cell.Truecolor })
	prepared := 0
	for i := range p.s.gallery.levelMap.Worlds[0].Levels {
		if p.s.gallery.levelMap.Worlds[0].Levels[i].Board != nil {
			prepared++
		}
	}
	if prepared < 5 || prepared > 50 {
		t.Errorf("%d levels are prepared, want only visible ones", prepared)
	}
	p.s.Draw(p.now)
	if n := testing.AllocsPerRun(20, func() { p.s.Draw(p.now) }); n > 0 {
		t.Errorf("a frame of the gallery allocates %v times", n)
	}
}

// BenchmarkGallery draws the first, the middle and a new part of galleries of one level and of 4,000 levels.
func BenchmarkGallery(b *testing.B) {
	for _, n := range []int{1, 4000} {
		set := Setup{Pack: levels.Shipped(), Seed: func() uint64 { return 42 }, FPS: 60, Workshop: true}
		s, err := New(set, 0)
		if err != nil {
			b.Fatal(err)
		}
		s.Resize(200, 60, 0)
		s.gallery.set = LevelSet{Path: "/own", Own: true}
		s.readGallery()
		s.Enter(galleryScreen, 0)
		s.SetRead("/own", testSet(b, n)[:n], "/own", nil)
		b.Run(fmt.Sprintf("same/%d", n), func(b *testing.B) {
			s.Draw(0)
			for b.Loop() {
				s.Draw(0)
			}
		})
		b.Run(fmt.Sprintf("moving/%d", n), func(b *testing.B) {
			i := 0
			for b.Loop() {
				i = (i + 7) % n
				s.gallery.levelMap.Selected = i
				s.describeLevel()
				s.Draw(0)
			}
		})
	}
}
