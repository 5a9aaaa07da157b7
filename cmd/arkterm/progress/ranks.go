package progress

import (
	"fmt"

	"arkterm/render/text"
)

// ranks lists the titles that players earn with stars, in ascending order. stars is the number of stars that a title
// needs.
var ranks = [...]struct {
	stars int
	title *string
}{
	{1, &text.Rank.Point},
	{10, &text.Rank.Line},
	{25, &text.Rank.Triangle},
	{50, &text.Rank.Square},
	{80, &text.Rank.Pentagon},
	{115, &text.Rank.Hexagon},
	{160, &text.Rank.Octagon},
	{205, &text.Rank.Circle},
}

// Rank returns the title for a number of stars, or "" for 0.
func Rank(stars int) (title string) {
	for _, r := range ranks {
		if stars >= r.stars {
			title = *r.title
		}
	}
	return title
}

// RankText returns the title for a number of stars. Unless it is the highest title, the text also names the next title
// and the stars that it needs.
func RankText(stars int) string {
	for _, r := range ranks {
		if stars < r.stars {
			return fmt.Sprintf(text.Rank.NextTitle, Rank(stars), stars, *r.title, r.stars)
		}
	}
	return fmt.Sprintf(text.Rank.TitleAndStars, Rank(stars), stars)
}
