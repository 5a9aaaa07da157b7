package arcade

import (
	"net/netip"
	"strings"
	"testing"

	"arkterm/cmd/arkterm-arcade/leaderboard"
)

func TestParseBlocklist(t *testing.T) {
	key := strings.Repeat("5c", 32)
	l, err := ParseBlocklist("blocked",
		[]byte("# nobody\n\nkey "+strings.ToUpper(key)+" # since Tuesday\r\n\tname rude-name\nname ρυδυ\nnet "+
			"192.0.2.0/24, 2001:db8::/32\n"))
	if err != nil || l.Len() != 5 {
		t.Fatalf("ParseBlocklist: %d entries, error %v; want 5", l.Len(), err)
	}
	if keys := l.Keys(); len(keys) != 1 || keys[0] != key {
		t.Errorf("Keys() = %q, want one key in lower case", keys)
	}
	if !l.BlocksKey(key) || l.BlocksKey("") || l.BlocksKey(key[2:]+"00") {
		t.Error("BlocksKey() = true for a key that is not blocked, or false for the blocked key")
	}
	for name, want := range map[string]bool{
		"rude-name": true, "RUDE-NAME": true, "rude-narne": true,
		"kind-name": false, "ΡΥΔΥ": true,
	} {
		n, err := leaderboard.ParseName(name)
		if err != nil {
			t.Fatalf("ParseName(%q): %v", name, err)
		}
		if l.BlocksName(n) != want {
			t.Errorf("BlocksName(%s) = %v, want %v", name, !want, want)
		}
	}
	for a, want := range map[string]bool{
		"192.0.2.77": true, "::ffff:192.0.2.77": true, "192.0.3.1": false,
		"2001:db8::1": true, "::1": false,
	} {
		if l.BlocksAddress(netip.MustParseAddr(a)) != want {
			t.Errorf("BlocksAddress(%s) = %v, want %v", a, !want, want)
		}
	}

	var none Blocklist
	if none.BlocksKey(key) || none.BlocksAddress(netip.MustParseAddr("::1")) || none.Len() != 0 {
		t.Error("the zero value blocks a key or an address, or has entries")
	}
}

// Invalid lines are reported, and the valid lines are used.
func TestInvalidBlocklistLines(t *testing.T) {
	l, err := ParseBlocklist("blocked",
		[]byte("kye 1\nkey 5c\nname \x1b[2J\nnet 192.0.2.1/24\nnet 198.51.100.0/24\nname\n"))
	if err == nil || l.Len() != 1 || !l.BlocksAddress(netip.MustParseAddr("198.51.100.9")) {
		t.Fatalf("ParseBlocklist: %d entries, error %v; want one entry and an error", l.Len(), err)
	}
	for i, want := range []string{
		"blocked:1: want key, name or net", "blocked:2: want the 64", "blocked:3: a name",
		"blocked:4: unknown network", "blocked:6: a name",
	} {
		if lines := strings.Split(err.Error(), "\n"); len(lines) != 5 || !strings.HasPrefix(lines[i], want) {
			t.Errorf("line %d of the error does not start with %q, or the error does not have 5 lines:\n%v", i+1, want,
				err)
		}
	}
}
