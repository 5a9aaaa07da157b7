package arcade

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"arkterm/cmd/arkterm-arcade/arcadeui"
	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/cmd/arkterm-arcade/lobby"
	"arkterm/cmd/arkterm-arcade/sshd"
	"arkterm/cmd/arkterm/progress"
	"arkterm/cmd/arkterm/replay"
	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/store"
	"arkterm/engine"
	"arkterm/engine/parse"
)

// A command is executed by ssh HOST NAME ARGS. It either opens a screen of the game in a terminal or prints text. Two
// commands can have the same name if one opens a screen and the other prints text.
type command struct {
	name     string
	args     string // placeholders for the arguments, for help texts
	help     string // description of the effect, for help texts
	maxArgs  int    // maximum number of arguments
	needsKey bool   // guests cannot use the command

	// run executes the command and returns the text to print. The field is nil if openScreen is set.
	run func(a *Arcade, ctx context.Context, v *user, args []string) (out []byte, err error)

	openScreen  func(setup *arcadeui.Setup, arg string) error // selects the first screen; nil if run is set
	argOptional bool                                          // the argument of openScreen can be missing
}

// commands contains all commands. It is initialized in init, because the command help refers to it.
var commands []command

func init() {
	commands = []command{
		{
			name: "scores", args: "[MODE] [DIFFICULTY] [today|week|ever] [alone|matches|submitted]",
			help: "print leaderboards", maxArgs: 4, run: (*Arcade).printScores,
		},
		{
			name: "replay", args: "ID", help: "watch a game from a leaderboard, race it or continue it", maxArgs: 1,
			openScreen: openReplay,
		},
		{
			name: "replay", args: "ID > FILE.ark", help: "download a recording, for arkterm replay", maxArgs: 1,
			run: (*Arcade).printReplay,
		},
		{
			name: "submit", args: "< FILE.ark", help: "submit a game that you played on another computer",
			needsKey: true,
			run:      (*Arcade).submit,
		},
		{
			name: "watch", args: "[NAME]", help: "watch a player, or the game with the most spectators", maxArgs: 1,
			argOptional: true, openScreen: func(set *arcadeui.Setup, name string) error {
				set.WatchPlayer = cmp.Or(name, arcadeui.MostWatched)
				return nil
			},
		},
		{
			name: "join", args: "CODE", help: "join the player who has sent you the code", maxArgs: 1,
			openScreen: func(set *arcadeui.Setup, code string) error {
				set.PartyCode = code
				return nil
			},
		},
		{
			name: "lines", help: "play with menus as numbered lines of text, for screen readers", argOptional: true,
			openScreen: func(set *arcadeui.Setup, _ string) error {
				set.LinesOption = settings.LinesMenus
				return nil
			},
		},
		{
			name: "narrate", help: "play with menus and games as text, at quarter speed", argOptional: true,
			openScreen: func(set *arcadeui.Setup, _ string) error {
				set.LinesOption = settings.LinesAll
				return nil
			},
		},
		{
			name: "name", args: "[NAME]", help: "print or change your name", maxArgs: 1, needsKey: true,
			run: (*Arcade).printName,
		},
		{
			name: "link", help: "print a code that links another key to your account", needsKey: true,
			run: (*Arcade).printCode,
		},
		{
			name: "claim", args: "CODE", help: "link this key to the account with the code", maxArgs: 1, needsKey: true,
			run: (*Arcade).claim,
		},
		{
			name: "keys", args: "[remove KEY]", help: "print your keys, or remove one", maxArgs: 2, needsKey: true,
			run: (*Arcade).printKeys,
		},
		{name: "export", help: "print all data about you as JSON", needsKey: true, run: (*Arcade).export},
		{
			name: "delete", args: "[NAME]", help: "delete your account and all data about you", maxArgs: 1,
			needsKey: true,
			run:      (*Arcade).confirmDelete,
		},
		{name: "version", help: "print the version of the server", run: (*Arcade).printVersion},
		{name: "help", help: "print this help", run: (*Arcade).printHelp},
	}
}

// usage returns the shell command that starts the command, for example "ssh HOST claim CODE".
func (c *command) usage() string {
	ssh := "ssh HOST "
	if c.openScreen != nil {
		ssh = "ssh -t HOST "
	}
	return strings.TrimSpace(ssh + c.name + " " + c.args)
}

// findCommand returns the command with a name, or nil. If there are two, it returns the command that opens a screen if
// terminal is true, and otherwise the command that prints text.
func findCommand(name string, terminal bool) (c *command) {
	for i := range commands {
		if commands[i].name == name && (c == nil || (commands[i].openScreen != nil) == terminal) {
			c = &commands[i]
		}
	}
	return c
}

// helpNames are alternative names of the help command.
var helpNames = []string{"", "?", "--help", "-h", "-help", "man", "commands", "menu"}

// parseCommand returns the requested command and its arguments.
func parseCommand(conn *sshd.Conn) (c *command, args []string, err error) {
	name := ""
	if len(conn.Args) > 0 {
		name, args = strings.ToLower(conn.Args[0]), conn.Args[1:]
	}
	if slices.Contains(helpNames, name) {
		name = "help"
	}
	if c = findCommand(name, conn.Terminal != nil); c == nil {
		var all []string
		for i := range commands {
			all = append(all, commands[i].name)
		}
		return nil, nil, usageError{fmt.Sprintf("unknown command %q%s", strings.Join(conn.Args, " "),
			parse.DidYouMean(name, "", all)), "ssh HOST help"}
	}
	switch {
	case len(args) > c.maxArgs:
		err = usageError{fmt.Sprintf("%q has too many words", strings.Join(conn.Args, " ")), c.usage()}
	case c.openScreen != nil && conn.Terminal == nil:
		err = usageError{c.name + " needs a terminal", c.usage()}
	case c.openScreen != nil && len(args) == 0 && !c.argOptional:
		err = usageError{c.name + " needs an argument", c.usage()}
	}
	return c, args, err
}

// A usageError is the error for an unknown command or for invalid arguments.
type usageError struct {
	message string
	usage   string // correct usage
}

func (e usageError) Error() string { return e.message + "\n  " + e.usage }

// wrongUsage returns the usageError of a command that prints text.
func wrongUsage(name, format string, args ...any) error {
	return usageError{fmt.Sprintf(format, args...), findCommand(name, false).usage()}
}

// executeCommand executes the requested command. If the command opens a screen, it selects the screen in setup and
// returns opensScreen as true. Otherwise it returns the exit status.
func (a *Arcade) executeCommand(ctx context.Context, conn *sshd.Conn, setup *arcadeui.Setup) (opensScreen bool,
	status int,
) {
	var out, errs io.Writer = conn, conn.Errors
	if conn.Terminal != nil { // the terminal is in raw mode
		out, errs = rawWriter{out}, rawWriter{errs}
	}
	c, args, err := parseCommand(conn)
	if err == nil && c.openScreen != nil {
		if err = c.openScreen(setup, strings.Join(args, "")); err == nil {
			return true, 0
		}
	} else if err == nil {
		var text []byte
		if text, err = a.runTextCommand(ctx, c, conn, args); err == nil {
			_, _ = out.Write(text) // the client may have disconnected
		}
	}
	if err == nil {
		return false, 0
	}
	fmt.Fprintf(errs, "arkterm: %v\n", err)
	if _, ok := errors.AsType[usageError](err); ok {
		return false, 2
	}
	return false, 1
}

// runTextCommand executes a command that prints text, and returns the text.
func (a *Arcade) runTextCommand(ctx context.Context, c *command, conn *sshd.Conn, args []string) (out []byte,
	err error,
) {
	v := a.newUser(conn)
	if c.needsKey {
		if v = a.identify(conn); v.isGuest() && v.notice != "" {
			return nil, errors.New(v.notice)
		} else if v.isGuest() {
			return nil, fmt.Errorf("%s needs an SSH key, and your ssh has not sent one\n"+
				"  create one with ssh-keygen -t ed25519 and try again", c.name)
		}
		if a.isBlocked(v) {
			return nil, errBlocked
		}
	}
	start := time.Now()
	out, err = c.run(a, ctx, v, args)
	now := time.Now()
	conn.Admission.Charge(now, min(now.Sub(start), maxCommandCharge), len(out))
	return out, publicError(a, err)
}

// maxCommandCharge is the maximum processor time that is charged for a command. A command that takes longer usually
// waits for the client, the disk or other commands, which needs no processor time.
const maxCommandCharge = 200 * time.Millisecond

// publicErrors contains the errors that clients may see. Other errors are only logged.
var publicErrors = []error{
	errDeleted, errBlocked, leaderboard.ErrNameTaken, leaderboard.ErrNoPlayer, leaderboard.ErrNoGame,
	leaderboard.ErrNoRecording,
	leaderboard.ErrDuplicate, leaderboard.ErrKnownSeed, leaderboard.ErrWrongCode, leaderboard.ErrKeyInUse,
	leaderboard.ErrTooManyKeys, leaderboard.ErrNoKey, leaderboard.ErrLastKey, leaderboard.ErrWaiting,
	leaderboard.ErrQueueFull, leaderboard.ErrTooLong, leaderboard.ErrRejected,
	leaderboard.ErrNameShort, leaderboard.ErrNameLong, leaderboard.ErrNameLetter, leaderboard.ErrNameScripts,
	leaderboard.ErrNameReserved, leaderboard.ErrNameRude,
	errTooManyAttempts, replay.ErrRejected, errBusy, errFull, errOwnKey, errTooManyStored,
}

// publicError returns err if a client may see it. Otherwise it logs err and returns a general error.
func publicError(a *Arcade, err error) error {
	for _, public := range publicErrors {
		if errors.Is(err, public) {
			return err
		}
	}
	if _, ok := errors.AsType[usageError](err); ok {
		return err
	}
	if err != nil {
		a.logFailure("run command", err)
		return errors.New("the server cannot do that at the moment; please try again later")
	}
	return nil
}

// A rawWriter writes to a terminal in raw mode, where a line must end with a carriage return and a line feed.
type rawWriter struct{ io.Writer }

func (w rawWriter) Write(p []byte) (int, error) {
	if _, err := w.Writer.Write(bytes.ReplaceAll(p, []byte("\n"), []byte("\r\n"))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// printVersion prints the version of the server.
func (a *Arcade) printVersion(_ context.Context, _ *user, _ []string) (out []byte, err error) {
	return fmt.Appendf(nil, "arkterm %s\n", a.Version), nil
}

// Commands is an iterator over the usages and help texts of all commands.
func Commands(yield func(usage, help string) bool) {
	for i := range commands {
		if !yield(commands[i].usage(), commands[i].help) {
			return
		}
	}
}

// printHelp prints the usage of all commands.
func (a *Arcade) printHelp(_ context.Context, _ *user, _ []string) (out []byte, err error) {
	var b strings.Builder
	fmt.Fprintf(&b, "%-*s  %s\n", usageWidth, "ssh HOST", "play; choose Arcade to meet other players")
	for usage, text := range Commands {
		if len(usage) > usageWidth {
			usage += "\n" + strings.Repeat(" ", usageWidth)
		}
		fmt.Fprintf(&b, "%-*s  %s\n", usageWidth, usage, text)
	}
	return []byte(b.String()), nil
}

// usageWidth is the width of the first column of printHelp.
const usageWidth = 30

// Limits for the command scores.
const (
	maxSearchedBoards = 64 // maximum number of searched leaderboards per source
	maxPrintedBoards  = 8  // maximum number of printed leaderboards per source
)

// printScores prints the leaderboards that match all arguments: a period, a source, modes and difficulties.
func (a *Arcade) printScores(_ context.Context, _ *user, args []string) (out []byte, err error) {
	period, sources := leaderboard.AllTime, []leaderboard.Source{leaderboard.Solo, leaderboard.Matches}
	var wanted []string
	for _, arg := range args {
		if p, err := leaderboard.ParsePeriod(arg); err == nil {
			period = p
		} else if source, err := leaderboard.ParseSource(arg); err == nil {
			sources = []leaderboard.Source{source}
		} else if !isModeOrDifficulty(arg) {
			return nil, wrongUsage("scores", "unknown mode or difficulty %q%s", arg,
				parse.DidYouMean(arg, "", modeAndDifficultyNames()))
		} else {
			wanted = append(wanted, arg)
		}
	}
	var b strings.Builder
	for _, source := range sources {
		if err := a.writeBoards(&b, source, period, wanted); err != nil {
			return nil, err
		}
	}
	if b.Len() == 0 {
		b.WriteString("no scores yet\n")
	}
	return []byte(b.String()), nil
}

// writeBoards writes the leaderboards of a source whose mode or difficulty matches each of the wanted words.
func (a *Arcade) writeBoards(b *strings.Builder, source leaderboard.Source, period leaderboard.Period,
	wanted []string,
) error {
	tables, err := a.store.Tables(source, maxSearchedBoards)
	if err != nil {
		return err
	}
	printed := 0
	for _, t := range tables {
		if !matchesAll(t, wanted) || printed == maxPrintedBoards {
			continue
		}
		board := leaderboard.Board{Table: t, Source: source, Period: period}
		lines, err := a.store.Entries(board, time.Now(), progress.TableSize)
		if err != nil {
			return err
		}
		if len(lines) == 0 {
			continue
		}
		printed++
		fmt.Fprintf(b, "%s\n%s\n", board.Title(), leaderboard.TableHeading(lines[0].Measure))
		for i := range lines {
			fmt.Fprintln(b, lines[i].TableRow())
		}
		b.WriteByte('\n')
	}
	return nil
}

// isModeOrDifficulty reports whether a word is the name of a mode, match kind or difficulty.
func isModeOrDifficulty(word string) bool {
	for i := range lobby.MatchKinds {
		if lobby.MatchKinds[i].Name == word {
			return true
		}
	}
	_, modeErr := engine.ParseMode(word)
	_, difficultyErr := engine.ParseDifficulty(word)
	return modeErr == nil || difficultyErr == nil
}

// modeAndDifficultyNames returns the names of all modes and difficulties.
func modeAndDifficultyNames() (all []string) {
	for _, m := range engine.Modes {
		all = append(all, m.Name)
	}
	for _, d := range engine.Difficulties {
		all = append(all, d.Name)
	}
	return all
}

// matchesAll reports whether each of the wanted words is the mode or difficulty of a table.
func matchesAll(t progress.Table, wanted []string) bool {
	mode, _, _ := strings.Cut(t.Mode, " ")
	for _, word := range wanted {
		if !parse.SameName(word, mode) && !parse.SameName(word, t.Difficulty) {
			return false
		}
	}
	return true
}

// printReplay prints the recording of a game.
func (a *Arcade) printReplay(_ context.Context, v *user, args []string) (out []byte, err error) {
	if len(args) == 0 {
		return nil, wrongUsage("replay", "the number of a game is missing; ssh HOST scores prints the numbers")
	}
	id, err := gameNumber(args[0])
	if err != nil {
		return nil, err
	}
	r, data, err := a.store.Recording(id)
	if err == nil {
		data, err = recordingOf(&r, data)
	}
	if err != nil {
		return nil, err
	}
	return data, nil
}

// gameNumber parses the number of a game.
func gameNumber(arg string) (id int64, err error) {
	id, err = strconv.ParseInt(strings.TrimPrefix(arg, "#"), 10, 64)
	if err != nil || id <= 0 {
		return 0, wrongUsage("replay", "%q is not the number of a game; ssh HOST scores prints the numbers", arg)
	}
	return id, nil
}

// openReplay selects a game of a leaderboard as the first screen.
func openReplay(set *arcadeui.Setup, arg string) (err error) {
	set.ReplayID, err = gameNumber(arg)
	return err
}

// printName prints or changes the name of the player.
func (a *Arcade) printName(_ context.Context, v *user, args []string) (out []byte, err error) {
	if len(args) == 0 {
		return fmt.Appendln(nil, v.name), nil
	}
	n, err := leaderboard.ParseName(args[0])
	if err != nil {
		return nil, err
	}
	if err := a.rename(v.player.ID, n); err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, "your name is now %s\n", n), nil
}

// printCode prints a new code that links another key to the player.
func (a *Arcade) printCode(_ context.Context, v *user, _ []string) (out []byte, err error) {
	code, err := a.link(v.player.ID)
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, "enter this command with the other key within ten minutes:\n  ssh HOST claim %s\n",
		code), nil
}

// link creates and stores a code that links another key to the player.
func (a *Arcade) link(id string) (leaderboard.Code, error) {
	code := leaderboard.NewCode()
	return code, a.store.SaveCode(id, code, time.Now().Add(leaderboard.CodeLifetime))
}

// errTooManyAttempts is the error for too many attempts from one network.
var errTooManyAttempts = errors.New("too many attempts; wait ten minutes")

// claim links the key of the connection to the player who has created the code.
func (a *Arcade) claim(_ context.Context, v *user, args []string) (out []byte, err error) {
	if len(args) == 0 {
		return nil, wrongUsage("claim", "the code is missing; ssh HOST link prints one for the other key")
	}
	if !a.codeAttempts.Allow(limitPrefix(v.Network), time.Now()) {
		return nil, errTooManyAttempts
	}
	p, removed, err := a.store.Claim(v.Key, leaderboard.ParseCode(args[0]), time.Now())
	if err != nil {
		return nil, err
	}
	if removed != "" {
		a.endVisits(removed, fmt.Errorf("%w; connect again as %s", errMerged, p.Name))
	}
	return fmt.Appendf(nil, "this key now belongs to %s\n", p.Name), nil
}

// errOwnKey is the error for removing the key of the current connection.
var errOwnKey = errors.New("you are using this key; connect with another key to remove it")

// printKeys prints the player's keys, or removes one of them.
func (a *Arcade) printKeys(_ context.Context, v *user, args []string) (out []byte, err error) {
	all, err := a.store.Keys(v.player.ID)
	if err != nil {
		return nil, err
	}
	if len(args) == 0 {
		var b strings.Builder
		for _, k := range all {
			fmt.Fprintf(&b, "%s  since %s, last used %s", k.Fingerprint(), k.Added.UTC().Format(time.DateOnly),
				k.LastUsed.UTC().Format(time.DateOnly))
			if k.Hash == v.Key {
				b.WriteString(", this one")
			}
			b.WriteByte('\n')
		}
		return []byte(b.String()), nil
	}
	if args[0] != "remove" || len(args) != 2 {
		return nil, wrongUsage("keys", "unknown arguments %q; want keys or keys remove KEY", strings.Join(v.Args, " "))
	}
	if len(strings.TrimPrefix(args[1], "SHA256:")) < leaderboard.MinKeyPrefix {
		return nil, wrongUsage("keys", "%q is too short; want at least %d characters of the key", args[1],
			leaderboard.MinKeyPrefix)
	}
	all = slices.DeleteFunc(all, func(k leaderboard.Key) bool { return !k.HasPrefix(args[1]) })
	switch {
	case len(all) == 0:
		return nil, leaderboard.ErrNoKey
	case len(all) > 1:
		return nil, wrongUsage("keys", "%d of your keys begin with %q", len(all), args[1])
	case all[0].Hash == v.Key:
		return nil, errOwnKey
	}
	if err := a.removeKey(v.player.ID, all[0].Hash); err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, "removed %s\n", all[0].Fingerprint()), nil
}

// confirmDelete deletes the player if the argument is the player's name. Otherwise, it prints how to confirm the
// deletion.
func (a *Arcade) confirmDelete(_ context.Context, v *user, args []string) (out []byte, err error) {
	if len(args) == 0 || args[0] != v.name.String() {
		return fmt.Appendf(nil,
			"This deletes the account %s with all games, scores, recordings, options and the name.\n"+
				"This cannot be undone. `export` prints the data. To confirm:\n  ssh HOST delete %s\n",
			v.name, v.name), nil
	}
	if err := a.deletePlayer(v.player.ID); err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, "deleted %s\n", v.name), nil
}

// An exportData is the output of the command export, as JSON.
type exportData struct {
	Name       string               `json:"name"`
	ID         string               `json:"id"` // SHA-256 of the first key
	Hidden     bool                 `json:"hidden"`
	FirstVisit time.Time            `json:"since"`
	LastVisit  time.Time            `json:"seen"`
	Keys       []exportedKey        `json:"keys"`
	Games      []leaderboard.Record `json:"games"`
	Ratings    []leaderboard.Rating `json:"ratings,omitempty"`

	Scores       []progress.Page        `json:"scores"` // personal scores
	Statistics   progress.Statistics    `json:"statistics"`
	Achievements []progress.Achievement `json:"achievements,omitempty"`

	Files []exportedFile `json:"files"`
}

// An exportedKey is a key of a player.
type exportedKey struct {
	Key      string    `json:"key"` // fingerprint in the format of OpenSSH
	Added    time.Time `json:"since"`
	LastUsed time.Time `json:"seen"`
}

// An exportedFile is a file in a player's folder.
type exportedFile struct {
	Name   string `json:"name"`
	Text   string `json:"text,omitempty"`
	Base64 string `json:"base64,omitempty"`

	LeftOut bool `json:"left_out,omitempty"` // the file exceeds the size limit, so its content is missing
}

// Limits of an export.
const (
	maxExportedGames = 10_000   // number of games
	maxExportedBytes = 32 << 20 // total size of the files in bytes
)

// export prints all data of a player, except the secret key with which the server signs the player's saved games.
func (a *Arcade) export(_ context.Context, v *user, _ []string) (out []byte, err error) {
	if !a.exports.Allow(limitPrefix(v.Network), time.Now()) { // an export occupies memory until the client has read it
		return nil, errTooManyAttempts
	}
	text, err := a.createExport(&v.player)
	if err != nil {
		return nil, err
	}
	return text, nil
}

// createExport returns an export as JSON. It creates only one export at a time, because the whole export is in memory.
func (a *Arcade) createExport(p *leaderboard.Player) ([]byte, error) {
	a.exportMu.Lock()
	defer a.exportMu.Unlock()
	if a.isFull() { // clients may still be reading earlier exports
		a.refusedVisitors.Add(1)
		return nil, errFull
	}
	out := exportData{
		Name: p.Name.String(), ID: p.ID, Hidden: p.Hidden, FirstVisit: p.FirstVisit.UTC(), LastVisit: p.LastVisit.UTC(),
		Games: []leaderboard.Record{}, Files: []exportedFile{},
	}
	keys, err := a.store.Keys(p.ID)
	if err != nil {
		return nil, err
	}

	for _, k := range keys {
		out.Keys = append(out.Keys, exportedKey{k.Fingerprint(), k.Added.UTC(), k.LastUsed.UTC()})
	}
	games, err := a.store.Games(p.ID, maxExportedGames)
	if err != nil {
		return nil, err
	}
	out.Games = append(out.Games, games...)
	if out.Ratings, err = a.store.Ratings(p.ID); err != nil {
		return nil, err
	}
	if out.Scores, out.Statistics, err = a.store.Scores(p.ID); err != nil {
		return nil, err
	}
	if out.Achievements, err = a.store.Achievements(p.ID); err != nil {
		return nil, err
	}
	var files []exportedFile
	if a.sharedFiles != nil {
		files, err = a.sharedFiles.export(p.ID)
	} else {
		files, err = readFiles(a.playerDir(p.ID))
	}
	if out.Files = append(out.Files, files...); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}

	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetIndent("", "  ")
	err = e.Encode(out)
	return text.Bytes(), err
}

// readFiles reads the files in a player's folder. It omits the content of files beyond maxExportedBytes in total.
func readFiles(dir string) (all []exportedFile, err error) {
	bytesLeft := int64(maxExportedBytes)
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		name, relErr := filepath.Rel(dir, path)
		if err = errors.Join(err, relErr); err != nil || !d.Type().IsRegular() || name == "key" ||
			strings.HasSuffix(name, ".lock") {
			return err
		}
		f := exportedFile{Name: filepath.ToSlash(name)}
		if info, err := d.Info(); err == nil && info.Size() > bytesLeft {
			f.LeftOut = true
			all = append(all, f)
			return nil
		}
		data, err := store.ReadLimited(path, bytesLeft)
		if errors.Is(err, os.ErrNotExist) { // the session has just replaced the file
			return nil
		}

		bytesLeft -= int64(len(data))
		f.setContent(data)
		all = append(all, f)
		return err
	})
	return all, err
}

// setContent sets the content of a file.
func (f *exportedFile) setContent(data []byte) {
	f.Text = string(data)
	if !utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0 {
		f.Text, f.Base64 = "", base64.StdEncoding.EncodeToString(data)
	}
}
