package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"arkterm/cmd/arkterm/book"
	"arkterm/cmd/arkterm/scores"
	"arkterm/cmd/arkterm/session"
	"arkterm/cmd/arkterm/speaker"
	"arkterm/cmd/arkterm/store"
	"arkterm/cmd/arkterm/terminal/process"
	"arkterm/engine/record"
	"arkterm/render/cell"
)

// A play is a session on this process's terminal, with the files that its games are written to.
type play struct {
	*local
	session *session.Session
	cast    *castRecorder
	saver   *store.Saver
	scores  *store.ScoreWorker
	speaker *speaker.Speaker // nil: there is no sound here
	files   store.Folders
	saves   *store.Saves // nil: games are not saved
	quit    bool         // the player has quit
}

// extras are the parts around a session on this process's terminal.
type extras struct {
	files  store.Folders
	scores *store.Scores
	player string         // the player's name for the scores; "": not given
	saves  *store.Saves   // nil: games are not saved
	cast   store.CastFile // the file of a cast; nil: none

	speaker func() (speaker.Device, error) // opens the loudspeaker; nil: there is no sound here

	trial func(*play) // called before the play begins, for tests; may be nil
}

// playOn plays on the terminal, then gives it back as it was found.
func playOn(term *process.Terminal, now func() time.Duration, set session.Setup, with extras) error {
	defer term.Close()
	defer term.Guard()
	p := &play{
		saver:  store.NewSaver(term.Guard),
		scores: store.NewScoreWorker(with.scores, with.player, term.Guard),
		files:  with.files,
		saves:  with.saves,
	}
	if with.speaker != nil {
		p.speaker = speaker.New(with.speaker, term.Guard)
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

	term.Saved(set.Saved != nil)
	term.OnPanic(p.reportCrash)
	p.saver.Do(p.files.Replays(), func() error {
		_ = store.Tidy(p.files) // it is tried again at the next start
		return nil
	})

	p.relay(p.results)
	if with.trial != nil {
		with.trial(p)
	}
	defer p.say()
	return p.run()
}

// say prints the last notice, and how many scores were not saved, after giving the terminal back.
func (p *play) say() {
	p.flush()
	p.term.Close()
	if text := p.session.TryLines(); text != "" {
		fmt.Println(text)
	}
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

// flush waits up to saveLimit until everything handed over is on the disk. Scores that failed are tried
// once more.
func (p *play) flush() {
	begun := time.Now()
	p.scores.Retry()
	p.saver.Flush(saveLimit)
	p.scores.Flush(saveLimit - time.Since(begun))
	p.cast.Flush(saveLimit - time.Since(begun))
}

// release ends the goroutines that write, within saveLimit. flush has given them time before.
func (p *play) release() {
	begun := time.Now()
	p.speaker.Close(saveLimit)
	p.saver.Close(saveLimit)
	p.scores.Close(saveLimit - time.Since(begun))
	p.cast.Close(saveLimit - time.Since(begun))
}

// results is a source for relay that waits for the results of writes and reads.
func (p *play) results(over <-chan struct{}) func() error {
	notice := func(text string, err error) func() error {
		return func() error {
			p.session.Notice(text + err.Error())
			return nil
		}
	}
	select {
	case err := <-p.saver.Failed():
		return notice("game not saved: ", err)
	case err := <-p.cast.Failed():
		return notice("the cast ends here: ", err)
	case <-p.scores.Done():
		return p.answer
	case <-over:
		return nil
	}
}

// drawn records a frame in the cast.
func (p *play) drawn(now time.Duration, f *cell.Frame) { p.cast.Frame(now, f, p.session) }

// serve carries out the session's requests, and reports whether the player has quit.
func (p *play) serve(now time.Duration) (quit bool) {
	p.fulfil(now)
	notes, hush := p.session.Notes()
	if hush {
		p.speaker.Hush()
	}
	if len(notes) > 0 {
		p.speaker.Play(notes)
	}
	return p.quit
}

// saveLimit is how long the end may be held up by a slow disk.
const saveLimit = 200 * time.Millisecond

// fulfil carries out the session's requests.
func (p *play) fulfil(now time.Duration) {
	replay := "" // file of the game that has just ended
	for _, r := range p.session.Requests(now) {
		switch r := r.(type) {
		case session.WriteSettings:
			p.saver.Save(p.files.SettingsFile(), r.Text)
		case session.WriteBook:
			p.saver.Save(p.files.BookFile(), r.Text)
		case session.NoteTry:
			p.saver.Save(p.files.DailyFile(), r.Text)
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
		case session.RingBell:
			p.term.Bell()
			p.cast.Bell()
		case session.Quit:
			p.quit = true
		}
	}
}

// saveReplay saves a finished game, and returns the name of the file.
func (p *play) saveReplay(rec *record.Recording, end time.Time) string {
	rec.Date = end.UTC().Format(time.RFC3339)
	name := store.ReplayName(end, rec.Seed)
	p.saver.SaveLater(filepath.Join(p.files.Replays(), name), rec.Packed)
	return name
}

// withReplay returns the request with the replay's file name added, if it adds the score of a finished
// game.
func withReplay(q scores.Request, replay string) scores.Request {
	if add, ok := q.(scores.Add); ok && add.Score.Outcome != scores.OutcomeLeft {
		add.Score.Replay = replay
		return add
	}
	return q
}

// save writes a saved game, or removes it.
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

// saveNow saves everything that the end of the program would lose.
func (p *play) saveNow() {
	p.session.SaveNow(p.Now())
	p.fulfil(p.Now())
}

// answer passes the results of score requests on to the session.
func (p *play) answer() error {
	p.Do(func(now time.Duration) {
		for _, a := range p.scores.Take() {
			p.session.Answer(now, a)
		}
	})
	return nil
}

// readBook returns the player's book. One that cannot be read is that of a newcomer.
func readBook(path string) *book.Book {
	const limit = 1 << 16
	text, err := store.ReadLimited(path, limit)
	if err != nil {
		return new(book.Book)
	}
	return book.Read(text)
}
