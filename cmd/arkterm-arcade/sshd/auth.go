package sshd

import (
	"crypto/rsa"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"time"

	"golang.org/x/crypto/ssh"

	"arkterm/cmd/arkterm-arcade/connlimit"
)

// This file authenticates clients. The server accepts every key, which identifies the player, and ignores user names. A
// client without a key is a guest, who authenticates with a keyboard-interactive dialog without questions.
//
// Only setVerifiedKey sets the identity, after the client has proved with a signature that it has the private key. An
// offered key is not a proof, because a client can offer another person's public key and then sign in as a guest.

// keyExtension is the name of the permissions extension that contains the hash of the client's key. The value is "" for
// a guest.
const keyExtension = "key@arkterm"

// maxAuthTries is the maximum number of failed authentications per connection.
const maxAuthTries = 3

// maxRSABits is the maximum length of an RSA key. Verifying a signature of a 16,384-bit key takes as long as verifying
// a hundred other signatures.
const maxRSABits = 4096

var errLongKey = errors.New("RSA key has more than 4,096 bits; an ed25519 key is shorter and stronger")

// Limits of key exchanges per connection. Clients exchange keys again after a gigabyte or an hour. A key exchange takes
// as much processor time as several hundred packets.
const (
	keyExchangeRate  = 0.1 // per second
	keyExchangeBurst = 10  // maximum in one burst
)

var errKeyExchanges = errors.New("too many key exchanges")

// A hostKey is a host key for one connection, with a limit on key exchanges.
type hostKey struct {
	ssh.Signer
	conn   *limitedConn
	bucket *connlimit.Bucket // limits key exchanges; shared by all host keys of the connection
}

// Sign signs a key exchange. After too many key exchanges, it closes the connection.
func (k *hostKey) Sign(random io.Reader, data []byte) (*ssh.Signature, error) {
	if k.bucket.Allow(time.Now(), 1) == 1 {
		k.conn.keyExchangeDone()
		return k.Signer.Sign(random, data)
	}
	if k.conn.authenticated.Load() {
		k.conn.onMisbehavior(errKeyExchanges.Error())
	}
	return nil, errKeyExchanges
}

// newConfig returns the SSH configuration for one connection. It allows the algorithms that OpenSSH prefers. The NIST
// curves and HMACs are for clients in FIPS mode. It does not allow SHA-1 or CBC.
func newConfig(conn *limitedConn, keys []ssh.Signer, version string) *ssh.ServerConfig {
	c := &ssh.ServerConfig{
		Config: ssh.Config{
			KeyExchanges: []string{
				ssh.KeyExchangeMLKEM768X25519, ssh.KeyExchangeCurve25519, ssh.KeyExchangeECDHP256,
				ssh.KeyExchangeECDHP384,
			},
			Ciphers: []string{
				ssh.CipherAES128GCM, ssh.CipherAES256GCM, ssh.CipherChaCha20Poly1305,
				ssh.CipherAES128CTR, ssh.CipherAES256CTR,
			},
			MACs: []string{ssh.HMACSHA256ETM, ssh.HMACSHA512ETM, ssh.HMACSHA256, ssh.HMACSHA512},
		},
		PublicKeyAuthAlgorithms: []string{
			ssh.KeyAlgoED25519, ssh.KeyAlgoSKED25519, ssh.KeyAlgoSKECDSA256,
			ssh.KeyAlgoECDSA256, ssh.KeyAlgoECDSA384, ssh.KeyAlgoECDSA521, ssh.KeyAlgoRSASHA256, ssh.KeyAlgoRSASHA512,
		},
		MaxAuthTries:              maxAuthTries,
		ServerVersion:             version,
		PreAuthConnCallback:       conn.beginAuth,
		PublicKeyCallback:         acceptOfferedKey,
		VerifiedPublicKeyCallback: setVerifiedKey,
		KeyboardInteractiveCallback: func(_ ssh.ConnMetadata, ask ssh.KeyboardInteractiveChallenge) (*ssh.Permissions,
			error,
		) {
			if _, err := ask("", "", nil, nil); err != nil {
				return nil, err
			}
			return &ssh.Permissions{Extensions: map[string]string{keyExtension: ""}}, nil
		},
	}
	bucket := &connlimit.Bucket{Rate: keyExchangeRate, Burst: keyExchangeBurst}
	for _, k := range keys {
		c.AddHostKey(&hostKey{k, conn, bucket})
	}
	return c
}

// acceptOfferedKey accepts an offered key, so that the library verifies a signature next. It does not set an identity.
func acceptOfferedKey(_ ssh.ConnMetadata, key ssh.PublicKey) (*ssh.Permissions, error) {
	if k, ok := key.(ssh.CryptoPublicKey); ok {
		if k, ok := k.CryptoPublicKey().(*rsa.PublicKey); ok && k.N.BitLen() > maxRSABits {
			return nil, errLongKey
		}
	}
	return &ssh.Permissions{}, nil
}

// setVerifiedKey sets the identity after the client has proved that it has the key.
func setVerifiedKey(_ ssh.ConnMetadata, key ssh.PublicKey, _ *ssh.Permissions, _ string) (*ssh.Permissions, error) {
	sum := sha256.Sum256(key.Marshal())
	return &ssh.Permissions{Extensions: map[string]string{keyExtension: hex.EncodeToString(sum[:])}}, nil
}
