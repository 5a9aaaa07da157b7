package door

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"golang.org/x/crypto/ssh"
)

// A host key file is larger than this only if it is none.
const mostKeyBytes = 1 << 14

// HostKey returns the key by which clients know the server: the one in the file at path. If there is no such file, a
// new ed25519 key is written to it, which only its owner can read; made says so. A file that others can read, or that
// holds no key, is an error: a key is never replaced, since every client would take the server for another.
func HostKey(path string) (key ssh.Signer, made bool, err error) {
	key, err = readKey(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return key, false, err
	}
	if err := makeKey(path); err != nil {
		return nil, false, fmt.Errorf("make a host key: %w", err)
	}
	key, err = readKey(path)
	return key, true, err
}

// Fingerprint returns what people compare of a key.
func Fingerprint(key ssh.Signer) string { return ssh.FingerprintSHA256(key.PublicKey()) }

// KnownHosts returns the line by which ~/.ssh/known_hosts knows the key of a server at a host and port.
func KnownHosts(key ssh.Signer, host, port string) string {
	if port != "22" {
		host = "[" + host + "]:" + port
	}
	return host + " " + strings.TrimSpace(string(ssh.MarshalAuthorizedKey(key.PublicKey())))
}

// readKey reads a private key.
func readKey(path string) (ssh.Signer, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s: not a file", path)
	case info.Mode().Perm()&0o077 != 0 && runtime.GOOS != "windows": // where modes say nothing
		return nil, fmt.Errorf("%s: others can read or write the host key (mode %04o); chmod 600 it, or make a new one if it may be known", path, info.Mode().Perm())
	case info.Size() > mostKeyBytes:
		return nil, fmt.Errorf("%s: too large for a host key", path)
	}
	text := make([]byte, info.Size())
	if _, err := f.ReadAt(text, 0); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	key, err := ssh.ParsePrivateKey(text)
	if err != nil {
		return nil, fmt.Errorf("%s: no host key: %w", path, err)
	}
	return key, nil
}

// makeKey writes a new key. If two programs do so at once, the first one's stays.
func makeKey(path string) error {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	block, err := ssh.MarshalPrivateKey(private, "arkterm")
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".host-key-*") // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(pem.EncodeToMemory(block))
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Link(f.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}
