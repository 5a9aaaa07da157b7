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

// A Seal is the result of checking the seal of a recording. The seal proves that the recording was not edited after it
// was saved on this machine.
type Seal uint8

// The results of a check. Anyone who can read the key in the state folder can create seals. So a seal only helps
// players to distinguish their own recordings from edited recordings.
const (
	Unsealed        Seal = iota // no seal: the recording was written by hand, edited, or continues such a game
	SealedHere                  // sealed on this machine and unchanged
	SealedElsewhere             // sealed with a key that is not on this machine
	Broken                      // sealed on this machine and changed since
)

var sealNames = [...]string{"none", "here", "elsewhere", "broken"}

func (s Seal) String() string { return sealNames[s] }

// A key is the secret key for the seals of this machine.
type key [32]byte

// name returns a short hash of the key. A seal contains it, so that seals of other machines can be recognized.
func (k *key) name() string {
	sum := sha256.Sum256(append([]byte("arkterm key\n"), k[:]...))
	return hex.EncodeToString(sum[:8])
}

// seal returns the seal of a recording: the name of the key and a MAC of the text. The text must not contain a seal.
func (k *key) seal(plain []byte) string {
	mac := hmac.New(sha256.New, k[:])
	mac.Write(plain)
	return k.name() + " " + hex.EncodeToString(mac.Sum(nil)[:16])
}

// PackedSealed returns the recording's container, sealed if the whole game was played on this machine. If no key is
// available, the container has no seal.
func (f Folders) PackedSealed(rec *record.Recording) []byte {
	var k *key
	if !rec.Foreign {
		k, _ = f.makeKey()
	}
	return record.Pack(k.sealed(rec))
}

// sealed returns the recording's text. It has a seal unless k is nil or a part of the game was played on another
// machine.
func (k *key) sealed(rec *record.Recording) []byte {
	return rec.SealedText(func(plain []byte) string {
		if k == nil || rec.Foreign {
			return ""
		}
		return k.seal(plain)
	})
}

// SealOf checks a recording's seal. It does not create a key.
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

// keyFile returns the path of the file that contains the key as 64 hexadecimal digits.
func (f Folders) keyFile() string { return filepath.Join(f.State, "key") }

// readKey reads the key from a file.
func readKey(path string) (k *key, err error) {
	text, err := ReadLimited(path, 2*int64(len(k))+1)
	if err != nil {
		return nil, err
	}
	b, err := hex.DecodeString(strings.TrimSuffix(string(text), "\n"))
	if err != nil || len(b) != len(k) {
		return nil, fmt.Errorf("%s: not a key (want %d hexadecimal digits)", path, 2*len(k))
	}
	return (*key)(b), nil
}

// makeKey returns the key and creates it if necessary. If several processes create the key at the same time, one of
// them succeeds and all use its key, because os.Link does not replace a file, and the linked file is already
// complete.
func (f Folders) makeKey() (*key, error) {
	if f.State == "" {
		return nil, errors.New("create a key: no state folder")
	}
	k, err := readKey(f.keyFile())
	if !errors.Is(err, fs.ErrNotExist) {
		return k, err
	}
	k = new(key)
	_, _ = rand.Read(k[:]) // never fails
	if err := os.MkdirAll(f.State, 0o700); err != nil {
		return nil, err
	}
	t, err := os.CreateTemp(f.State, ".key.*") // CreateTemp restricts access to the owner
	if err != nil {
		return nil, err
	}
	defer os.Remove(t.Name())
	err = WriteWhole(t, func(f *os.File) error {
		_, err := f.WriteString(hex.EncodeToString(k[:]) + "\n")
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := os.Link(t.Name(), f.keyFile()); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	_ = syncDir(f.State)
	return readKey(f.keyFile())
}
