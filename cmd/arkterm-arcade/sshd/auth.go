package sshd

import (
	"crypto/rsa"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"time"

	"golang.org/x/crypto/ssh"
)

// Who is who. Any key is accepted: it stands for whoever has it, and no name is needed. A client without a key comes in
// as a guest, through a keyboard-interactive dialog without questions.
//
// The identity is that of the key whose signature was verified, and comes into being in one place, verified. A key that
// a client only offers says nothing: anybody can offer the public key of somebody else, and then sign in as a guest.

// keyOf is the entry of a connection's permissions with the hash of its key; "" for a guest.
const keyExtension = "key@arkterm"

// mostAuthTries is how often a client may fail to authenticate.
const maxAuthTries = 3

// mostRSABits is the length of the longest RSA key whose signature is verified. To verify one of 16,384 bits takes as
// long as a hundred others.
const maxRSABits = 4096

var errLongKey = errors.New("an RSA key of more than 4,096 bits; an ed25519 key is shorter and stronger")

// Key exchanges of a connection. Clients exchange keys anew after a gigabyte or an hour; it takes as long as some hundred packets.
const (
	exchangesRate  = 0.1 // a second
	exchangesBurst = 10  // at once
)

var errExchanges = errors.New("too many key exchanges")

// A hostKey is a host key for one connection. It signs the key exchanges.
type hostKey struct {
	ssh.Signer
	conn   *limitedConn
	bucket *tokenBucket // of the connection's exchanges, with any key
}

// hostKeys returns the host keys for one connection.
func hostKeys(keys []ssh.Signer, conn *limitedConn) []ssh.Signer {
	p := &tokenBucket{rate: exchangesRate, burst: exchangesBurst}
	all := make([]ssh.Signer, len(keys))
	for i, k := range keys {
		all[i] = &hostKey{k, conn, p}
	}
	return all
}

// Sign signs a key exchange. It closes the connection after too many of them.
func (k *hostKey) Sign(random io.Reader, data []byte) (*ssh.Signature, error) {
	if k.bucket.allow(time.Now(), 1) == 1 {
		k.conn.noteExchange()
		return k.Signer.Sign(random, data)
	}
	if k.conn.authenticated.Load() {
		k.conn.misbehaves(errExchanges.Error())
	}
	return nil, errExchanges
}

// newConfig returns the server's side of the protocol. OpenSSH prefers these algorithms. The NIST curves and
// HMACs are for clients in FIPS mode. SHA-1 and CBC are left out.
func newConfig(keys []ssh.Signer, version string) *ssh.ServerConfig {
	c := &ssh.ServerConfig{
		Config: ssh.Config{
			KeyExchanges: []string{ssh.KeyExchangeMLKEM768X25519, ssh.KeyExchangeCurve25519, ssh.KeyExchangeECDHP256, ssh.KeyExchangeECDHP384},
			Ciphers:      []string{ssh.CipherAES128GCM, ssh.CipherAES256GCM, ssh.CipherChaCha20Poly1305, ssh.CipherAES128CTR, ssh.CipherAES256CTR},
			MACs:         []string{ssh.HMACSHA256ETM, ssh.HMACSHA512ETM, ssh.HMACSHA256, ssh.HMACSHA512},
		},
		PublicKeyAuthAlgorithms: []string{
			ssh.KeyAlgoED25519, ssh.KeyAlgoSKED25519, ssh.KeyAlgoSKECDSA256,
			ssh.KeyAlgoECDSA256, ssh.KeyAlgoECDSA384, ssh.KeyAlgoECDSA521, ssh.KeyAlgoRSASHA256, ssh.KeyAlgoRSASHA512,
		},
		MaxAuthTries:              maxAuthTries,
		ServerVersion:             version,
		PublicKeyCallback:         offered,
		VerifiedPublicKeyCallback: verified,
		KeyboardInteractiveCallback: func(_ ssh.ConnMetadata, ask ssh.KeyboardInteractiveChallenge) (*ssh.Permissions, error) {
			if _, err := ask("", "", nil, nil); err != nil {
				return nil, err
			}
			return &ssh.Permissions{Extensions: map[string]string{keyExtension: ""}}, nil
		},
	}
	for _, k := range keys {
		c.AddHostKey(k)
	}
	return c
}

// offered says whether the signature of a key is worth verifying. It gives no identity.
func offered(_ ssh.ConnMetadata, key ssh.PublicKey) (*ssh.Permissions, error) {
	if k, ok := key.(ssh.CryptoPublicKey); ok {
		if k, ok := k.CryptoPublicKey().(*rsa.PublicKey); ok && k.N.BitLen() > maxRSABits {
			return nil, errLongKey
		}
	}
	return &ssh.Permissions{}, nil
}

// verified gives the identity of a key that the client has signed with.
func verified(_ ssh.ConnMetadata, key ssh.PublicKey, _ *ssh.Permissions, _ string) (*ssh.Permissions, error) {
	sum := sha256.Sum256(key.Marshal())
	return &ssh.Permissions{Extensions: map[string]string{keyExtension: hex.EncodeToString(sum[:])}}, nil
}
