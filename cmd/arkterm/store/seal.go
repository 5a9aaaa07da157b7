package store

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"arkterm/engine/record"
)

// A Seal says whether a recording is as it was saved on this machine.
type Seal uint8

// The states of a seal. Whoever can read the key, which is in the state folder, can seal what he likes: a seal tells
// a player's own recordings from edited ones, on the player's own machine.
const (
	Unsealed        Seal = iota // it has no seal: it was written by hand, edited, or continues such a game
	SealedHere                  // it is as it was saved here
	SealedElsewhere             // it has a seal, made with a key that is not here
	Broken                      // it has a seal of this machine and is not as it was saved
)

var sealNames = [...]string{"none", "here", "elsewhere", "broken"}

func (s Seal) String() string { return sealNames[s] }

// A key is what this machine's seals are made with.
type key [32]byte

// name returns what a seal says of the key: enough to tell keys apart.
func (k *key) name() string {
	sum := sha256.Sum256(append([]byte("arkterm key\n"), k[:]...))
	return hex.EncodeToString(sum[:8])
}

// seal returns the seal of a recording's text without one: the key's name, and a MAC of the text.
func (k *key) seal(plain []byte) string {
	mac := hmac.New(sha256.New, k[:])
	mac.Write(plain)
	return k.name() + " " + hex.EncodeToString(mac.Sum(nil)[:16])
}

// PackedSealed returns the recording's container, with a seal of this machine if all of the game was played here. A
// key that cannot be had is no reason not to save a game.
func (f Folders) PackedSealed(rec *record.Recording) []byte {
	var k *key
	if !rec.Foreign {
		k, _ = f.makeKey()
	}
	return record.Pack(k.sealed(rec))
}

// sealed returns the recording's text with a seal, or without if there is no key or some of the game was played elsewhere.
func (k *key) sealed(rec *record.Recording) []byte {
	return rec.SealedText(func(plain []byte) string {
		if k == nil || rec.Foreign {
			return ""
		}
		return k.seal(plain)
	})
}

// SealOf checks a recording's seal. It makes no key.
func (f Folders) SealOf(rec *record.Recording) Seal {
	if rec.Seal == "" {
		return Unsealed
	}
	k, err := readKey(f.keyFile())
	if name, _, _ := strings.Cut(rec.Seal, " "); err != nil || name != k.name() {
		return SealedElsewhere
	}
	plain := *rec
	plain.Seal = ""
	if rec.Cut || !hmac.Equal([]byte(rec.Seal), []byte(k.seal(plain.Text()))) {
		return Broken
	}
	return SealedHere
}

// keyFile holds the key as 64 hexadecimal digits.
func (f Folders) keyFile() string { return filepath.Join(f.State, "key") }

// readKey reads a key.
func readKey(path string) (k *key, err error) {
	text, err := ReadLimited(path, 2*int64(len(k))+1)
	if err != nil {
		return nil, err
	}
	b, err := hex.DecodeString(strings.TrimSuffix(string(text), "\n"))
	if err != nil || len(b) != len(k) {
		return nil, fmt.Errorf("%s is not a key", path)
	}
	return (*key)(b), nil
}

// makeKey returns the key, and makes one if there is none. Of several processes that do so at once one makes it: a
// link never replaces a file, and the file that it names is whole.
func (f Folders) makeKey() (*key, error) {
	if f.State == "" {
		return nil, errors.New("no folder for the key")
	}
	k, err := readKey(f.keyFile())
	if !errors.Is(err, fs.ErrNotExist) {
		return k, err
	}
	k = new(key)
	_, _ = rand.Read(k[:]) // it never fails
	if err := os.MkdirAll(f.State, 0o700); err != nil {
		return nil, err
	}
	t, err := os.CreateTemp(f.State, ".key.*") // only its owner can read it
	if err != nil {
		return nil, err
	}
	defer os.Remove(t.Name())
	if err := WriteWhole(t, func(f *os.File) error { _, err := f.WriteString(hex.EncodeToString(k[:]) + "\n"); return err }); err != nil {
		return nil, err
	}
	if err := os.Link(t.Name(), f.keyFile()); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	_ = syncDir(f.State)
	return readKey(f.keyFile())
}
