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

// withSound sets the option Sound.
func withSound(value string) func(*Setup) {
	return func(set *Setup) { set.Choices.Values[settings.Sound][settings.ByFlag] = value }
}

// notes returns the number of notes since the last call.
func (p *testSession) notes() int {
	all, _ := p.s.Notes()
	return len(all)
}

func TestGamesAreHeard(t *testing.T) {
	for _, c := range []struct {
		value  string
		remote bool
		heard  bool
	}{
		{"100", false, true},
		{"1", false, true},
		{settings.SoundOff, false, false},
		{settings.SoundBell, false, false},
		{"100", true, false},
	} {
		p := newSession(t, withBot, withSound(c.value), func(set *Setup) { set.Remote = c.remote })
		p.wait(3 * time.Second)
		if got := p.notes() > 0; got != c.heard {
			t.Errorf("sound %s, remote %v: the game has notes: %v, want %v", c.value, c.remote, got, c.heard)
		}
	}
}

func TestTitleIsSilent(t *testing.T) {
	p := newSession(t, withSound("100"))
	p.wait(5 * time.Second)
	if n := p.notes(); n > 0 {
		t.Errorf("the game behind the title has %d notes, want none", n)
	}
}

// In the sound dialog, the sample next to the options is audible.
func TestVolumeIsHeard(t *testing.T) {
	p := newSession(t, withSound("100"))
	p.s.showOptions(p.now)
	p.wait(3 * time.Second)
	if n := p.notes(); n > 0 {
		t.Errorf("in the main options, the sample has %d notes, want none", n)
	}
	p.walk("Sound")
	p.s.Notes()
	p.wait(3 * time.Second)
	if p.notes() == 0 {
		t.Error("in the sound dialog, the sample has no notes")
	}
}

// M mutes the sound immediately, and restores it at the same volume.
func TestMute(t *testing.T) {
	p := newSession(t, withBot, withSound("70"))
	p.wait(2 * time.Second)
	p.s.Notes()
	p.keys("m")
	if _, hush := p.s.Notes(); !hush {
		t.Error("M does not stop the sound")
	}
	if text := p.s.Draw(p.now).String(); !strings.Contains(text, "Sound: off") {
		t.Errorf("the screen does not show that the sound is off:\n%s", text)
	}
	p.wait(2 * time.Second)
	if n := p.notes(); n > 0 {
		t.Errorf("%d notes after M, want none", n)
	}
	p.keys("m")
	if got := p.s.set.Choices.Get(settings.Sound); got != "70" {
		t.Errorf("after the second M, sound is %s, want 70", got)
	}
	p.wait(2 * time.Second)
	if _, hush := p.s.Notes(); hush {
		t.Error("after the second M, the sound stops")
	}
}

// Over SSH, the options contain a row for the bell instead of the dialog about sound.
func TestSoundOptionsOverSSH(t *testing.T) {
	p := newSession(t, withSound("80"), func(set *Setup) { set.Remote = true })
	p.walk("Options")
	p.moveTo("Sound")
	for i, keys := range []string{"", "right", "left", "left", "right"} {
		p.keys(keys)
		want := []string{settings.SoundOff, settings.SoundBell}[i%2]
		if label := p.s.Menu.Current().Label; !strings.Contains(label, "◂ "+want) {
			t.Errorf("after the key %q, the row is %q, want the value %s", keys, label, want)
		}
	}
	p.wantScreen(optionsScreen)
}

// Over SSH, M turns on the bell; on a local terminal, the default volume.
func TestUnmuteWithoutAnEarlierVolume(t *testing.T) {
	for _, c := range []struct {
		remote       bool
		before, want string
	}{
		{true, settings.SoundOff, settings.SoundBell},
		{true, "40", settings.SoundBell},
		{false, settings.SoundOff, settings.Options[settings.Sound].Values[0]},
	} {
		p := newSession(t, withSound(c.before), func(set *Setup) { set.Remote = c.remote })
		p.s.mute(p.now)
		if got := p.s.set.Choices.Get(settings.Sound); got != c.want {
			t.Errorf("remote %v, sound %s: after M, sound is %s, want %s", c.remote, c.before, got, c.want)
		}
	}
}

// The bell rings for a lost ball only if the option Sound is set to it.
func TestBell(t *testing.T) {
	for value, want := range map[string]bool{settings.SoundBell: true, "100": false, settings.SoundOff: false} {
		p := newSession(t, withSound(value))
		p.keys("enter")
		p.wait(time.Second)
		lives := p.s.round.game.Lives
		p.keys("space")
		// The paddle does not move.
		p.waitFor("lost ball", func() bool { return p.s.round.game.Lives < lives })
		if got := len(requests[RingBell](p)) > 0; got != want {
			t.Errorf("sound %s: the bell rings: %v, want %v", value, got, want)
		}
	}
}

// A replay has sound at normal speed and is silent at higher speeds. M mutes it.
func TestReplaysAreHeard(t *testing.T) {
	p := watchReplay(t, withSound("100"))
	p.wait(3 * time.Second)
	if p.notes() == 0 {
		t.Error("the replay has no notes")
	}
	p.keys("up")
	p.wait(time.Second / 10)
	p.s.Notes()
	p.wait(3 * time.Second)
	if n := p.notes(); n > 0 {
		t.Errorf("%d notes at double speed, want none", n)
	}
	p.keys("m")
	if got := p.s.set.Choices.Get(settings.Sound); got != settings.SoundOff {
		t.Errorf("after M, sound is %s, want off", got)
	}
}

// A note is played within 17 ms of its tick at any frame rate.
func TestNotesDoNotWaitForFrames(t *testing.T) {
	for _, fps := range []int{15, 30, 60} {
		p := newSession(t, withBot, withSound("100"), func(set *Setup) {
			set.FPS = fps
			set.Choices.Values[settings.FPS][settings.ByFlag] = strconv.Itoa(fps)
		})
		maxDelay, heard := time.Duration(0), 0
		before := p.now
		for end := p.now + 10*time.Second; p.now < end; {
			frame, tick := p.s.Next(p.now)
			p.now = max(min(frame, tick), p.now)
			p.show()
			if n := p.notes(); n > 0 {
				maxDelay, heard = max(maxDelay, p.now-before), heard+n
			}
			before = p.now
		}
		if heard < 10 || maxDelay > 17*time.Millisecond {
			t.Errorf("%d frames per second: %d notes, at most %v late; want at least 10, at most 17 ms", fps, heard,
				maxDelay)
		}
		if want := 10 * fps; p.frames < want-15 || p.frames > want+5 { // half as many during the serve
			t.Errorf("%d frames per second: %d frames in 10 s, want %d", fps, p.frames, want)
		}
	}
	p := newSession(t, withBot, withSound(settings.SoundOff))
	if _, tick := p.s.Next(p.now); tick != ui.Never {
		t.Error("without sound, the session schedules ticks without a frame")
	}
}

// Menus have different sounds for moving, choosing and going back. They are silent if the sound or the menu volume is
// off.
func TestMenusAreHeard(t *testing.T) {
	for _, c := range []struct {
		sound, menus string
		heard        bool
	}{{"100", "100", true}, {"100", "0", false}, {settings.SoundOff, "100", false}} {
		p := newSession(t, withSound(c.sound), func(set *Setup) {
			set.Choices.Values[settings.MenuVolume][settings.ByFlag] = c.menus
		})
		sounds := map[string]sound.Note{}
		for _, key := range []string{"up", "up", "enter", "esc"} { // How to play, and back
			p.s.Notes()
			p.keys(key)
			all, _ := p.s.Notes()
			if got := len(all) == 1 && all[0].Gain > 0; got != c.heard {
				t.Errorf("sound %s, menus %s: the key %s plays the notes %v", c.sound, c.menus, key, all)
			}
			if len(all) == 1 {
				sounds[key] = all[0]
			}
		}
		if c.heard && (sounds["up"] == sounds["enter"] || sounds["enter"] == sounds["esc"]) {
			t.Errorf("moving, choosing and going back do not have different sounds: %v", sounds)
		}
	}
}

// With the default settings, the mean level of a game is about −40 dB.
func TestDefaultLoudness(t *testing.T) {
	p := newSession(t, withBot)
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
		t.Errorf("the mean level of 20 s of a game is %.1f dB, want -42 to -38", db)
	}
}
