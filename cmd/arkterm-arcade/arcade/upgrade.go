package arcade

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/cmd/arkterm-arcade/sshd"
	"arkterm/render/text"
)

// This file upgrades a server without ending visits. The old server starts the new one, which inherits the listening
// sockets and the lock of the state folder, in the same way as sockets from systemd. When the new server is ready, the
// old one stops accepting connections and notifies the new one. The visits on the old server
// continue until they end, for at most drainTimeout.

// ControlFile is the name of the socket in the state folder on which a server receives requests for upgrades.
const ControlFile = "control"

const (
	startTimeout   = time.Minute // maximum time until a new server is ready
	drainTimeout   = time.Hour   // maximum time for which visits continue on an old server
	reportInterval = time.Second // time between two reports of an old server to the new one
	respawnDelay   = time.Second // time until a killed new server is started again
	requestTimeout = 5 * time.Second
)

// readyText is the answer of a new server that is ready. Other answers are errors.
const readyText = "ready\n"

// upgradedText is the start of the answer to a successful request for an upgrade. Other answers are errors.
const upgradedText = "upgraded"

var (
	errUpgraded       = fmt.Errorf("%w because a newer version is running; please connect again", sshd.ErrClosing)
	errSharedDatabase = errors.New("a server with --store cannot be upgraded; restart it while other servers continue")
	errContainer      = errors.New("the container would end with its process 1, this server; start a new container")
)

// Names of the inherited files other than sockets.
const (
	lockFileName    = "lock"    // lock of the state folder
	readyPipeName   = "ready"   // pipe to the old server, for readyText or an error
	reportsPipeName = "reports" // pipe from the old server, for reports
)

// inheritedFiles returns the files that systemd or an older server passes to this process, by name. It follows the
// protocol of sd_listen_fds(3), except that an older server does not set LISTEN_PID. If there is only one file, it is
// the SSH socket.
func inheritedFiles() map[string]*os.File {
	files := make(map[string]*os.File)
	pid, names := os.Getenv("LISTEN_PID"), strings.Split(os.Getenv("LISTEN_FDNAMES"), ":")
	n, _ := strconv.Atoi(os.Getenv("LISTEN_FDS"))
	for _, name := range []string{"LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"} {
		os.Unsetenv(name)
	}
	if pid != "" && pid != strconv.Itoa(os.Getpid()) {
		return files
	}
	for i := range n {
		name := "ssh"
		if n > 1 && i < len(names) {
			name = names[i]
		}
		const firstFD = 3
		files[name] = os.NewFile(uintptr(firstFD+i), name)
	}
	return files
}

// takeFile removes and returns the file with a name, or returns nil if there is none.
func takeFile(files map[string]*os.File, name string) *os.File {
	f := files[name]
	delete(files, name)
	return f
}

// listen returns the inherited listener with the given name, or listens on an address.
func listen(files map[string]*os.File, name, network, address string) (net.Listener, error) {
	f := takeFile(files, name)
	if f == nil {
		return net.Listen(network, address)
	}
	defer f.Close()
	return net.FileListener(f)
}

// listenForControl listens for requests for upgrades. The caller must hold the lock of the state folder.
func listenForControl(files map[string]*os.File, path string) (net.Listener, error) {
	if files[ControlFile] == nil {
		os.Remove(path) // left by a killed server
	}
	l, err := listen(files, ControlFile, "unix", path)
	if l, ok := l.(*net.UnixListener); ok {
		l.SetUnlinkOnClose(false) // a newer server may still use it
		err = os.Chmod(path, 0o600)
	}
	return l, err
}

// RequestUpgrade requests that the server with the given control socket is replaced by the program at path. It returns
// the server's answer.
func RequestUpgrade(socket, path string) (answer string, err error) {
	conn, err := net.Dial("unix", socket)
	if err != nil {
		return "", fmt.Errorf("%w; is a server of this version or later running?", err)
	}
	defer conn.Close()
	if _, err := fmt.Fprintln(conn, path); err != nil {
		return "", err
	}
	text, err := io.ReadAll(conn)
	answer = strings.TrimSpace(string(text))
	if err == nil && !strings.HasPrefix(answer, upgradedText) {
		err = errors.New(cmp.Or(answer, "the server has ended"))
	}
	return answer, err
}

// serveControl executes requests for upgrades until an upgrade succeeds or the context is canceled.
func (s *server) serveControl(ctx context.Context, l net.Listener) error {
	stop := context.AfterFunc(ctx, func() { l.Close() })
	defer stop()
	for {
		conn, err := l.Accept()
		if err != nil {
			return nil
		}
		_ = conn.SetReadDeadline(time.Now().Add(requestTimeout))
		path, err := bufio.NewReader(io.LimitReader(conn, 4<<10)).ReadString('\n')
		if err == nil {
			err = s.upgrade(ctx, strings.TrimSuffix(path, "\n"))
		}
		if err == nil {
			fmt.Fprintf(conn, "%s; the old server (process %d) still has %s\n", upgradedText, os.Getpid(),
				text.NumberOf(s.NumPlaying(), "session"))
		} else {
			fmt.Fprintln(conn, err)
		}
		conn.Close()
	}
}

// upgrade starts the program at path as a new server and stops accepting connections.
func (s *server) upgrade(ctx context.Context, path string) (err error) {
	switch {
	case os.Getpid() == 1:
		return errContainer
	case s.StoreURL != "":
		return errSharedDatabase
	}
	names, files := []string{lockFileName}, []*os.File{s.lock}
	defer func() {
		if err != nil {
			closeAll(files[1:])
		}
	}()
	for _, service := range s.services {
		f, err := duplicateSocket(service.listener)
		if err != nil {
			return err
		}
		names, files = append(names, service.name), append(files, f)
	}
	next, err := s.startSuccessor(ctx, path, names, files)
	if err != nil {
		return err
	}

	s.handedOver.Store(true)
	s.stopMaintenance()
	time.AfterFunc(drainTimeout, func() { s.cancel(errUpgraded) })
	for _, service := range s.services {
		service.listener.Close()
	}
	s.background.Go(func() { s.drain(ctx, next, path, names, files) })
	return nil
}

// closeAll closes files.
func closeAll(files []*os.File) {
	for _, f := range files {
		f.Close()
	}
}

// A successor is a new server that was started by this one.
type successor struct {
	*os.Process
	reports *os.File              // pipe to the new server
	ended   chan *os.ProcessState // receives the state of the process after its end
}

// startSuccessor starts the program at path as a new server that inherits files, and waits until it is ready.
func (s *server) startSuccessor(ctx context.Context, path string, names []string, files []*os.File) (_ *successor,
	err error,
) {
	ready, theirReady, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer ready.Close()
	theirReports, reports, err := os.Pipe()
	if err != nil {
		theirReady.Close()
		return nil, err
	}
	names = slices.Concat(names, []string{readyPipeName, reportsPipeName})
	env := append(os.Environ(), fmt.Sprint("LISTEN_FDS=", len(names)), "LISTEN_FDNAMES="+strings.Join(names, ":"))
	process, err := s.StartProcess(path, slices.Concat(files, []*os.File{theirReady, theirReports}), env)
	closeAll([]*os.File{theirReady, theirReports})
	if err != nil {
		reports.Close()
		return nil, err
	}
	next := &successor{process, reports, make(chan *os.ProcessState, 1)}
	go func() {
		state, _ := process.Wait()
		next.ended <- state
	}()

	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	stop := context.AfterFunc(ctx, func() { _ = process.Kill() })
	answer, _ := bufio.NewReader(io.LimitReader(ready, 4<<10)).ReadString('\n')
	if !stop() || answer != readyText {
		_ = process.Kill()
		reports.Close()
		return nil, fmt.Errorf("the new server has not started: %s",
			cmp.Or(strings.TrimSpace(answer), "the log contains the reason"))
	}
	return next, nil
}

// drain sends reports to the new server while the visits on this server continue. If the new server is killed, drain
// starts it again, because no other process monitors it. If the new server ends without an error, drain also ends this
// server.
func (s *server) drain(ctx context.Context, next *successor, path string, names []string, files []*os.File) {
	defer closeAll(files[1:])
	ticker := time.NewTicker(reportInterval)
	defer ticker.Stop()
	for next != nil {
		s.Log.Info("upgraded", "process", next.Pid, "sessions", s.NumPlaying())
		notifySystemd(fmt.Sprint("MAINPID=", next.Pid))
		state := s.sendReports(ctx, next, ticker.C)
		next.reports.Close()
		switch {
		case state == nil || !s.isNewest(next.Pid): // the new server was upgraded in turn
			return
		case state.Success():
			s.cancel(sshd.ErrClosing)
			return
		}
		notifySystemd(fmt.Sprint("MAINPID=", os.Getpid()))
		next = s.respawn(ctx, next.Pid, path, names, files)
	}
}

// sendReports sends reports to a new server until that server ends, and returns its process state. It returns nil if
// the context is canceled.
func (s *server) sendReports(ctx context.Context, next *successor, tick <-chan time.Time) *os.ProcessState {
	for {
		fmt.Fprintln(next.reports, s.NumPlaying()+int(s.older.numSessions.Load()), s.yieldMemory())
		select {
		case <-tick:
		case state := <-next.ended:
			return state
		case <-ctx.Done():
			return nil
		}
	}
}

// respawn starts a new server after the one with the given process ID was killed. It returns nil if the context is
// canceled or another server has taken over.
func (s *server) respawn(ctx context.Context, pid int, path string, names []string, files []*os.File) *successor {
	for {
		s.Log.Error("new server has ended", "retry_in", respawnDelay)
		select {
		case <-time.After(respawnDelay):
		case <-ctx.Done():
		}
		if ctx.Err() != nil || !s.isNewest(pid) {
			return nil
		}
		if next, err := s.startSuccessor(ctx, path, names, files); err == nil {
			return next
		}
	}
}

// An olderServer contains the last report of the older servers whose visits continue.
type olderServer struct {
	numSessions atomic.Int64 // number of sessions
	memoryShare atomic.Int64 // share of the memory limit in bytes
}

// takeOver reports to the older server that this one is ready, and waits until the older one has stopped accepting
// connections. ready and reports are nil if there is no older server.
func (s *server) takeOver(ctx context.Context, ready, reports *os.File) {
	_, _ = s.lock.WriteAt(fmt.Appendf(nil, "%-9d\n", os.Getpid()), 0)
	if ready == nil {
		notifySystemd("READY=1")
		return
	}
	_, _ = io.WriteString(ready, readyText)
	ready.Close()
	stopped := make(chan struct{})
	go s.followReports(reports, stopped)
	select {
	case <-stopped:
	case <-ctx.Done():
	}
}

// followReports reads the reports of an older server until it ends. It closes the channel stopped after the first
// report.
func (s *server) followReports(reports *os.File, stopped chan<- struct{}) {
	defer reports.Close()
	for lines := bufio.NewScanner(reports); lines.Scan(); {
		var sessions, memory int64
		_, _ = fmt.Sscan(lines.Text(), &sessions, &memory)
		s.older.numSessions.Store(sessions)
		s.older.memoryShare.Store(memory)
		if stopped != nil {
			close(stopped)
			stopped = nil
		}
	}
	s.older.numSessions.Store(0)
	s.older.memoryShare.Store(0)
	if stopped != nil {
		close(stopped)
	}
}

// isNewest reports whether the process with the given ID is the newest server of the state folder.
func (s *server) isNewest(pid int) bool {
	var b [9]byte
	_, _ = s.lock.ReadAt(b[:], 0)
	return strings.TrimSpace(string(b[:])) == strconv.Itoa(pid)
}

// sharesDatabase reports whether another server can use the same database.
func (a *Arcade) sharesDatabase() bool {
	return a.sharedFiles != nil || a.handedOver.Load() || a.older.numSessions.Load() > 0
}

// endRemovedVisits ends the visits whose player or key another server has removed from the database.
func (a *Arcade) endRemovedVisits() error {
	a.users.mu.Lock()
	var open []*user
	for v := range a.users.open {
		if !v.isGuest() {
			open = append(open, v)
		}
	}
	a.users.mu.Unlock()
	for _, v := range open {
		exists, err := a.store.HasPlayer(v.player.ID)
		if err != nil {
			return err
		}
		if !exists {
			a.endVisits(v.player.ID, errDeleted)
		} else if _, err := a.store.PlayerByKey(v.Key); errors.Is(err, leaderboard.ErrNoPlayer) {
			v.cancel(errKeyRemoved)
		}
	}
	return nil
}

// notifySystemd sends a message to systemd, see sd_notify(3). It does nothing if systemd has not started this process
// with Type=notify.
func notifySystemd(text string) {
	if address := os.Getenv("NOTIFY_SOCKET"); address != "" {
		if conn, err := net.Dial("unixgram", address); err == nil {
			_, _ = io.WriteString(conn, text)
			conn.Close()
		}
	}
}
