package app

import (
	"fmt"
	"time"

	"arkterm/cmd/arkterm/editor"
	"arkterm/cmd/arkterm/progress"
	"arkterm/cmd/arkterm/replay"
	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/ui"
	"arkterm/engine"
	"arkterm/engine/record"
	"arkterm/levels"
	"arkterm/render"
	"arkterm/render/sound"
	"arkterm/render/text"
)

// A Request is an operation that the caller of the session must perform, because a session does not open files, start
// goroutines or end the program. Its type is one of the following.
type Request interface{ request() }

type (
	// A WriteSettings writes the settings file, after a change in the menu.
	WriteSettings struct{ Text []byte }

	// A WriteFieldGuide writes the player's field guide, after a new entry.
	WriteFieldGuide struct{ Text []byte }

	// A WriteDiary writes the diary of daily games. It is requested when the first game of a day starts, and when the
	// result of this game changes.
	WriteDiary struct{ Text []byte }

	// A SaveReplay saves the recording of a finished game. It precedes the ScoreRequest of the same game.
	SaveReplay struct{ Recording *record.Recording }

	// A ScoreRequest is a request to the store of scores. Its result is passed to Session.ReceiveResult.
	ScoreRequest struct{ Request progress.Request }

	// A SaveGame saves a game in progress. If Recording is nil, the game has ended, and the file of the saved game is
	// removed.
	SaveGame struct {
		ID        uint64
		Recording *record.Recording
	}

	// A RejectSavedGame renames the file of a saved game that cannot be continued for the given reason.
	RejectSavedGame struct {
		ID     uint64
		Reason error
	}

	// A CopyText copies a text to the terminal's clipboard.
	CopyText struct{ Text string }

	// A WriteClip writes a clip of the best combo of a game that has ended. The result is passed to
	// Session.ClipWritten.
	WriteClip struct {
		Replay *replay.Replay
		File   string // name of the recording, from Session.SetRecordingFile
		Format string // from ClipFormats
		View   render.Options
	}

	// A SaveLevels saves the files of a pack in the folder of the player's levels, under an unused name. If Copy is
	// false and the folder already contains the only level of the pack, nothing is saved. The result is passed to
	// Session.LevelsSaved.
	SaveLevels struct {
		Pack levels.Pack
		Copy bool
	}

	// An AddCastMarker adds a marker to the asciinema recording of the session, at a new level or a combo.
	AddCastMarker struct{ Name string }

	// A RingBell rings the terminal's bell after an important event.
	RingBell struct{}

	// A WriteLevel writes a level file of the editor. The result is passed to Session.LevelWritten.
	WriteLevel struct{ editor.SaveRequest }

	// An AppendJournal appends changes of the editor's document to the journal, so that they can be recovered after a
	// crash. Base is the text of the level file to which the changes apply.
	AppendJournal struct {
		Base    string
		Records []string
	}

	// A ListSets lists the level sets on this machine. The result is passed to Session.SetsListed.
	ListSets struct{}

	// A ReadSet reads the levels of a set. The result is passed to Session.SetRead.
	ReadSet struct{ Path string }

	// A ReadPreview reads the first level of a set. The result is passed to Session.PreviewRead.
	ReadPreview struct{ Path string }

	// An OpenLevelFile opens a level file, or creates a new level if File is "". The result is passed to
	// Session.LevelOpened.
	OpenLevelFile struct{ File string }

	// A DiscardJournal discards the changes in the journal, because the editor was closed.
	DiscardJournal struct{}

	// A RateLevel lets bots play a level of the editor. The results are passed to Session.LevelRated.
	RateLevel struct{ editor.RateRequest }

	// A Quit ends the session.
	Quit struct{}
)

func (WriteSettings) request()   {}
func (WriteFieldGuide) request() {}
func (WriteDiary) request()      {}
func (SaveReplay) request()      {}
func (ScoreRequest) request()    {}
func (SaveGame) request()        {}
func (RejectSavedGame) request() {}
func (CopyText) request()        {}
func (WriteClip) request()       {}
func (SaveLevels) request()      {}
func (AddCastMarker) request()   {}
func (RingBell) request()        {}
func (WriteLevel) request()      {}
func (AppendJournal) request()   {}
func (DiscardJournal) request()  {}
func (ListSets) request()        {}
func (ReadSet) request()         {}
func (ReadPreview) request()     {}
func (OpenLevelFile) request()   {}
func (RateLevel) request()       {}
func (Quit) request()            {}

// request adds a request to the list.
func (s *Session) request(r Request) { s.requests = append(s.requests, r) }

// requestScores adds a request to the score store.
func (s *Session) requestScores(q progress.Request) { s.request(ScoreRequest{q}) }

// Requests returns the requests since the last call, in order. Call it after every event and every Advance, and before
// showing a frame. The caller may keep the slice.
func (s *Session) Requests(now time.Duration) []Request {
	if s.settingsChanged {
		s.settingsChanged = false
		s.request(WriteSettings{s.set.Choices.SettingsTOML()})
	}
	if s.guideChanged {
		s.guideChanged = false
		s.request(WriteFieldGuide{s.set.FieldGuide.Text()})
	}
	if s.saveDue(now) {
		s.SaveNow(now)
	}
	s.markLevel()
	if s.band.TakeBell() && s.set.Choices.Get(settings.Sound) == settings.SoundBell {
		s.request(RingBell{})
	}
	if s.editor != nil {
		if base, records := s.editor.TakeRecords(); len(records) > 0 {
			s.request(AppendJournal{base, records})
		}
	}
	list := s.requests
	s.requests = nil
	return list
}

// Notes returns the musical notes to play since the last call. The first note is due now. If hush is true, the caller
// must stop all sound immediately. The notes are valid until the next Advance.
func (s *Session) Notes() (notes []sound.Note, hush bool) {
	hush = s.hush
	s.hush = false
	if cue, ok := s.TakeCue(); ok {
		s.band.Cue(cue)
	}
	return s.band.Take(), hush
}

// mute turns the sound off, or on again with the previous volume. Over SSH, on means the bell.
func (s *Session) mute(time.Duration) {
	before := s.value(settings.Sound)
	s.soundNoticeUntil = s.round.game.Tick + engine.TicksPerSecond
	switch {
	case before != settings.SoundOff:
		s.volumeBeforeMute = before
		s.SetOption(settings.Sound, settings.SoundOff)
	case s.volumeBeforeMute != "":
		s.SetOption(settings.Sound, s.volumeBeforeMute)
	case s.set.Remote:
		s.SetOption(settings.Sound, settings.SoundBell)
	default:
		s.SetOption(settings.Sound, settings.Options[settings.Sound].Values[0])
	}
}

// soundNotice returns the notice about the volume. It is shown for a second after the key Mute. At other times,
// soundNotice returns "".
func (s *Session) soundNotice() string {
	if s.round.game.Tick >= s.soundNoticeUntil {
		return ""
	}
	return fmt.Sprintf(text.Notice.Sound, s.value(settings.Sound))
}

// applySound applies the chosen volume. Over SSH there is no sound, because the player is not at this machine.
func (s *Session) applySound() {
	before := s.band.Volume
	s.band.Levels = s.set.Choices.SoundLevels()
	if s.set.Remote {
		s.band.Volume = 0
	}
	s.hush = s.hush || before > 0 && s.band.Volume == 0
}

// minSoundRate is the minimum number of times per second that ticks are played while sound is on. At a lower rate,
// sounds would be audibly late. A delay of 40 ms is noticeable, and the audio output causes about 12 ms of it.
const minSoundRate = 60

// nextSound returns when ticks must be played for their sounds although no frame is due. If sound is off or frames are
// frequent enough, it returns Never.
func (s *Session) nextSound(now time.Duration) time.Duration {
	if s.band.Volume == 0 || s.Schedule.Rate() >= minSoundRate || !s.Schedule.Ticking() || !s.Moving(now) {
		return ui.Never
	}
	return s.Schedule.Clock.NextFrame(now, minSoundRate)
}

// updateSoundAndNarration passes the last tick of the game to the sound band and the narrator. The demonstration game
// on the title is silent.
func (s *Session) updateSoundAndNarration(g *engine.Game) {
	if !s.round.demo {
		s.narrator.Observe(g)
		s.band.Observe(g)
	}
}

// Take returns the narration of the game since the last call. The lines are valid until the next Advance.
func (s *Session) Take() []string { return s.narrator.Take() }

// DescribeField describes the positions of all objects in the game.
func (s *Session) DescribeField() []string { return s.narrator.DescribeField(s.round.game) }

// Steer moves the paddle to a place of the field, 1 to [ui.NumPlaces].
func (s *Session) Steer(place int, now time.Duration) {
	if s.ID() == playingScreen && s.round.bot == nil {
		s.Keys.SetTarget(s.narrator.SteerTarget(s.round.game, place))
		s.Schedule.AddFrameForKey()
	}
}

// Place returns the place of the paddle, 1 to [ui.NumPlaces]. It returns 0 during a replay.
func (s *Session) Place() int {
	if s.viewer != nil {
		return 0
	}
	g := s.round.game
	return ui.PlaceOf(g, g.Capsule(0).X)
}

// markLevel requests a marker in the asciinema recording when the player reaches a new level.
func (s *Session) markLevel() {
	r := &s.round
	if n := r.game.Level + 1; !r.demo && s.ID() == playingScreen && n != r.markedLevel {
		r.markedLevel = n
		s.request(AddCastMarker{replay.LevelName(r.pack, r.game.Level)})
	}
}

// markCombo requests a marker in the asciinema recording if a notable combo has ended in the last tick, except in the
// demonstration game on the title.
func (s *Session) markCombo() {
	if n := s.round.combos.observe(s.round.game); n > 0 && !s.round.demo {
		s.request(AddCastMarker{replay.ComboName(n)})
	}
}

// A comboWatch finds the notable combos of a game. A combo is notable if it has at least record.MinCombo bricks and is
// longer than all earlier combos of its level.
type comboWatch struct {
	longest int // longest combo of the level so far
	current int // length of the current combo
	level   int // index of the current level
}

// observe observes the last tick of the game. If a notable combo has ended in this tick, observe returns the length of
// the combo. Otherwise, it returns 0.
func (w *comboWatch) observe(g *engine.Game) (length int) {
	if (g.Combo < w.current || g.Phase.Ended()) && w.current > max(w.longest, record.MinCombo-1) {
		length, w.longest = w.current, w.current
	}
	if g.Level != w.level {
		w.level, w.longest = g.Level, 0
	}
	w.current = g.Combo
	return length
}
