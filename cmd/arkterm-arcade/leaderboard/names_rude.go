package leaderboard

import (
	"slices"
	"strings"
)

// This file rejects names that insult others. The lists are short and incomplete. Operators add names to the block list
// of the arcade. A word also rejects words that look like it.

// rudeParts are rejected anywhere in a name.
var rudeParts = [...]string{
	"arschloch", "arsehole", "asshole", "bitch", "cocksucker", "cunt", "dickhead", "enculé", "faggot", "fotze", "fuck", "goebbels",
	"himmler", "hitler", "hurensohn", "maricon", "nigga", "nigger", "paedophil", "pedophil", "rapist", "siegheil",
	"vaffanculo", "whore", "wichser", "блядь", "пизда",
}

// rudeWords are rejected as whole names, and as words between signs, with or without digits at the ends. Inside words
// they are allowed, because harmless names contain them, for example Ignazio, Kinoshita, bass and Saltwater.
var rudeWords = [...]string{
	"ass", "bullshit", "cazzo", "connard", "fag", "fags", "jizz", "kkk", "nazi", "nazis", "neger", "neonazi", "penis", "pussy",
	"puta", "puto", "rape", "raper", "salope", "shit", "shitface", "shithead", "shitty", "slut", "sluts", "tits", "tranny", "twat", "wank",
	"wanker", "хуй",
}

// innocent are harmless words that contain one of rudeParts.
var innocent = [...]string{"scunthorpe", "snigger", "therapist", "whitler"}

// rude reports whether a name insults others.
func rude(n Name) bool {
	whole := n.Skeleton()
	for _, word := range innocent {
		whole = strings.ReplaceAll(whole, Name{word}.Skeleton(), "")
	}
	for _, part := range rudeParts {
		if strings.Contains(whole, Name{part}.Skeleton()) {
			return true
		}
	}
	words := append(strings.FieldsFunc(n.text, sign), n.text)
	return slices.ContainsFunc(words, func(word string) bool {
		word = Name{strings.Trim(word, "0123456789")}.Skeleton()
		return slices.ContainsFunc(rudeWords[:], func(r string) bool { return word == Name{r}.Skeleton() })
	})
}
