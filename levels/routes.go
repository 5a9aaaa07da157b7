package levels

import (
	"embed"
	"slices"
	"sync"

	"arkterm/engine/spec"
)

// This file contains the second routes of the campaign, which players can open with stars.

//go:embed routes/*.level
var routeFiles embed.FS

// routeLevels returns the levels of all routes, in the order of routes.
var routeLevels = embeddedPack(routeFiles, "routes", "arkterm")

// A Route is a second way through a part of the campaign.
type Route struct {
	Name      string
	First     int // index of the first level of the campaign that it replaces
	NumLevels int // number of levels that it replaces, which equals the number of its own levels
	Stars     int // number of stars that open the route; players collect them in the world of the replaced levels
}

// routes has a row for each route, in the order of the campaign. To add one, add a row and its levels.
var routes = [...]Route{
	{Name: "The Orchard", First: 16, NumLevels: 3, Stars: 12},
	{Name: "The Canal", First: 26, NumLevels: 3, Stars: 12},
	{Name: "The Gallery", First: 46, NumLevels: 3, Stars: 12},
}

// Routes returns the second routes of the campaign, in order.
func Routes() []Route { return slices.Clone(routes[:]) }

// Pack returns the campaign along the route. After the route, a game continues with the next level of the campaign.
func (r Route) Pack() Pack {
	p, next := Shipped(), 0
	for _, other := range routes {
		if other == r {
			break
		}
		next += other.NumLevels
	}
	copy(p.Levels[r.First:r.First+r.NumLevels], routeLevels().Levels[next:])
	return p
}

// WithRoutes returns the levels of the campaign, followed by the levels of all routes. The levels of a route form a
// world with the route's name. They have the numbers of the levels that they replace.
func WithRoutes() Pack {
	p, next := Shipped(), 0
	for i := range p.Levels {
		p.numbers = append(p.numbers, i+1)
	}
	for _, r := range routes {
		for i, l := range routeLevels().Levels[next : next+r.NumLevels] {
			l.World = r.Name
			p.Levels, p.numbers = append(p.Levels, l), append(p.numbers, r.First+i+1)
		}
		next += r.NumLevels
	}
	return p
}

// Campaign returns the pack for a game that starts with the level at index i, and the index of the level in that pack.
// If p is from WithRoutes, the pack is one of Campaigns. Otherwise, it is p.
func (p Pack) Campaign(i int) (Pack, int) {
	if p.numbers == nil {
		return p, i
	}
	for _, r := range routes {
		if r.Name == p.Levels[i].World {
			return r.Pack(), p.numbers[i] - 1
		}
	}
	return Shipped(), i
}

// Campaigns returns the shipped campaign, followed by the campaign along each route.
func Campaigns() []Pack {
	all := []Pack{Shipped()}
	for _, r := range routes {
		all = append(all, r.Pack())
	}
	return all
}

// campaignDigests returns the digests of Campaigns.
var campaignDigests = sync.OnceValue(func() (all []uint64) {
	for _, p := range Campaigns() {
		all = append(all, spec.Digest(p.Levels))
	}
	return all
})

// FindCampaign returns the index in Campaigns of the pack with the given levels, or −1.
func FindCampaign(all []spec.Level) int { return slices.Index(campaignDigests(), spec.Digest(all)) }

// CampaignWithDigest returns the pack of Campaigns that has levels with the given digest. If there is none, it returns
// the shipped campaign.
func CampaignWithDigest(digest uint64) Pack {
	return Campaigns()[max(slices.Index(campaignDigests(), digest), 0)]
}
