package levels

import (
	"testing"

	"arkterm/engine/spec"
)

// TestRoutes checks that each route replaces levels within a world, has its own levels with pars and the name of this
// world, and leaves the other levels of the campaign.
func TestRoutes(t *testing.T) {
	main, sum := Shipped(), 0
	names := map[string]bool{}
	for _, l := range main.Levels {
		names[l.Name] = true
	}
	for k, r := range Routes() {
		p := r.Pack()
		sum += r.NumLevels
		if len(p.Levels) != len(main.Levels) || len(p.Worlds()) != len(main.Worlds()) || p.Name != main.Name ||
			r.NumLevels < 3 || r.Stars <= 0 {
			t.Errorf("%+v: Pack() has %d levels in %d worlds, want the size of the campaign", r, len(p.Levels),
				len(p.Worlds()))
		}
		for i := range p.Levels {
			own := i >= r.First && i < r.First+r.NumLevels
			l, m := &p.Levels[i], &main.Levels[i]
			same := spec.Digest(p.Levels[i:i+1]) == spec.Digest(main.Levels[i:i+1])
			if same == own || own == (l.Name == m.Name) {
				t.Errorf("%s: level %d of Pack() is %s, want a new level only on the route", r.Name, i+1, l.Name)
			}
			if !own {
				continue
			}
			checkLevel(t, *l)
			if names[l.Name] || l.World != m.World || l.ParTime == 0 || l.ParScore == 0 || l.Author == "" {
				t.Errorf(
					"%s: level %s of world %s has the pars %d and %d; want a new name, pars, an author, and the "+
						"campaign's world",
					r.Name, l.Name, l.World, l.ParTime, l.ParScore)
			}
			names[l.Name] = true
			for _, arg := range []string{l.Name, Slug(l.Name)} {
				at, err := WithRoutes().Find(arg)
				if err != nil {
					t.Errorf("WithRoutes().Find(%q) fails with %v", arg, err)
					continue
				}
				got, index := WithRoutes().Campaign(at)
				if n := FindCampaign(got.Levels); n != k+1 || index != i || WithRoutes().Number(at) != i+1 {
					t.Errorf("level %q is number %d and has index %d in campaign %d; want number %d, index %d in %d",
						arg, WithRoutes().Number(at), index, n, i+1, i, k+1)
				}
			}
		}
		if got := FindCampaign(p.Levels); got != k+1 {
			t.Errorf("%s: FindCampaign() = %d, want %d", r.Name, got, k+1)
		}
		if got := CampaignWithDigest(spec.Digest(p.Levels)); got.Levels[r.First].Name != p.Levels[r.First].Name {
			t.Errorf("%s: CampaignWithDigest() has the level %s, want %s", r.Name, got.Levels[r.First].Name,
				p.Levels[r.First].Name)
		}
	}
	if n := len(routeLevels().Levels); sum != n {
		t.Errorf("the routes have %d levels, want %d as in the files", sum, n)
	}
	if _, err := WithRoutes().Find("61"); err == nil {
		t.Error("WithRoutes().Find(\"61\") succeeds, want an error, because numbers are those of the campaign")
	}
	for i := range main.Levels {
		if got, index := WithRoutes().Campaign(i); index != i || FindCampaign(got.Levels) != 0 {
			t.Errorf("WithRoutes().Campaign(%d) = campaign %d, %d, want the shipped campaign and the same index", i,
				FindCampaign(got.Levels), index)
		}
	}
	if FindCampaign(main.Levels) != 0 || FindCampaign(Storm().Levels) != -1 {
		t.Error("the shipped campaign is not the first, or a storm is a campaign")
	}
}
