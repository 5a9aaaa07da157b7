package names

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
)

// Names that nobody chooses: those of an evening, which guests have, and those that are offered to somebody new.

// guest is what a guest's name begins with. No player's name looks as if it did.
const guest = "guest-"

// animals are what given names end with: of five letters at most, so that the longest name fits.
var animals = [...]string{
	"ant", "bat", "bear", "bee", "bison", "boar", "camel", "cat", "crab", "crane", "crow", "deer", "dingo", "dove", "duck", "eel",
	"egret", "elk", "finch", "fox", "frog", "gecko", "goat", "goose", "hare", "heron", "horse", "hyena", "ibex", "koala", "lark",
	"lemur", "lion", "llama", "lynx", "mole", "moose", "moth", "mouse", "newt", "okapi", "otter", "owl", "panda", "puma", "quail",
	"raven", "robin", "seal", "shark", "sloth", "snail", "stork", "swan", "tapir", "tiger", "toad", "trout", "viper", "whale", "wolf",
	"wren", "yak", "zebra",
}

// manners are what offered names begin with: of six letters at most.
var manners = [...]string{
	"agile", "amber", "bold", "brave", "brisk", "calm", "clever", "deft", "eager", "fair", "fleet", "gentle", "glad", "golden", "grand",
	"happy", "jolly", "keen", "kind", "lucky", "merry", "mighty", "nimble", "noble", "proud", "quick", "quiet", "silver", "sly", "swift",
	"warm", "wise",
}

// Guest returns the name of an evening for the guest with a number.
func Guest(number uint64) Name {
	animal, round := animals[number%uint64(len(animals))], number/uint64(len(animals))
	name := guest + animal
	if round > 0 {
		name += strconv.FormatUint(round+1, 10)
	}
	if len(name) > Most {
		name = guest + strconv.FormatUint(number%1_000_000, 36)
	}
	return Name{name}
}

// Offered returns the name that a player is given until one is chosen, the attempt-th: the first of them may be somebody's.
// id is the hash of the player's key in hexadecimal. Attempts from manyOffers on are all but surely nobody's.
func Offered(id string, attempt int) Name {
	var b [8]byte
	copy(b[:], id)
	n := binary.LittleEndian.Uint64(b[:])*0x9e3779b97f4a7c15 + uint64(attempt)*0xbf58476d1ce4e5b9 // two odd numbers that spread the bits
	n ^= n >> 32
	if attempt >= manyOffers {
		return Name{fmt.Sprintf("p%011x", n>>20)}
	}
	name := manners[n%uint64(len(manners))] + "-" + animals[n/uint64(len(manners))%uint64(len(animals))]
	return Name{name}
}

// manyOffers is how many names of an animal are tried: with nine in ten of them somebody's, one in thirty players
// gets a number.
const manyOffers = 32

// kept are names that would be taken for the arcade's own.
var kept = [...]string{
	"admin", "administrator", "all", "anonymous", "arcade", "arkterm", "bot", "computer", "cpu", "everybody", "everyone", "help",
	"host", "me", "mod", "moderator", "nobody", "none", "null", "operator", "owner", "player", "root", "server", "somebody", "staff",
	"support", "sysadmin", "sysop", "system", "unknown", "you",
}

// reserved reports whether the skeleton is that of a name which no player can choose.
func reserved(skeleton string) bool {
	for _, name := range kept {
		if skeleton == (Name{name}).Skeleton() {
			return true
		}
	}
	return strings.HasPrefix(skeleton, Name{strings.TrimSuffix(guest, "-")}.Skeleton())
}
