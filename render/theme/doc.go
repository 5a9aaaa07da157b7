// Package theme has the colours of pictures: themes, what becomes of them in terminals of fewer colours, and
// the looks of worlds. It knows nothing of what is drawn with them.
package theme
