package app

import (
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/ui"
	"arkterm/engine"
	"arkterm/render/sound"
)

// withSound sets the option for sound.
func withSound(value string) func(*Setup) {
	return func(set *Setup) { set.Choices.Set[settings.Sound][settings.ByFlag] = value }
}

// notes returns the number of notes since the last call.
func (p *sitting) notes() int {
	all, _ := p.s.Notes()
	return len(all)
}

func TestGamesAreHeard(t *testing.T) {
	for _, c := range []struct {
		value string
		link  bool
		heard bool
	}{
		{"100", false, true},
		{"1", false, true},
		{settings.SoundOff, false, false},
		{settings.SoundBell, false, false},
		{"100", true, false},
	} {
		p := sit(t, withBot, withSound(c.value), func(set *Setup) { set.Link = c.link })
		p.wait(3 * time.Second)
		if got := p.notes() > 0; got != c.heard {
			t.Errorf("sound %s, over a link %v: heard %v", c.value, c.link, got)
		}
	}
}

func TestTitleIsSilent(t *testing.T) {
	p := sit(t, withSound("100"))
	p.wait(5 * time.Second)
	if n := p.notes(); n > 0 {
		t.Errorf("%d notes of the game behind the title", n)
	}
}

// While the volume is chosen, the game behind the options is audible.
func TestVolumeIsHeard(t *testing.T) {
	p := sit(t, withSound("100"))
	p.s.showOptions(p.now)
	p.wait(3 * time.Second)
	if n := p.notes(); n > 0 {
		t.Errorf("%d notes while a different option is chosen", n)
	}
	p.walk("Sound")
	p.s.Notes()
	p.wait(3 * time.Second)
	if p.notes() == 0 {
		t.Error("nothing is heard")
	}
}

// M mutes the sound immediately, and restores it at the same volume.
func TestMute(t *testing.T) {
	p := sit(t, withBot, withSound("70"))
	p.wait(2 * time.Second)
	p.s.Notes()
	p.keys("m")
	if _, hush := p.s.Notes(); !hush {
		t.Error("the sound does not stop")
	}
	if text := p.s.Draw(p.now).String(); !strings.Contains(text, "Sound: off") {
		t.Errorf("the screen does not show it:\n%s", text)
	}
	p.wait(2 * time.Second)
	if n := p.notes(); n > 0 {
		t.Errorf("%d notes after M", n)
	}
	p.keys("m")
	if got := p.s.set.Choices.Get(settings.Sound); got != "70" {
		t.Errorf("sound is %s again, want 70", got)
	}
	p.wait(2 * time.Second)
	if _, hush := p.s.Notes(); hush {
		t.Error("the sound stops although it is on")
	}
}

// Over SSH, M turns on the bell; on a local terminal, the default volume.
func TestUnmuteWithoutAnEarlierVolume(t *testing.T) {
	for link, want := range map[bool]string{
		true:  settings.SoundBell,
		false: settings.Options[settings.Sound].Values[0],
	} {
		p := sit(t, withSound(settings.SoundOff), func(set *Setup) { set.Link = link })
		p.s.mute(p.now)
		if got := p.s.set.Choices.Get(settings.Sound); got != want {
			t.Errorf("over a link %v: %s, want %s", link, got, want)
		}
	}
}

// The bell rings for a lost ball if it is turned on in the options, and never otherwise.
func TestBell(t *testing.T) {
	for value, want := range map[string]bool{settings.SoundBell: true, "100": false, settings.SoundOff: false} {
		p := sit(t, withSound(value))
		p.keys("enter")
		p.wait(time.Second)
		lives := p.s.round.game.Lives
		p.keys("space")
		// without moving the paddle
		p.waitFor("a ball that is lost", func() bool { return p.s.round.game.Lives < lives })
		if got := len(requests[RingBell](p)) > 0; got != want {
			t.Errorf("sound %s: the bell rings %v", value, got)
		}
	}
}

// A replay has sound at normal speed and is silent at higher speeds. M mutes it.
func TestReplaysAreHeard(t *testing.T) {
	p := watchIt(t, withSound("100"))
	p.wait(3 * time.Second)
	if p.notes() == 0 {
		t.Error("nothing is heard")
	}
	p.keys("up")
	p.wait(time.Second / 10)
	p.s.Notes()
	p.wait(3 * time.Second)
	if n := p.notes(); n > 0 {
		t.Errorf("%d notes at twice the speed", n)
	}
	p.keys("m")
	if got := p.s.set.Choices.Get(settings.Sound); got != settings.SoundOff {
		t.Errorf("sound is %s after M", got)
	}
}

// A note is played within 17 ms of its tick at any frame rate.
func TestNotesDoNotWaitForFrames(t *testing.T) {
	for _, fps := range []int{15, 30, 60} {
		p := sit(t, withBot, withSound("100"), func(set *Setup) {
			set.FPS = fps
			set.Choices.Set[settings.FPS][settings.ByFlag] = strconv.Itoa(fps)
		})
		latest, heard := time.Duration(0), 0
		before := p.now
		for end := p.now + 10*time.Second; p.now < end; {
			frame, tick := p.s.Next(p.now)
			p.now = max(min(frame, tick), p.now)
			p.show()
			if n := p.notes(); n > 0 {
				latest, heard = max(latest, p.now-before), heard+n
			}
			before = p.now
		}
		if heard < 10 || latest > 17*time.Millisecond {
			t.Errorf("%d frames per second: %d notes, at most %v after their tick", fps, heard, latest)
		}
		if want := 10 * fps; p.frames < want-15 || p.frames > want+5 { // half as many during the serve
			t.Errorf("%d frames in 10 s, want %d", p.frames, want)
		}
	}
	p := sit(t, withBot, withSound(settings.SoundOff))
	if _, tick := p.s.Next(p.now); tick != ui.Never {
		t.Error("the session wakes for ticks without sound")
	}
}

// The menu has a sound for a move, a choice and the way back. It is silent if the sound is off.
func TestMenusAreHeard(t *testing.T) {
	for _, c := range []struct {
		sound, menus string
		heard        bool
	}{{"100", "100", true}, {"100", "0", false}, {settings.SoundOff, "100", false}} {
		p := sit(t, withSound(c.sound), func(set *Setup) {
			set.Choices.Set[settings.MenuVolume][settings.ByFlag] = c.menus
		})
		sounds := map[string]sound.Note{}
		for _, key := range []string{"up", "up", "enter", "esc"} { // How to play, and back
			p.s.Notes()
			p.keys(key)
			all, _ := p.s.Notes()
			if got := len(all) == 1 && all[0].Gain > 0; got != c.heard {
				t.Errorf("sound %s, menus %s: %s makes the notes %v", c.sound, c.menus, key, all)
			}
			if len(all) == 1 {
				sounds[key] = all[0]
			}
		}
		if c.heard && (sounds["up"] == sounds["enter"] || sounds["enter"] == sounds["esc"]) {
			t.Errorf("a move, a choice and the way back sound the same: %v", sounds)
		}
	}
}

// With the default settings the mean level of a game is about -40 dB.
func TestDefaultLoudness(t *testing.T) {
	p := sit(t, withBot)
	var m sound.Mixer
	var out [2 * sound.PerTick]int16
	sum, n := 0.0, 0
	for range 20 * engine.TicksPerSecond {
		p.s.tick(p.now)
		notes, _ := p.s.Notes()
		for _, x := range notes {
			m.Play(x)
		}
		m.Mix(out[:])
		for _, s := range out {
			sum += float64(s) * float64(s) / (1 << 30)
			n++
		}
	}
	if db := 10 * math.Log10(sum/float64(n)); db < -42 || db > -38 {
		t.Errorf("20 s of a game have a mean level of %.1f dB, want -42 to -38", db)
	}
}
