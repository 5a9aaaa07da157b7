package leaderboard

import (
	"slices"
	"strings"
)

// This file rejects names that insult others. The lists are short and incomplete; operators can add names to the block
// list. A word in a list also matches words that look like it.

// bannedParts contains texts that are rejected anywhere in a name.
var bannedParts = [...]string{
	"arschloch", "arsehole", "asshole", "bitch", "cocksucker", "cunt", "dickhead", "enculé", "faggot", "fotze", "fuck",
	"goebbels",
	"himmler", "hitler", "hurensohn", "maricon", "nigga", "nigger", "paedophil", "pedophil", "rapist", "siegheil",
	"vaffanculo", "whore", "wichser", "блядь", "пизда",
}

// bannedWords contains words that are rejected as a whole name, and as a part of a name between signs (- . or _).
// Digits before or after a word make no difference. The words are allowed inside longer words, because harmless names
// contain them, for example Ignazio, Kinoshita, bass and Saltwater.
var bannedWords = [...]string{
	"ass", "bullshit", "cazzo", "connard", "fag", "fags", "jizz", "kkk", "nazi", "nazis", "neger", "neonazi", "penis",
	"pussy",
	"puta", "puto", "rape", "raper", "salope", "shit", "shitface", "shithead", "shitty", "slut", "sluts", "tits",
	"tranny", "twat", "wank",
	"wanker", "хуй",
}

// harmlessWords contains words that are allowed although they contain one of bannedParts.
var harmlessWords = [...]string{"scunthorpe", "snigger", "therapist", "whitler"}

// isRude reports whether a name insults others.
func isRude(n Name) bool {
	skeleton := n.Skeleton()
	for _, word := range harmlessWords {
		skeleton = strings.ReplaceAll(skeleton, Name{word}.Skeleton(), "")
	}
	for _, part := range bannedParts {
		if strings.Contains(skeleton, Name{part}.Skeleton()) {
			return true
		}
	}
	words := append(strings.FieldsFunc(n.text, isSign), n.text)
	return slices.ContainsFunc(words, func(word string) bool {
		word = Name{strings.Trim(word, "0123456789")}.Skeleton()
		return slices.ContainsFunc(bannedWords[:], func(banned string) bool { return word == Name{banned}.Skeleton() })
	})
}
