package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"
)

// killed is how many players there are, of whom each has a key.
const killed = 6

// A regular is a player who comes again after each kill.
type regular struct {
	key    ssh.Signer
	dir    string // where the server keeps what belongs to them
	random *rand.Rand
	found  int // games that were there again
}

// killAll kills servers while players play, pause and come in.
func killAll(program string, n int) error {
	dir, err := os.MkdirTemp("", "load")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var all []*regular
	for i := range killed {
		seed := sha256.Sum256(fmt.Append(nil, "regular ", i))
		key, err := ssh.NewSignerFromKey(ed25519.NewKeyFromSeed(seed[:]))
		if err != nil {
			return err
		}
		hash := sha256.Sum256(key.PublicKey().Marshal())
		all = append(all, &regular{
			key: key, dir: filepath.Join(dir, "players", hex.EncodeToString(hash[:])), random: rand.New(rand.NewPCG(1, uint64(i))),
		})
	}
	random := rand.New(rand.NewPCG(2, 1))
	for i := range n {
		if err := kill(program, dir, all, time.Duration(300+random.IntN(1500))*time.Millisecond); err != nil {
			return fmt.Errorf("kill %d: %w", i+1, err)
		}
	}
	found := 0
	for _, p := range all {
		found += p.found
	}
	if found == 0 {
		return errors.New("no game was ever saved")
	}
	fmt.Printf("%d servers were killed; %d games were saved before, and found again after it\n", n, found)
	return nil
}

// kill begins a server, lets all players come in and play, and kills it after a while.
func kill(program, dir string, all []*regular, after time.Duration) error {
	s, err := begin(program, dir, 2*killed)
	if err != nil {
		return err
	}
	defer s.cmd.Wait()
	defer s.cmd.Process.Kill()
	time.AfterFunc(10*time.Second, func() { s.cmd.Process.Kill() }) // whatever becomes of the players
	errs := make(chan error, len(all))
	looked := make(chan struct{}, len(all))
	var wg sync.WaitGroup
	for _, p := range all {
		wg.Go(func() { errs <- p.come(s.address, looked) })
	}
	for range all {
		<-looked
	}
	time.Sleep(after)
	s.cmd.Process.Kill()
	wg.Wait()
	close(errs)
	for e := range errs {
		err = errors.Join(err, e)
	}
	return err
}

// come comes in, looks whether a saved game is there, and plays until the server is gone.
func (p *regular) come(address string, looked chan<- struct{}) error {
	_, err := os.Stat(filepath.Join(p.dir, "game.ark"))
	saved := err == nil
	told := sync.OnceFunc(func() { looked <- struct{}{} })
	defer told()
	conn, err := ssh.Dial("tcp", address, &ssh.ClientConfig{Auth: []ssh.AuthMethod{ssh.PublicKeys(p.key)}, HostKeyCallback: ssh.InsecureIgnoreHostKey()})
	if err != nil {
		return err
	}
	defer conn.Close()
	session, err := conn.NewSession()
	if err != nil {
		return err
	}
	in, err := session.StdinPipe()
	if err != nil {
		return err
	}
	var screen shown
	session.Stdout = &screen
	if err := errors.Join(session.Setenv("LANG", "C.UTF-8"), session.RequestPty("vt220", 24, 80, nil), session.Shell()); err != nil {
		return err
	}
	if saved {
		for begun := time.Now(); !screen.has("Continue"); time.Sleep(10 * time.Millisecond) {
			if time.Since(begun) > 5*time.Second {
				return fmt.Errorf("a game was saved in %s, and is not to be continued: %.300q", p.dir, screen.last())
			}
		}
		p.found++
	}
	told()

	over := make(chan struct{})
	go func() {
		session.Wait()
		close(over)
	}()
	keys := []string{"\r", " ", " ", "\x1b[C", "\x1b[D", "p", "\r"} // P pauses, which saves; Enter goes on
	for {
		select {
		case <-over:
			return nil
		case <-time.After(time.Duration(30+p.random.IntN(150)) * time.Millisecond):
			if _, err := io.WriteString(in, keys[p.random.IntN(len(keys))]); err != nil {
				return nil
			}
		}
	}
}

// A shown is what a terminal was sent.
type shown struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *shown) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *shown) has(word string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return bytes.Contains(s.text.Bytes(), []byte(word))
}

func (s *shown) last() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.text.Bytes()
	return bytes.Clone(b[max(0, len(b)-300):])
}
