// Package theme provides the colors of pictures.
//
// A [Theme] has a true color for each use. [Theme.In] derives the colors for terminals with fewer colors, and [Theme.Under]
// the colors in the light of a world. Drawing is left to the caller.
package theme
