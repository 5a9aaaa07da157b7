package names

import (
	"slices"
	"strings"
)

// Names that insult others are not given away. The lists are short and cannot be whole: who runs an arcade blocks further
// names by its list, see package block. Each word stands for all that look like it.

// rudeParts may be no part of a name.
var rudeParts = [...]string{
	"arschloch", "arsehole", "asshole", "bitch", "cocksucker", "cunt", "dickhead", "enculé", "faggot", "fotze", "fuck", "goebbels",
	"himmler", "hitler", "hurensohn", "maricon", "nigga", "nigger", "paedophil", "pedophil", "rapist", "siegheil",
	"vaffanculo", "whore", "wichser", "блядь", "пизда",
}

// rudeWords may be neither a name nor a word of one, between signs and without digits at its ends: they are parts of
// innocent ones, as of Ignazio, Kinoshita, bass and Saltwater.
var rudeWords = [...]string{
	"ass", "bullshit", "cazzo", "connard", "fag", "fags", "jizz", "kkk", "nazi", "nazis", "neger", "neonazi", "penis", "pussy",
	"puta", "puto", "rape", "raper", "salope", "shit", "shitface", "shithead", "shitty", "slut", "sluts", "tits", "tranny", "twat", "wank",
	"wanker", "хуй",
}

// innocent are words of which a rude one is a part.
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
