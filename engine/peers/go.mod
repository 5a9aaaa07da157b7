module arkterm/engine/peers

go 1.26.0

require (
	arkterm v0.0.0
	github.com/jakecoffman/cp/v2 v2.4.0
)

replace arkterm => ../..
