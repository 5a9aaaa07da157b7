package sshd

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
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

// maxKeyBytes is the maximum size of a host key file.
const maxKeyBytes = 1 << 14

// keyKinds contains the kinds of host keys, in the order in which the server offers them to clients. The second kind is
// for clients in FIPS mode, which do not support Ed25519.
var keyKinds = []struct {
	file, algorithm string
	name            string // name of the kind in the output of OpenSSH
	generate        func() (crypto.PrivateKey, error)
}{
	{"host_ed25519", ssh.KeyAlgoED25519, "ED25519", func() (crypto.PrivateKey, error) {
		_, private, err := ed25519.GenerateKey(rand.Reader)
		return private, err
	}},
	{"host_ecdsa", ssh.KeyAlgoECDSA256, "ECDSA", func() (crypto.PrivateKey, error) {
		return ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	}},
}

// HostKeys reads the host keys from files in a folder, one for each kind of key. If a file does not exist, HostKeys
// creates it with a new key, and returns created as true. Only the owner can read this file. HostKeys fails if other
// users can read or write a file, or if a file does not contain a key of its kind. It never replaces an existing file,
// because clients would then warn of a different server.
func HostKeys(dir string) (keys []ssh.Signer, created bool, err error) {
	for _, kind := range keyKinds {
		path := filepath.Join(dir, kind.file)
		key, err := readKey(path)
		if errors.Is(err, fs.ErrNotExist) {
			created = true
			if err = makeKey(path, kind.generate); err != nil {
				return nil, false, fmt.Errorf("create host key: %w", err)
			}
			key, err = readKey(path)
		}
		if err != nil {
			return nil, false, err
		}
		if got := key.PublicKey().Type(); got != kind.algorithm {
			return nil, false, fmt.Errorf("%s: host key of type %s (want %s)", path, got, kind.algorithm)
		}
		keys = append(keys, key)
	}
	return keys, created, nil
}

// Fingerprint returns the fingerprint of a key as clients show it, followed by the name of its kind.
func Fingerprint(key ssh.Signer) string {
	fingerprint := ssh.FingerprintSHA256(key.PublicKey())
	for _, kind := range keyKinds {
		if kind.algorithm == key.PublicKey().Type() {
			fingerprint += " (" + kind.name + ")"
		}
	}
	return fingerprint
}

// KnownHosts returns the line for ~/.ssh/known_hosts that contains the key of a server at the given host and port.
func KnownHosts(key ssh.Signer, host, port string) string {
	if port != "22" {
		host = "[" + host + "]:" + port
	}
	return host + " " + strings.TrimSpace(string(ssh.MarshalAuthorizedKey(key.PublicKey())))
}

// readKey reads a private key. It fails if other users can read or write the file.
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
		return nil, fmt.Errorf("%s: not a regular file", path)
	case info.Mode().Perm()&0o077 != 0 && runtime.GOOS != "windows": // modes have no meaning on Windows
		return nil, fmt.Errorf("%s: others can read or write the host key (mode %04o); chmod 600 it, or delete "+
			"it to create a new key if someone may have copied it", path, info.Mode().Perm())
	case info.Size() > maxKeyBytes:
		return nil, fmt.Errorf("%s: too large for a host key", path)
	}
	text := make([]byte, info.Size())
	if _, err := f.ReadAt(text, 0); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	key, err := ssh.ParsePrivateKey(text)
	if err != nil {
		return nil, fmt.Errorf("%s: parse host key: %w", path, err)
	}
	return key, nil
}

// makeKey creates a key file. It does not change an existing file, which another server may have just created.
func makeKey(path string, generate func() (crypto.PrivateKey, error)) error {
	private, err := generate()
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
