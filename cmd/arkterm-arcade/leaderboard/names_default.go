package leaderboard

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
)

// This file generates names for guests, and default names for new players.

// guestPrefix is the prefix of guest names. Players cannot choose a name that starts with guest, or with letters that
// look like it.
const guestPrefix = "guest-"

// animals contains the last words of generated names. They have at most five letters, so that the longest name fits.
var animals = [...]string{
	"ant", "bat", "bear", "bee", "bison", "boar", "camel", "cat", "crab", "crane", "crow", "deer", "dingo", "dove",
	"duck", "eel",
	"egret", "elk", "finch", "fox", "frog", "gecko", "goat", "goose", "hare", "heron", "horse", "hyena", "ibex",
	"koala", "lark",
	"lemur", "lion", "llama", "lynx", "mole", "moose", "moth", "mouse", "newt", "okapi", "otter", "owl", "panda",
	"puma", "quail",
	"raven", "robin", "seal", "shark", "sloth", "snail", "stork", "swan", "tapir", "tiger", "toad", "trout", "viper",
	"whale", "wolf",
	"wren", "yak", "zebra",
}

// adjectives contains the first words of default names. They have at most six letters.
var adjectives = [...]string{
	"agile", "amber", "bold", "brave", "brisk", "calm", "clever", "deft", "eager", "fair", "fleet", "gentle", "glad",
	"golden", "grand",
	"happy", "jolly", "keen", "kind", "lucky", "merry", "mighty", "nimble", "noble", "proud", "quick", "quiet",
	"silver", "sly", "swift",
	"warm", "wise",
}

// GuestName returns the name of the guest with the given number.
func GuestName(number uint64) Name {
	animal, round := animals[number%uint64(len(animals))], number/uint64(len(animals))
	name := guestPrefix + animal
	if round > 0 {
		name += strconv.FormatUint(round+1, 10)
	}
	if len(name) > MaxNameColumns {
		name = guestPrefix + strconv.FormatUint(number%1_000_000, 36)
	}
	return Name{name}
}

// DefaultName returns a name for a player who has not chosen one. id is the player's ID, a hash in hexadecimal. The
// caller starts with attempt 0, and increments it while another player has the resulting name. From maxAnimalAttempts
// on, names contain a number instead of an animal, and are almost certainly unused.
func DefaultName(id string, attempt int) Name {
	var b [8]byte
	copy(b[:], id)
	// Multiplication by odd numbers mixes the bits.
	n := binary.LittleEndian.Uint64(b[:])*0x9e3779b97f4a7c15 + uint64(attempt)*0xbf58476d1ce4e5b9
	n ^= n >> 32
	if attempt >= maxAnimalAttempts {
		return Name{fmt.Sprintf("p%011x", n>>20)}
	}
	name := adjectives[n%uint64(len(adjectives))] + "-" + animals[n/uint64(len(adjectives))%uint64(len(animals))]
	return Name{name}
}

// maxAnimalAttempts is the number of attempts for which DefaultName returns names with an animal. If nine of ten such
// names are in use, one of thirty players gets a number instead.
const maxAnimalAttempts = 32

// reservedNames contains names that players cannot choose, because they look like names of the arcade or its operators.
var reservedNames = [...]string{
	"admin", "administrator", "all", "anonymous", "arcade", "arkterm", "bot", "computer", "cpu", "everybody",
	"everyone", "help",
	"host", "me", "mod", "moderator", "nobody", "none", "null", "operator", "owner", "player", "root", "server",
	"somebody", "staff",
	"support", "sysadmin", "sysop", "system", "unknown", "you",
}

// isReservedName reports whether a skeleton belongs to a name that players cannot choose.
func isReservedName(skeleton string) bool {
	for _, name := range reservedNames {
		if skeleton == (Name{name}).Skeleton() {
			return true
		}
	}
	return strings.HasPrefix(skeleton, Name{strings.TrimSuffix(guestPrefix, "-")}.Skeleton())
}
