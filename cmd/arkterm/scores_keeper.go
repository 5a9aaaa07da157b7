package main

import (
	"fmt"
	"sync"
	"time"

	"arkterm/cmd/arkterm/words"
	"arkterm/cmd/arkterm/worker"
)

// A scoreAsk is something that the session wants of the keeper of scores: a game kept, a kept one
// renamed, or the tables read.
type scoreAsk struct {
	kind scoreAskKind
	game int    // number of the game in the session
	add  score  // for askAdd
	id   int64  // for askRename
	name string // for askRename
	hash string // of the levels, for askRead
	feat feat   // for askFeat

	again bool // it is asked for the second time
}

// A scoreAskKind says which.
type scoreAskKind uint8

// The kinds of scoreAsk.
const (
	askAdd scoreAskKind = iota
	askRename
	askRead
	askFeat  // a feat kept
	askFeats // all of them read
)

// keeps reports whether something is kept that must not be lost.
func (k scoreAskKind) keeps() bool { return k == askAdd || k == askFeat }

// A scoreTold is the answer to one scoreAsk.
type scoreTold struct {
	ask    scoreAsk
	err    error
	placed placing     // for askAdd, askRename
	pages  []scorePage // for askRead
	stats  statistics
	feats  []feat // for askFeats
	notice string // what the player should know beside
}

// A scorekeeper does all work with the database in a goroutine of its own, so that the
// loop never waits for a disk. The database is opened when it is first asked for. Its owner ends
// the keeper with Close.
type scorekeeper struct {
	*worker.Worker
	path    string
	service scoreService  // the goroutine's
	news    chan struct{} // a token when something is told

	mu    sync.Mutex
	asked []scoreAsk
	told  []scoreTold
	owed  int        // games that were asked to be kept, and are not yet
	lost  []scoreAsk // those of them that could not be
	why   error      // of the last one
}

// newScorekeeper starts the goroutine, in which guard is deferred.
func newScorekeeper(path string, guard func()) *scorekeeper {
	k := &scorekeeper{path: path, news: make(chan struct{}, 1)}
	k.Worker = worker.Start(guard, k.step)
	return k
}

// Ask has the keeper do something. It does things in the order in which they are asked.
func (k *scorekeeper) Ask(a scoreAsk) {
	k.mu.Lock()
	k.asked = append(k.asked, a)
	if a.kind.keeps() {
		k.owed++
	}
	k.mu.Unlock()
	k.Wake()
}

// AskAgain has the games kept that could not be, once more: another process may have let go of the
// database, or the disk may have room again.
func (k *scorekeeper) AskAgain() {
	k.mu.Lock()
	for _, a := range k.lost {
		a.again = true
		k.asked = append(k.asked, a)
	}
	k.lost = nil
	k.mu.Unlock()
	k.Wake()
}

// Unkept returns how many games are not kept, and why that is: nil where the disk is only slow.
func (k *scorekeeper) Unkept() (int, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.owed, k.why
}

// News is where the loop hears that there are answers to Take.
func (k *scorekeeper) News() <-chan struct{} { return k.news }

// Take returns the answers since the last call.
func (k *scorekeeper) Take() []scoreTold {
	k.mu.Lock()
	defer k.mu.Unlock()
	told := k.told
	k.told = nil
	return told
}

// Close finishes what was asked, closes the database and ends the goroutine, within limit.
func (k *scorekeeper) Close(limit time.Duration) bool {
	ended := k.Worker.Close(limit)
	if ended && k.service.store != nil {
		k.service.store.Close()
		k.service.store = nil
	}
	return ended
}

// step does one of the things that are asked, if any is.
func (k *scorekeeper) step() bool {
	a, ok := k.next()
	if !ok {
		return false
	}
	told := k.service.do(k.path, a)
	k.mu.Lock()
	k.told = append(k.told, told)
	k.count(&told)
	k.mu.Unlock()
	signalOn(k.news)
	return true
}

// count counts the games that are kept, and puts aside the ones that are not; mu is held.
func (k *scorekeeper) count(told *scoreTold) {
	switch {
	case !told.ask.kind.keeps():
	case told.err == nil:
		k.owed--
	default:
		k.why = told.err
		if !told.ask.again {
			k.lost = append(k.lost, told.ask)
		}
	}
}

// next takes one thing that is asked.
func (k *scorekeeper) next() (a scoreAsk, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.asked) == 0 {
		return a, false
	}
	a = k.asked[0]
	k.asked = k.asked[1:]
	return a, true
}

// A scoreService is what the keeper's goroutine knows: the database, once it is open.
type scoreService struct {
	store  *scoreStore
	notice string
}

// do does what is asked. A database that turns out to be damaged meanwhile is put aside,
// and a new one takes what is kept.
func (s *scoreService) do(path string, a scoreAsk) scoreTold {
	if a.kind == askAdd && a.add.Ended.IsZero() {
		a.add.Ended = time.Now()
	}
	told := s.try(path, a)
	if s.store != nil && damaged(told.err) {
		s.store.Close()
		s.store = nil
		told = s.try(path, a)
	}
	told.notice, s.notice = s.notice, ""
	return told
}

func (s *scoreService) try(path string, a scoreAsk) scoreTold {
	told := scoreTold{ask: a}
	if s.store == nil {
		store, notice, err := openScores(path, time.Now())
		if notice != "" {
			s.notice = notice
		}
		if err != nil {
			told.err = err
			return told
		}
		s.store = store
	}
	switch a.kind {
	case askAdd:
		told.placed, told.err = s.store.Add(a.add)
	case askRename:
		told.placed, told.err = s.store.Rename(a.id, words.Name(a.name))
	case askRead:
		if told.pages, told.err = s.store.Tables(a.hash, 0, topScores); told.err == nil {
			told.stats, told.err = s.store.Statistics()
		}
	case askFeat:
		told.err = s.store.Achieve(a.feat)
	case askFeats:
		told.feats, told.err = s.store.Feats()
	}
	if told.err != nil {
		told.err = fmt.Errorf("%s: %w", path, told.err)
	}
	return told
}

// keepScores passes on what the session asks for. replay is the name of the file that the game
// that has just ended is written to.
func (l *loop) keepScores(replay string) {
	for _, a := range l.session.ForScores() {
		if a.kind == askAdd && a.add.Outcome != outcomeLeft {
			a.add.Replay = replay
		}
		l.scores.Ask(a)
	}
}

// told passes the keeper's answers on to the session.
func (l *loop) told() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, told := range l.scores.Take() {
		l.session.Told(told, l.now())
	}
}
