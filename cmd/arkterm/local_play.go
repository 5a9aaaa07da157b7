package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"arkterm/cmd/arkterm/scores"
	"arkterm/cmd/arkterm/session"
	"arkterm/cmd/arkterm/store"
	"arkterm/cmd/arkterm/terminal/process"
	"arkterm/engine/record"
	"arkterm/render/cell"
)

// A play is a session on this process's terminal, and the disk that its games are written to.
type play struct {
	*local
	session *session.Session
	cast    *castRecorder
	saver   *store.Saver
	scores  *store.ScoreWorker
	files   store.Folders
	saves   *store.Saves // nil: games are not kept
	quit    bool         // the player has left
}

// extras are what surrounds a session on this process's terminal.
type extras struct {
	files  store.Folders
	scores *store.Scores
	player string         // whose scores they are; "": who sits here
	saves  *store.Saves   // nil: games are not saved
	cast   store.CastFile // what is seen is recorded here; nil: it is not
	trial  func(*play)    // is called before the play begins, for tests; nil: nothing is
}

// playOn plays on the terminal, and gives it back as it was found.
func playOn(term *process.Terminal, now func() time.Duration, set session.Setup, with extras) error {
	defer term.Close()
	defer term.Guard()
	p := &play{
		saver:  store.NewSaver(term.Guard),
		scores: store.NewScoreWorker(with.scores, with.player, term.Guard),
		files:  with.files,
		saves:  with.saves,
	}
	if with.cast != nil {
		p.cast = newCastRecorder(with.cast, set.Render.Tier, term.Guard)
	}
	defer p.release()
	session, err := session.New(set, now())
	if err != nil {
		return err
	}
	p.session = session
	p.local = newLocal(term, session, now)
	p.ending, p.local.flush = p.saveNow, p.flush
	p.Serve, p.Drawn = p.serve, p.drawn
	term.Saved(set.Kept != nil)
	term.OnPanic(p.reportCrash)
	p.saver.Do(p.files.Replays(), func() error {
		_ = store.Tidy(p.files) // the next time, then
		return nil
	})
	p.relay(p.results)
	if with.trial != nil {
		with.trial(p)
	}
	defer p.say()
	return p.run()
}

// say repeats on the player's own screen what a card had no room for.
func (p *play) say() {
	p.flush()
	p.term.Close()
	if text := p.session.LastNotice(); text != "" && !strings.HasPrefix(text, session.ScoresNotSaved) {
		fmt.Fprintln(os.Stderr, "arkterm: "+text)
	}
	switch n, err := p.scores.Unsaved(); {
	case n > 0 && err == nil:
		fmt.Fprintf(os.Stderr, "arkterm: %sthe disk is too slow\n", session.ScoresNotSaved)
	case n > 0:
		fmt.Fprintf(os.Stderr, "arkterm: %s%v\n", session.ScoresNotSaved, err)
	}
}

// flush waits until all that was handed over is on the disk, for as long as saveLimit. What the
// scores did not take they are given once more.
func (p *play) flush() {
	begun := time.Now()
	p.scores.Retry()
	p.saver.Flush(saveLimit)
	p.scores.Flush(saveLimit - time.Since(begun))
	p.cast.Flush(saveLimit - time.Since(begun))
}

// release ends the goroutines that write, within saveLimit. What they had to write was given its
// time before.
func (p *play) release() {
	begun := time.Now()
	p.saver.Close(saveLimit)
	p.scores.Close(saveLimit - time.Since(begun))
	p.cast.Close(saveLimit - time.Since(begun))
}

// results is a source for relay: it waits for what has come of something that was to be written or
// read.
func (p *play) results(over <-chan struct{}) func() error {
	notice := func(text string, err error) func() error {
		return func() error {
			p.session.Notice(text + err.Error())
			return nil
		}
	}
	select {
	case err := <-p.saver.Failed():
		return notice("not kept: ", err)
	case err := <-p.cast.Failed():
		return notice("the cast ends here: ", err)
	case <-p.scores.Done():
		return p.answer
	case <-over:
		return nil
	}
}

// drawn has a frame recorded.
func (p *play) drawn(now time.Duration, f *cell.Frame) { p.cast.Frame(now, f, p.session) }

// serve does what the session asks for.
func (p *play) serve(now time.Duration) (quit bool) {
	p.fulfil(now)
	return p.quit
}

// saveLimit is how long a slow disk may hold up the end.
const saveLimit = 200 * time.Millisecond

// fulfil does what the session asks for.
func (p *play) fulfil(now time.Duration) {
	replay := "" // of the game that has just ended
	for _, r := range p.session.Requests(now) {
		switch r := r.(type) {
		case session.WriteSettings:
			p.saver.Save(p.files.SettingsFile(), r.Text)
		case session.NoteTry:
			p.saver.Save(p.files.DailyFile(), []byte(r.Day.String()+"\n"))
		case session.SaveReplay:
			replay = p.saveReplay(r.Recording, time.Now())
		case session.AskScores:
			p.scores.Request(withReplay(r.Question, replay))
		case session.SaveGame:
			p.save(r)
		case session.RefuseSave:
			if p.saves != nil {
				p.session.Notice(p.saves.Refuse(r.ID, r.Reason, time.Now()).Error())
			}
		case session.MarkCast:
			p.cast.Mark(r.Name)
		case session.Quit:
			p.quit = true
		}
	}
}

// saveReplay has a finished game written, and returns the name of the file.
func (p *play) saveReplay(rec *record.Recording, end time.Time) string {
	rec.Date = end.UTC().Format(time.RFC3339)
	name := store.ReplayName(end, rec.Seed)
	p.saver.SaveLater(filepath.Join(p.files.Replays(), name), rec.Packed)
	return name
}

// withReplay returns the question with the name of the file that the game is written to, if it asks
// for a game to be kept that has come to its end.
func withReplay(q scores.Request, replay string) scores.Request {
	if add, ok := q.(scores.Add); ok && add.Score.Outcome != scores.OutcomeLeft {
		add.Score.Replay = replay
		return add
	}
	return q
}

// save has a game written, or removed.
func (p *play) save(o session.SaveGame) {
	if p.saves == nil {
		return
	}
	p.saver.Do(p.saves.Path, func() error {
		err := p.saves.Put(o.ID, o.Recording)
		p.term.Saved(err == nil && o.Recording != nil)
		return err
	})
}

// saveNow has all written that the program's end would lose.
func (p *play) saveNow() {
	p.session.SaveNow(p.Now())
	p.fulfil(p.Now())
}

// answer passes the answers about scores on to the session.
func (p *play) answer() error {
	p.Do(func(now time.Duration) {
		for _, a := range p.scores.Take() {
			p.session.Answer(now, a)
		}
	})
	return nil
}
