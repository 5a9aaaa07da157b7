package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"arkterm/cmd/arkterm/app"
	"arkterm/cmd/arkterm/audio"
	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/progress"
	"arkterm/cmd/arkterm/store"
	"arkterm/cmd/arkterm/tty"
	"arkterm/cmd/arkterm/ui"
	"arkterm/engine/record"
	"arkterm/render/cell"
)

// A playSession is a session on the terminal of this process, with its files, cast and sound.
type playSession struct {
	*localHost
	session *app.Session
	handler *store.Handler
	cast    *castRecorder
	speaker *audio.Speaker // nil means no sound
	files   store.Folders
}

// playOptions contains the files, the sound and the options for runPlay.
type playOptions struct {
	files        store.Folders
	scores       progress.Store
	player       string              // the player's name for the scores, if given
	saves        *store.SaveSlot     // nil means that games are not saved
	journal      *store.LevelJournal // journal of the level to edit; nil if none
	noSaveReason error               // the reason why saves is nil; nil if bots play
	cast         store.AppendFile    // the file of a cast, or nil

	speaker func() (audio.Device, error) // opens the sound device; nil means no sound

	testHook func(*playSession) // called with the session before it starts, for tests; may be nil
}

// runPlay plays on the terminal until the session ends, then restores the terminal.
func runPlay(term *tty.Terminal, now func() time.Duration, set app.Setup, with playOptions) error {
	defer term.Close()
	defer term.HandlePanic()
	p := &playSession{files: with.files}
	if with.speaker != nil {
		p.speaker = audio.New(with.speaker, term.HandlePanic)
	}
	if with.cast != nil {
		p.cast = newCastRecorder(with.cast, set.Render.Tier, term.HandlePanic)
	}

	defer p.closeWriters()
	session, err := app.New(set, now())
	if err != nil {
		return err
	}

	p.session = session
	p.handler = store.NewHandler(session, store.HandlerOptions{
		Files: with.files, Scores: with.scores, Player: with.player, Slot: with.saves, NoSaveReason: with.noSaveReason,
		HandlePanic: term.HandlePanic, Journal: with.journal,
		Bell:  func() { _ = term.Beep(); p.cast.Bell() },
		Mark:  p.cast.Mark,
		Saved: term.SetSaved,
		Copy:  func(text string) { term.SetClipboard([]byte(text)) },
		Clip:  writeClip,
	})
	p.localHost = newLocalHost(term, session, now)
	p.beforeExit, p.flushAndReport = func() { p.handler.SaveNow(p.Now()) }, p.reportInTime
	p.Serve, p.OnDraw = p.serve, p.recordFrame
	session.Text.Device, _ = term.Display.(ui.Device) // tcell's screen cannot show lines of text

	term.SetSaved(set.Saved != nil)
	term.OnPanic(p.reportCrash)

	p.relay(p.results)
	p.relay(p.castErrors)
	if with.testHook != nil {
		with.testHook(p)
	}
	err = p.run()
	term.Close()
	if !p.handler.FinishClips(0) {
		fmt.Fprintln(os.Stderr, "arkterm: writing the clip …")
		p.handler.FinishClips(clipLimit)
	}
	if text := p.session.Farewell(); text != "" {
		fmt.Println(text)
	}
	return errors.Join(err, p.flushFiles(os.Stderr))
}

// flushFiles waits until all data is on the disk. It writes the last notice to w, and returns an error that lists the
// files that are not saved. It copies an unsaved game to another folder if possible, and the error names the copy.
func (p *playSession) flushFiles(w io.Writer) error {
	begun := time.Now()
	p.handler.Flush(saveLimit)
	p.cast.Flush(saveLimit - time.Since(begun))

	lost := p.handler.UnsavedLines()
	if err := p.cast.Err(); err != nil {
		lost = append(lost, "cast not saved: "+err.Error())
	}
	if game, _ := p.handler.Unsaved(); game != nil {
		lost = append(lost, p.copyGame(game, os.TempDir(), ".")...)
	}
	text := strings.Join(lost, "\narkterm: ")
	if notice := p.session.LastNotice(); notice != "" && !noticeIsRedundant(notice, text) {
		fmt.Fprintln(w, "arkterm: "+notice)
	}
	if len(lost) == 0 {
		return nil
	}
	return cli.Errorf(cli.ExitFailure, "%s", text)
}

// noticeIsRedundant reports whether a notice can be omitted because text contains its reason, or because it is about a
// file that was saved later.
func noticeIsRedundant(notice, text string) bool {
	_, why, _ := strings.Cut(notice, ": ")
	return strings.Contains(notice, " not saved: ") || why != "" && strings.Contains(text, why)
}

// copyGame saves a game to the first writable folder. It returns lines about the copy, or nil if it failed.
func (p *playSession) copyGame(game *record.Recording, dirs ...string) []string {
	name := fmt.Sprintf("arkterm-game-%d-%d", game.Seed, game.Ticks())
	path, err := writeFirstWritable(p.files.PackedSealed(game), name, ".ark", dirs...)
	if err != nil {
		return nil
	}
	return []string{"a copy of the game is in " + path, "to continue it: arkterm continue " + shellWord(path)}
}

// reportInTime reports unsaved files on standard error. It waits at most 2 × saveLimit, because standard error may be a
// stopped terminal.
func (p *playSession) reportInTime() {
	done := make(chan struct{})
	go func() {
		defer close(done)
		var out bytes.Buffer
		if err := p.flushFiles(&out); err != nil {
			fmt.Fprintln(&out, "arkterm:", err)
		}
		os.Stderr.Write(out.Bytes())
	}()
	select {
	case <-done:
	case <-time.After(2 * saveLimit):
	}
}

// closeWriters ends the goroutines that write. It waits at most saveLimit for each kind of file.
func (p *playSession) closeWriters() {
	begun := time.Now()
	p.speaker.Close(saveLimit)
	if p.handler != nil {
		p.handler.Close(saveLimit)
	}
	p.cast.Close(saveLimit - time.Since(begun))
}

// results is a source for relay that waits for the results of writes and reads.
func (p *playSession) results(over <-chan struct{}) func() error {
	do := p.handler.Results(over)
	if do == nil {
		return nil
	}
	return func() error {
		p.Do(do)
		return nil
	}
}

// castErrors is a source for relay that waits for an error of the cast.
func (p *playSession) castErrors(over <-chan struct{}) func() error {
	select {
	case err := <-p.cast.Failed():
		return func() error {
			p.session.ShowNotice("cast stopped: " + err.Error())
			return nil
		}
	case <-over:
		return nil
	}
}

// recordFrame records a frame in the cast, if there is one.
func (p *playSession) recordFrame(now time.Duration, f *cell.Frame) { p.cast.Frame(now, f, p.session) }

// serve executes the session's requests, and reports whether the player has quit.
func (p *playSession) serve(now time.Duration) (quit bool) {
	quit = p.handler.Serve(now)
	notes, hush := p.session.Notes()
	if hush {
		p.speaker.StopSound()
	}
	if len(notes) > 0 {
		p.speaker.Play(notes)
	}
	return quit
}

// clipLimit bounds the time that a clip delays the exit.
const clipLimit = 20 * time.Second

// saveLimit bounds the time that a slow disk delays the exit.
const saveLimit = 200 * time.Millisecond
