package main

import (
	"fmt"
	"os"
	"strings"
	"time"

	"arkterm/cmd/arkterm/keeper"
	"arkterm/cmd/arkterm/lines"
	"arkterm/cmd/arkterm/session"
	"arkterm/cmd/arkterm/speaker"
	"arkterm/cmd/arkterm/store"
	"arkterm/cmd/arkterm/terminal/process"
	"arkterm/render/cell"
)

// A play is a session on this process's terminal, with the files that its games are written to.
type play struct {
	*local
	session *session.Session
	kept    *keeper.Keeper
	cast    *castRecorder
	speaker *speaker.Speaker // nil: there is no sound here
	files   store.Folders
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
	p := &play{files: with.files}
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
	p.kept = keeper.New(session, keeper.Options{
		Files: with.files, Scores: with.scores, Player: with.player, Saves: with.saves, Guard: term.Guard,
		Bell:  func() { term.Bell(); p.cast.Bell() },
		Mark:  p.cast.Mark,
		Saved: term.Saved,
	})
	p.local = newLocal(term, session, now)
	p.ending, p.local.flush = func() { p.kept.SaveNow(p.Now()) }, p.flush
	p.Serve, p.Drawn = p.serve, p.drawn
	p.Session = lines.New(session, term)

	term.Saved(set.Saved != nil)
	term.OnPanic(p.reportCrash)

	p.relay(p.results)
	p.relay(p.castEnds)
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
	switch n, err := p.kept.Unsaved(); {
	case n > 0 && err == nil:
		fmt.Fprintf(os.Stderr, "arkterm: %sthe disk is too slow\n", session.ScoresNotSaved)
	case n > 0:
		fmt.Fprintf(os.Stderr, "arkterm: %s%v\n", session.ScoresNotSaved, err)
	}
}

// flush waits up to saveLimit until everything handed over is on the disk.
func (p *play) flush() {
	begun := time.Now()
	p.kept.Flush(saveLimit)
	p.cast.Flush(saveLimit - time.Since(begun))
}

// release ends the goroutines that write, within saveLimit. flush has given them time before.
func (p *play) release() {
	begun := time.Now()
	p.speaker.Close(saveLimit)
	if p.kept != nil {
		p.kept.Close(saveLimit)
	}
	p.cast.Close(saveLimit - time.Since(begun))
}

// results is a source for relay that waits for the results of writes and reads.
func (p *play) results(over <-chan struct{}) func() error {
	do := p.kept.Results(over)
	if do == nil {
		return nil
	}
	return func() error {
		p.Do(do)
		return nil
	}
}

// castEnds is a source for relay that waits for a cast that cannot be written.
func (p *play) castEnds(over <-chan struct{}) func() error {
	select {
	case err := <-p.cast.Failed():
		return func() error {
			p.session.Notice("the cast ends here: " + err.Error())
			return nil
		}
	case <-over:
		return nil
	}
}

// drawn records a frame in the cast.
func (p *play) drawn(now time.Duration, f *cell.Frame) { p.cast.Frame(now, f, p.session) }

// serve carries out the session's requests, and reports whether the player has quit.
func (p *play) serve(now time.Duration) (quit bool) {
	quit = p.kept.Serve(now)
	notes, hush := p.session.Notes()
	if hush {
		p.speaker.Hush()
	}
	if len(notes) > 0 {
		p.speaker.Play(notes)
	}
	return quit
}

// saveLimit is how long the end may be held up by a slow disk.
const saveLimit = 200 * time.Millisecond
