# Run `make check` before you propose a change. CI runs the same steps from a clean clone (.ci/run).

GO          ?= go
GOFUMPT     := mvdan.cc/gofumpt@v0.12.0
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
RELEASER    := github.com/goreleaser/goreleaser/v2@v2.15.4
GORELEASER  := $(GO) run $(RELEASER)

# Sizes of checks: inputs of a fuzz target, duration of a benchmark, simulated arcades, seconds and maximum latency of the load test
# under attack, killed servers, arguments of the tool customers, and the number and the seed of mutants.
FUZZTIME       := 3000x
BENCHTIME      := 1s
SEEDS          := 50
ATTACK_SECONDS := 4
ATTACK_LATENCY := 0
KILLS          := 100
CUSTOMERS      := -seconds 4
N              := 40
SEED           := 1

# Packages and systems that the checks cover.
PACKAGES        := ./...
CIPACKAGES      := ./...
ATTACK_PACKAGES := ./cmd/arkterm-arcade/...
BSD_PACKAGES    := ./cmd/...
SYSTEMS         := linux darwin windows

# Pictures in docs: the recording for the animation, the frame and the glyph sets for the comparison of glyph sets, a level and a time
# in ticks for each world, and the themes.
ANIMATION    := cmd/arkterm/testdata/replays/bot-1.ark --from 2:57 --to 3:03 --glyphs mosaic
GLYPHS_FRAME := --level 53 --seed 1 --ticks 900 --size 80x24
GLYPHS       := diagonal mosaic sextant quadrant half ascii octant braille
WORLDS       := 1:6:900 2:16:1500 3:26:1800 4:32:1200 5:46:1500 6:58:1400
THEMES       := paper phosphor okabe contrast mono

.DEFAULT_GOAL := build
.PHONY: $(shell sed -n 's/^\([a-z-]*\):.*/\1/p' $(MAKEFILE_LIST))

# tool runs a subcommand of the program in .ci.
tool = $(GO) run -C .ci .

build: ## build ./arkterm and ./arkterm-arcade
	$(GO) build -o . ./cmd/...

# These five lists contain the steps of .ci/run, which reads them with `make steps LIST=…`. `make check` runs CHECKS.
CHECKS     := fmt-check tidy vet lint prose test bench-instructions golden man test-bots test-casts test-sound bench-links-short test-exits-short bench-cpu-short test-faults-short race test-arch fuzz bench-smoke
COMPILING  := vet-systems test-completion check-systemd release-check wasm
SCREENS    := test-casts-web test-web test-terminals test-windows
CLIENTS    := test-attack test-cluster test-ssh
EXCLUSIVE  := deb-check
LIST       := CHECKS COMPILING SCREENS CLIENTS EXCLUSIVE

check: steps $(CHECKS) ## run every check that a change must pass

steps: ## print the steps of the lists that LIST names, one per line; an empty list is an error
	@for list in $(foreach l,$(LIST),"$(strip $($l))"); do \
		[ -n "$$list" ] || { echo "$(LIST): a list of steps is empty"; exit 1; }; printf '%s\n' $$list; \
	done

check-can-fail: ## plant a fault for each step and test that the step fails
	.ci/can-fail

tools: ## download and compile the tools that the checks use
	@dir=$$(mktemp -d) && trap 'rm -r "$$dir"' EXIT && GOBIN="$$dir" $(GO) install $(GOFUMPT) && GOBIN="$$dir" $(GO) install $(STATICCHECK) && \
	GOBIN="$$dir" $(GO) install $(RELEASER)

# GO_FILES lists the Go files of the tree. It does not use git, because the tree may be a tarball without .git.
GO_FILES = find . \( -name .git -o -name dist \) -prune -o -name '*.go' -print

fmt: ## format all Go files
	$(GO) run $(GOFUMPT) -w $$($(GO_FILES))

fmt-check: ## list Go files that are not formatted
	@bad="$$($(GO) run $(GOFUMPT) -l $$($(GO_FILES)))" || { echo "gofumpt did not run"; exit 1; }; \
	if [ -n "$$bad" ]; then echo "not formatted (make fmt):"; echo "$$bad"; exit 1; fi

tidy: ## check that go.mod and go.sum of both modules match the imports
	$(GO) mod tidy -diff
	cd .ci && $(GO) mod tidy -diff

vet: ## run go vet for Linux, macOS and Windows, and on the tools in .ci
	@for system in $(SYSTEMS); do echo "go vet for $$system"; GOOS=$$system CGO_ENABLED=0 $(GO) vet -tags cluster $(PACKAGES) || exit 1; done
	$(if $(CIPACKAGES),$(GO) vet -C .ci $(CIPACKAGES))

lint: ## run staticcheck
	$(GO) run $(STATICCHECK) -tags cluster $(PACKAGES)
	$(if $(CIPACKAGES),cd .ci && $(GO) run $(STATICCHECK) $(CIPACKAGES))

prose: ## compare the readability of comments and documents with .ci/prose-limit
	.ci/prose

test: ## run all tests
	$(GO) test $(PACKAGES)
	$(if $(CIPACKAGES),$(GO) test -C .ci $(CIPACKAGES))

race: ## run the race detector on the packages that use goroutines
	.ci/race $(RACE)

test-arch: ## test that the engine computes the same bits on every processor
	.ci/test-arch

test-arch-all: ## like test-arch, for emulated arm, riscv64, ppc64le, s390x, mips64le, loong64, wasm and 386; 20 minutes
	.ci/test-arch all

bench-instructions: ## count the instructions of scenes and compare them with .ci/instructions.txt
	$(tool) instructions $(INSTRUCTIONS)

bench-instructions-update: ## write the current counts to .ci/instructions.txt
	$(tool) instructions -update

fuzz: ## run every fuzz target with FUZZTIME inputs
	FUZZTIME=$(FUZZTIME) .ci/fuzz $(FUZZ)

golden: ## regenerate golden files and pictures in a copy of the tree and compare them with the tree
	$(tool) golden $(GOLDEN)

man: ## check that the manual pages can be formatted without warnings
	@for page in docs/man/*; do \
		output="$$(LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings -l $$page 2>&1 >/dev/null)"; \
		if [ -n "$$output" ]; then echo "$$page: $$output"; exit 1; fi; \
	done

test-bots: ## let the example bots in docs/bots play, also with one processor and with 386
	.ci/test-bots

test-casts: ## play and record casts with asciinema
	.ci/test-casts

test-casts-web: ## play casts with asciinema-player in Chromium
	.ci/test-casts web

test-sound: ## record the sound with PulseAudio and compare notes and times
	$(tool) sound

bench-load: ## measure a server with many clients
	$(tool) load $(LOAD)

bench-cluster: ## compare one server with three servers behind HAProxy, on an idle machine
	$(tool) load -cluster -sessions 120 -watch 60

bench-load-table: ## measure the loads in docs/measurements.md and print the table, on an idle machine
	$(tool) load -table

test-attack: ## attack the arcade in tests and simulations, with hostile clients, with many sessions from one network, and by killing it
	$(GO) test $(ATTACK_PACKAGES)
	$(GO) test -count=1 -timeout 90m ./cmd/arkterm-arcade/arcade -run SimulatedArcades -seeds $(SEEDS)
	$(tool) load -sessions 50 -matches 1 -watch 10 -pings 50 -hostile 40 -seconds $(ATTACK_SECONDS) -limit $(ATTACK_LATENCY)
	$(tool) load -sessions 10 -hostile 160 -attack "large windows" -memory 800 -peak 700 -seconds 8
	$(tool) customers $(CUSTOMERS)
	$(GO) test -count=1 -timeout 90m ./cmd/arkterm-arcade -run KillsLoseNothing -kills $(KILLS)

test-cluster: ## test arcades that share a PostgreSQL database and a NATS server
	.ci/test-cluster

test-ssh: ## test an arcade server with real SSH clients
	.ci/test-ssh

test-web: ## test the arcade's web page in Chromium: leaderboards, a recording, a game in progress
	$(tool) web

check-systemd: ## check the security settings of the systemd unit
	@output="$$(systemd-analyze security --offline=true --no-pager --threshold=20 deploy/arkterm-arcade.service)" || { echo "$$output"; exit 1; }; \
	echo "$$output" | tail -n 1

test-terminals: ## compare the cells that real terminals show with the cells that were sent
	@command -v Xvfb > /dev/null || { echo "make test-terminals needs Xvfb (.ci/run installs the tools)"; exit 1; }
	$(tool) terminals $(TERMINALS)

test-faults: ## inject faults into each system call that changes a player's file, and check that the file has its old or new content
	$(tool) faults $(FAULTS)

test-faults-short: ## inject faults into file writes, and kill 100 programs while they save scores
	$(tool) faults -short $(FAULTS)
	$(GO) test -count=1 ./cmd/arkterm/store -run KillLosesNoScore -kills 100

test-import: ## import all level sets in Debian, and XBoing's levels in the folder XBOING
	.ci/test-import

PICTURES := docs

pictures: ## regenerate the pictures of the README and docs/pictures
	@mkdir -p $(PICTURES)/pictures
	$(GO) build -o $(PICTURES)/.arkterm ./cmd/arkterm
	for g in $(GLYPHS); do \
		$(PICTURES)/.arkterm frame $(GLYPHS_FRAME) --glyphs $$g --format png > $(PICTURES)/pictures/$$g.png || exit 1; \
	done
	$(PICTURES)/.arkterm frame --levels levels/testdata/kinds.level --ticks 240 --size 80x24 --glyphs mosaic --format png > $(PICTURES)/pictures/kinds.png
	for w in $(WORLDS); do \
		IFS=: && set -- $$w && $(PICTURES)/.arkterm frame --level $$2 --ticks $$3 --seed 1 --glyphs mosaic --format png > $(PICTURES)/pictures/world-$$1.png || exit 1; \
	done
	for t in $(THEMES); do \
		$(PICTURES)/.arkterm frame --level 46 --ticks 1500 --seed 1 --glyphs mosaic --theme $$t --format png > $(PICTURES)/pictures/theme-$$t.png || exit 1; \
	done
	$(PICTURES)/.arkterm frame --levels levels/testdata/kinds.level --ticks 60 --seed 1 --size 120x40 --glyphs mosaic --format png > $(PICTURES)/pictures/kinds-large.png
	$(PICTURES)/.arkterm frame --level 60 --ticks 1500 --seed 1 --size 120x40 --glyphs mosaic --format png > $(PICTURES)/pictures/boss.png
	$(PICTURES)/.arkterm frame --level 46 --ticks 1500 --seed 1 --size 200x60 --glyphs mosaic --format png > $(PICTURES)/pictures/large.png
	$(tool) pictures $(abspath $(PICTURES))/pictures
	$(PICTURES)/.arkterm replay $(ANIMATION) --svg $(PICTURES)/arkterm.svg --force
	@rm $(PICTURES)/.arkterm

bench-controls: ## measure the paddle motion for a tap and a hold on typical keyboards
	$(GO) test ./input -count=1 -run 'Hands$$' -v

bench-glyphs: ## compare the accuracy of glyphs with chafa
	@command -v chafa > /dev/null || { echo "make bench-glyphs needs chafa (apt-get install chafa)"; exit 1; }
	$(GO) test ./render -count=1 -timeout 60m -run ErrorFigures -figures -v

bench-links: ## measure the age of the picture over slow links, SSH, tmux and a jump host (as root); 20 minutes
	$(tool) links $(LINKS)

bench-links-short: ## measure a few links at the same time and compare them with the goals
	$(tool) links -short $(LINKS)

test-exits: ## end the program 100 times over slow, stalled and stopped links and count the bytes that it leaves in the input of the shell
	$(tool) exits $(EXITS)

test-exits-short: ## like test-exits, with 10 of these exits
	$(tool) exits -short $(EXITS)

bench-bytes: ## print the bytes per second that a terminal receives in each level
	$(tool) bytes

bench-cpu: ## measure the processor time, context switches and output of scenes
	$(tool) cpu $(CPU)

bench-cpu-short: ## measure a few scenes and a minimal program at the same time
	$(tool) cpu -short -seconds 4 $(CPU)

test-mutants: ## change N operators, conditions, constants and calls of PACKAGES, one at a time, and count the changes that tests detect
	$(tool) mutate -n $(N) -seed $(SEED) $(MUTANTS) $(PACKAGES)

bench: ## run all benchmarks
	$(GO) test -run '^$$' -bench . -benchmem -benchtime $(BENCHTIME) ./...

bench-smoke: ## run each benchmark ten times
	$(GO) test -run '^$$' -bench . -benchtime 10x $(PACKAGES)

RELEASE := dist

release: ## build archives, packages, SBOMs and checksums for all systems, in RELEASE
	@GORELEASER="$(GORELEASER)" .ci/release $(RELEASE) $(TARGETS)

release-check: ## build the release for linux/amd64 twice and compare the bytes, and the files with .ci/release-files
	@GORELEASER="$(GORELEASER)" .ci/release-check $(RELEASECHECK)

deb-check: ## install, play, upgrade and remove the packages for Debian (as root)
	@GORELEASER="$(GORELEASER)" .ci/deb-check

test-completion: ## complete command lines in bash, zsh and fish
	.ci/test-completion

vet-systems: ## run go vet for FreeBSD and OpenBSD on the packages that differ between systems
	@for target in freebsd/amd64 openbsd/amd64; do \
		echo "go vet for $$target"; CGO_ENABLED=0 GOOS=$${target%/*} GOARCH=$${target#*/} $(GO) vet $(BSD_PACKAGES) || exit 1; \
	done

test-windows: ## test the commands and the game of arkterm.exe in wine
	.ci/test-windows

cross: ## build for all other supported systems
	@for target in linux/386 linux/arm64 windows/amd64 windows/arm64 darwin/arm64 freebsd/amd64 openbsd/amd64 netbsd/amd64; do \
		echo "build $$target"; CGO_ENABLED=0 GOOS=$${target%/*} GOARCH=$${target#*/} $(GO) build -o /dev/null ./cmd/arkterm || exit 1; \
	done

wasm: ## render a recording in node and on this system, and compare the output
	@command -v node > /dev/null || { echo "make wasm needs node"; exit 1; }
	@dir=$$(mktemp -d) && trap 'rm -r "$$dir"' EXIT && \
	$(GO) run ./cmd/arkterm sim --bot --level 4 --seed 7 --ticks 2400 --record "$$dir/game.ark" > /dev/null && \
	$(GO) build -C .ci -o "$$dir/player" ./wasm && "$$dir/player" < "$$dir/game.ark" > "$$dir/here" && \
	GOOS=js GOARCH=wasm $(GO) build -C .ci -o "$$dir/player.wasm" ./wasm && \
	node "$$($(GO) env GOROOT)/lib/wasm/wasm_exec_node.js" "$$dir/player.wasm" < "$$dir/game.ark" > "$$dir/node" && \
	test -s "$$dir/here" && cmp "$$dir/here" "$$dir/node" && \
	echo "wasm: $$(wc -c < "$$dir/node") bytes of frames, the same on this system and in node"

bench-peers: ## compare the engine with github.com/jakecoffman/cp; updates the tables in docs/measurements.md
	cd engine/peers && $(GO) vet . && $(GO) test . && $(GO) run . -docs ../../docs/measurements.md

long: ## run extended tests: 10,000 games, 10,000,000 executions of every fuzz target
	$(GO) test -count=1 -timeout 60m ./...
	$(GO) test -count=1 -timeout 60m ./engine/geom -run SweepStopsAtRadius -scenes 1000000
	$(GO) test -count=1 -timeout 60m ./engine/world -run SavingDoesNotChangeJams -jams 1000
	$(GO) test -count=1 -timeout 60m ./engine/world -run PublishedPressures -pressures 50 -v
	$(GO) test -count=1 -timeout 60m ./engine -run ManyGames -games 10000
	$(GO) test -count=1 -timeout 60m ./engine -run NothingEscapes -stormseconds 600
	$(GO) test -count=1 -timeout 60m ./levels -run WinsTheCampaign -campaigns 3
	$(GO) test -count=1 -timeout 60m ./engine -run NoModeLocksUp -modegames 10000
	$(GO) test -count=1 -timeout 60m ./render/ansi -run OrderIsNearTheOptimum -trials 400000
	$(GO) test -count=1 -timeout 60m ./engine/bot -run ScoreRanks -pairs 200
	$(GO) test -count=1 -timeout 60m ./engine/bot -run StormNeedsPlaying -storms 8 -v
	$(GO) test -count=1 -timeout 60m ./cmd/arkterm/store -run KillLosesNoScore -kills 2000
	$(GO) test -count=1 -timeout 60m ./cmd/arkterm/store -run KillLosesOneEdit -editorkills 200
	$(GO) test -count=1 -timeout 60m ./cmd/arkterm -run KillLosesNoVisibleChange -workshopkills 200
	$(GO) test -count=1 -timeout 240m ./levels -run RandomEdits -edits 10000000
	$(GO) test -count=1 -timeout 60m ./cmd/arkterm-arcade/leaderboard -run KillLosesNoGame -kills 2000
	$(GO) test -timeout 60m ./cmd/arkterm-arcade/leaderboard -run '^$$' -bench Store -games 1000000 -attempts 200000 -benchtime 20s
	$(MAKE) test-attack SEEDS=10000 ATTACK_SECONDS=600 ATTACK_LATENCY=20ms KILLS=2000 CUSTOMERS="-seconds 60 -gap 1.2"
	$(GO) test -count=1 -timeout 60m ./cmd/arkterm-arcade -run TestUpgrade -upgraded 20
	CLAIMS=10000 KILLS=200 OUTAGES=200 .ci/test-cluster
	CGO_ENABLED=1 $(GO) test -count=1 -timeout 60m -race -short ./...
	$(MAKE) cross
	$(MAKE) test-faults
	$(MAKE) test-exits
	.ci/test-casts web
	.ci/test-import
	FUZZTIME=10000000x .ci/fuzz
