package arcade

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/cmd/arkterm-arcade/sshd"
)

// A fakeFileStore is a fileStore in memory for one player.
type fakeFileStore struct {
	files map[string]leaderboard.File
	saves int   // number of successful calls of SaveFiles
	err   error // result of all calls
}

func (s *fakeFileStore) Files(string) ([]leaderboard.File, error) {
	return slices.Collect(maps.Values(s.files)), s.err
}

func (s *fakeFileStore) SaveFiles(_ string, changed []leaderboard.File) error {
	if s.err != nil {
		return s.err
	}
	s.saves++
	for _, f := range changed {
		if f.Data == nil {
			delete(s.files, f.Name)
		} else {
			s.files[f.Name] = f
		}
	}
	return nil
}

// text returns the names and contents of the stored files.
func (s *fakeFileStore) text() string {
	var lines []string
	for name, f := range s.files {
		if name == removalMark {
			continue
		}
		lines = append(lines, name+"="+string(f.Data))
	}
	slices.Sort(lines)
	return strings.Join(lines, " ")
}

func writeFiles(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// Another server finds the files of a player as they were at the last save, without locks and temporary files.
func TestSharedFiles(t *testing.T) {
	db := &fakeFileStore{files: make(map[string]leaderboard.File)}
	log := slog.New(slog.DiscardHandler)
	first, second := newSharedFiles(db, log), newSharedFiles(db, log)
	dir, otherDir := t.TempDir(), t.TempDir()
	if err := first.load("ann", dir); err != nil {
		t.Fatal(err)
	}
	writeFiles(t, dir, map[string]string{
		"settings.toml": "a", "replays/1.ark": "b", "game.ark": "c", "game.lock": "", ".game.ark.123": "d",
	})
	first.saveAll()
	if got, want := db.text(), "game.ark=c replays/1.ark=b settings.toml=a"; got != want {
		t.Errorf("after the first save, the database contains %s, want %s", got, want)
	}
	first.saveAll()
	if db.saves != 1 {
		t.Errorf("a save without changes writes to the database")
	}

	if err := os.Remove(filepath.Join(dir, "game.ark")); err != nil {
		t.Fatal(err)
	}
	writeFiles(t, dir, map[string]string{"settings.toml": "changed"})
	first.unload("ann")
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("after the visit, the folder still exists (%v)", err)
	}
	writeFiles(t, otherDir, map[string]string{"left.toml": "of an earlier visit"})
	lastWeek := time.Now().AddDate(0, 0, -7)
	if err := os.Chtimes(filepath.Join(otherDir, "left.toml"), lastWeek, lastWeek); err != nil {
		t.Fatal(err)
	}
	if err := second.load("ann", otherDir); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, name := range []string{"settings.toml", "replays/1.ark", "game.ark", "left.toml"} {
		data, err := os.ReadFile(filepath.Join(otherDir, name))
		got = append(got, fmt.Sprintf("%s %v", data, err == nil))
	}
	if text := strings.Join(got, ", "); text != "changed true, b true,  false,  false" {
		t.Errorf("the files on the other server are %s", text)
	}
}

// If the database fails, the folder stays on the server, and the next save writes the changes.
func TestSharedFilesAreKeptWithoutDatabase(t *testing.T) {
	db := &fakeFileStore{files: make(map[string]leaderboard.File)}
	s := newSharedFiles(db, slog.New(slog.DiscardHandler))
	dir := t.TempDir()
	if err := s.load("ann", dir); err != nil {
		t.Fatal(err)
	}
	writeFiles(t, dir, map[string]string{"game.ark": "a"})
	db.err = errors.New("no connection")
	s.saveAll()
	db.err = nil
	s.saveAll()
	if got := db.text(); got != "game.ark=a" {
		t.Errorf("after the database has recovered, it contains %q, want game.ark=a", got)
	}
	writeFiles(t, dir, map[string]string{"game.ark": "new"})
	db.err = errors.New("no connection")
	s.unload("ann")
	if data, err := os.ReadFile(filepath.Join(dir, "game.ark")); string(data) != "new" {
		t.Errorf("after a visit without database, the file contains %q (%v), want new", data, err)
	}
	if err := s.load("ann", dir); err == nil {
		t.Error("load succeeds without the database")
	}
	s.unload("ann")

	// The next visit continues with the file that was not saved.
	db.err = nil
	if err := s.load("ann", dir); err != nil {
		t.Fatal(err)
	}
	s.unload("ann")
	if got := db.text(); got != "game.ark=new" {
		t.Errorf("after the next visit, the database contains %q, want game.ark=new", got)
	}
}

// A file that is too large for the database stays on the server after the visit.
func TestSharedFilesKeepsLargeFiles(t *testing.T) {
	db := &fakeFileStore{files: make(map[string]leaderboard.File)}
	s := newSharedFiles(db, slog.New(slog.DiscardHandler))
	dir := t.TempDir()
	if err := s.load("ann", dir); err != nil {
		t.Fatal(err)
	}
	writeFiles(t, dir, map[string]string{"game.ark": "small", "settings.toml": "a"})
	s.saveAll()
	large := filepath.Join(dir, "game.ark")
	if err := os.Truncate(large, maxSharedFile+1); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		s.unload("ann")
		if got := db.text(); got != "settings.toml=a" {
			t.Errorf("after a visit, the database contains %s, want only settings.toml", got)
		}
		if _, err := os.Stat(large); err != nil {
			t.Errorf("after a visit: %v", err)
		}
		if err := s.load("ann", dir); err != nil {
			t.Fatal(err)
		}
	}
}

// A server that was killed finds old files in its folder. It does not restore a file that another server has removed.
func TestSharedFilesStayRemoved(t *testing.T) {
	db := &fakeFileStore{files: make(map[string]leaderboard.File)}
	log := slog.New(slog.DiscardHandler)
	killed, other, restarted := newSharedFiles(db, log), newSharedFiles(db, log), newSharedFiles(db, log)
	dir, otherDir := t.TempDir(), t.TempDir()
	if err := killed.load("ann", dir); err != nil {
		t.Fatal(err)
	}
	writeFiles(t, dir, map[string]string{"settings.toml": "a", "game.ark": "b"})
	minuteAgo := time.Now().Add(-time.Minute)
	if err := os.Chtimes(filepath.Join(dir, "settings.toml"), minuteAgo, minuteAgo); err != nil {
		t.Fatal(err)
	}
	killed.saveAll()

	if err := other.load("ann", otherDir); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(otherDir, "game.ark")); err != nil {
		t.Fatal(err)
	}
	other.saveAll()
	if err := restarted.load("ann", dir); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "game.ark")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("after a visit on another server, the folder contains the removed file (%v)", err)
	}
	if data, err := os.ReadFile(filepath.Join(dir, "settings.toml")); string(data) != "a" {
		t.Errorf("after a visit on another server, settings.toml contains %q (%v), want a", data, err)
	}
}

// If load cannot write a file completely, no part of it is in the folder, because it would replace the saved file.
func TestSharedFilesAreLoadedCompletely(t *testing.T) {
	db := &fakeFileStore{files: map[string]leaderboard.File{
		"game.ark": {Name: "game.ark", Modified: time.Now().Add(-time.Minute), Data: []byte("a")},
	}}
	s := newSharedFiles(db, slog.New(slog.DiscardHandler))
	dir := t.TempDir()
	part := filepath.Join(dir, ".part")
	if err := os.Mkdir(part, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := s.load("ann", dir); err == nil {
		t.Error("load succeeds although it cannot write the temporary file")
	}
	s.unload("ann")
	if _, err := os.Stat(filepath.Join(dir, "game.ark")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("after an incomplete load, the folder contains the file (%v)", err)
	}

	if err := os.Remove(part); err != nil {
		t.Fatal(err)
	}
	writeFiles(t, dir, map[string]string{".part": "of a killed server"})
	if err := s.load("ann", dir); err != nil {
		t.Fatal(err)
	}
	if data, err := os.ReadFile(filepath.Join(dir, "game.ark")); string(data) != "a" {
		t.Errorf("the loaded file contains %q (%v), want a", data, err)
	}
}

// A visit ends within seconds if another server that shares the database deletes the player.
func TestVisitsEndOnServersWithSharedDatabase(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, dir)
		defer h.shutDown()
		h.sharedFiles = newSharedFiles(&fakeFileStore{files: make(map[string]leaderboard.File)}, h.Log)
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		go h.watchBlocklist(ctx)
		ann := h.visit("ann")
		if err := h.store.Delete(filepath.Base(playerFolder("ann"))); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * blocklistInterval)
		if text := ann.takeOutput(); !strings.Contains(text, errDeleted.Error()) {
			t.Errorf("the visit of a deleted player has not ended: %q", text)
		}
		if h.exists(playerFolder("ann")) {
			t.Error("the folder of a deleted player still exists")
		}
	})
}

// An export contains the files in the database, with the latest changes of an open visit.
func TestExportContainsSharedFiles(t *testing.T) {
	h := openArcade(t, t.TempDir())
	defer h.shutDown()
	db := &fakeFileStore{files: map[string]leaderboard.File{
		"key":           {Name: "key", Data: []byte("secret")},
		"settings.toml": {Name: "settings.toml", Data: []byte("a")},
	}}
	h.sharedFiles = newSharedFiles(db, h.Log)
	exported := func() (text string) {
		t.Helper()
		data, err := h.createExport(&leaderboard.Player{ID: "ann"})
		if err != nil {
			t.Fatal(err)
		}
		var export exportData
		if err := json.Unmarshal(data, &export); err != nil {
			t.Fatal(err)
		}
		for _, f := range export.Files {
			text += f.Name + "=" + f.Text + " "
		}
		return text
	}
	if got := exported(); got != "settings.toml=a " {
		t.Errorf("without a visit, the export contains %q, want settings.toml", got)
	}
	dir := t.TempDir()
	if err := h.sharedFiles.load("ann", dir); err != nil {
		t.Fatal(err)
	}
	writeFiles(t, dir, map[string]string{"settings.toml": "b"})
	if got := exported(); got != "settings.toml=b " {
		t.Errorf("during a visit, the export contains %q, want the changed settings.toml", got)
	}
}

// A slow database delays only visits of the same player, and the next one gets the files of the previous one.
func TestSlowDatabaseDelaysOnePlayer(t *testing.T) {
	h := openArcade(t, t.TempDir())
	defer h.shutDown()
	db := &slowFileStore{
		fakeFileStore: fakeFileStore{files: make(map[string]leaderboard.File)},
		saving:        make(chan struct{}), done: make(chan struct{}),
	}
	h.sharedFiles = newSharedFiles(db, h.Log)
	open := func(id string) *user {
		v := &user{Conn: new(sshd.Conn), arcade: h.Arcade, player: leaderboard.Player{ID: id}}
		if err := h.openFolder(v); err != nil {
			t.Error(err)
		}
		return v
	}
	ann := open("ann")
	writeFiles(t, ann.folders.State, map[string]string{"game.ark": "a"})
	go h.closeVisit(ann)
	<-db.saving
	h.closeVisit(open("")) // would block forever

	opened := make(chan *user)
	go func() { opened <- open("ann") }()
	close(db.done)
	again := <-opened
	if data, err := os.ReadFile(filepath.Join(again.folders.State, "game.ark")); string(data) != "a" {
		t.Errorf("in the next visit, the file contains %q (%v), want a", data, err)
	}
	h.closeVisit(again)
	if len(h.sharedFiles.folders) != 0 || h.exists("players/ann") {
		t.Error("the folder is left after the last visit")
	}
}

// A slowFileStore is a fakeFileStore whose SaveFiles closes a channel and waits for another one.
type slowFileStore struct {
	fakeFileStore
	saving, done chan struct{}
}

func (s *slowFileStore) SaveFiles(id string, changed []leaderboard.File) error {
	close(s.saving)
	<-s.done
	return s.fakeFileStore.SaveFiles(id, changed)
}

// A limitRecorder is a Store that records the limits of the calls of SignIn.
type limitRecorder struct {
	leaderboard.Store
	limits []int
}

func (s *limitRecorder) SignIn(key string, maxPlayers int, now time.Time) (leaderboard.Player, error) {
	s.limits = append(s.limits, maxPlayers)
	return s.Store.SignIn(key, maxPlayers, now)
}

// The number of players is limited on a single server only.
func TestPlayersOfSharedDatabaseAreUnlimited(t *testing.T) {
	h := openArcade(t, t.TempDir())
	defer h.shutDown()
	s := &limitRecorder{Store: h.store}
	h.store = s
	conn := &sshd.Conn{Key: strings.Repeat("a", 64), Network: netip.MustParsePrefix("192.0.2.7/32")}
	h.identify(conn)
	h.sharedFiles = newSharedFiles(&fakeFileStore{files: make(map[string]leaderboard.File)}, h.Log)
	h.identify(conn)
	if want := []int{maxPlayers, leaderboard.Unlimited}; !slices.Equal(s.limits, want) {
		t.Errorf("limits of SignIn are %d, want %d", s.limits, want)
	}
}
