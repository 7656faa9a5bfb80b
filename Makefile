# `make help` explains the targets.

GO ?= go
export GOFLAGS ?= -buildvcs=false

# Where there is no HOME to write to, as on some build machines, Go must be told
# where to keep what it builds and downloads.
ifneq ($(shell test -d "$$HOME" && test -w "$$HOME" && echo yes),yes)
keep := $(or $(TMPDIR),/tmp)/payapp-go-$(shell id -u)
export GOPATH ?= $(keep)
export GOCACHE ?= $(keep)/cache
endif

.DEFAULT_GOAL := help
.PHONY: help run dev dev-server test rest vet tests-browsers tests-others tests-race download-manifests tests-manifests race test-strict test-all check generate i18n fmt lint bench crowd soak fuzz model simulate gallery golden baselines languages judges rehearse dist reproducible image-check setup

help: ## this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / {printf "  make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: ## the application with its sandbox, as `go run .`
	$(GO) run .

# make dev's ports: what the browser opens, the application behind it, its admin port and its sandbox.
PORT ?= 7331
APP_PORT ?= 8080
ADMIN_PORT ?= 9090
SANDBOX_PORT ?= 8081

dev: ## the application on http://localhost:7331 (other ports: PORT, APP_PORT, ADMIN_PORT, SANDBOX_PORT), built and shown anew whenever a template, style, script, message or Go file is saved
	@trap 'kill $$(cat bin/dev.pid); rm bin/dev.pid' EXIT; trap exit INT TERM; \
	$(GO) tool templ generate --watch --proxy http://localhost:$(APP_PORT) --proxyport $(PORT) --open-browser=false --log-level warn --cmd "$(MAKE) -s dev-server" \
		--watch-pattern '[.](go|templ|css|js|svg|json|html|lua|yaml)$$' --ignore-pattern '/(dist|e2e|bin)/|_gen[.]go$$|_test[.]go$$'

# What runs is replaced once its successor is built; then pages reload.
dev-server: static/dist i18n/messages_gen.go
	$(GO) build -ldflags '-s -w -X "payapp/handlers/internal/middleware.reloading= '\''nonce-dev'\''"' -o bin/payapp-dev .
	old=$$(cat bin/dev.pid 2>/dev/null) && kill $$old 2>/dev/null && while kill -0 $$old 2>/dev/null; do sleep 0.05; done; \
	PAYAPP_ADDR=localhost:$(APP_PORT) PAYAPP_PUBLIC_URL=http://localhost:$(PORT) PAYAPP_ADMIN_ADDR=localhost:$(ADMIN_PORT) \
	PAYAPP_SANDBOX_ADDR=localhost:$(SANDBOX_PORT) PAYAPP_TRUSTED_PROXIES=127.0.0.1,::1 \
		setsid bin/payapp-dev & echo $$! >bin/dev.pid
	$(GO) tool templ generate --notify-proxy --proxyport $(PORT) >/dev/null 2>&1 || true # at first there is no proxy yet
static/dist: $(wildcard static/src/*)
	$(GO) generate ./static && touch $@
i18n/messages_gen.go: $(wildcard i18n/messages/*.json)
	$(GO) generate ./i18n && touch $@

# Without a C compiler Go builds without cgo. Said once, so that what is built before
# `make setup` has installed one needn't be built again after it.
export CGO_ENABLED ?= $(if $(shell command -v gcc),1,0)

# What is concurrent itself runs with the race detector alone, but for its simulated crowds.
# It needs neither SQLite nor echo nor a browser, half of what all tests are built from.
concurrent := ./internal/upstream/... ./internal/stream ./internal/relay ./internal/session

# The suites that drive a browser. They leave half of the processors idle.
browsers := ./e2e ./e2e/kit ./e2e/run ./e2e/report
# Browsers go first where both want a processor, and the others aren't starved.
behind := nice -n 3

# Of tables whose rows are costly and much alike a third runs: pictures, every page, the
# shops of docs/examples, simulated crowds. The commit chooses, so that a run can be repeated.
THIRD ?= $(shell echo $$((0x0$$(git rev-parse --short=7 HEAD 2>/dev/null) % 3)))
empty :=
others := $(subst $(empty) $(empty),$(shell printf ,),$(strip $(filter-out $(THIRD),0 1 2)))

# While packages are installed, everything is compiled: `go vet` needs that anyway. Then
# browsers run beside all else, which is nice to them. `go test -vet=off`, because `go vet`
# has looked.
test: ## every test, what is concurrent with the race detector, of costly tables a third that the commit chooses (another one: THIRD=0, 1 or 2); installs what is missing
	@echo "third $(THIRD) of 0, 1, 2; make rest THIRD=$(THIRD) has the others"
	@$(MAKE) --no-print-directory -j3 -Otarget setup vet download-manifests
	@$(MAKE) --no-print-directory -j4 -Otarget tests-browsers tests-others tests-race tests-manifests

rest: setup ## what `make test` leaves out: the other two thirds, and the vetting of other builds; .ci/run has both
	$(GO) vet -tags production . && $(GO) vet -tags sandbox . ./internal/server
	$(GO) tool templ fmt -fail views
	@if [ -x bin/golangci-lint ]; then bin/golangci-lint run ./...; else echo "no lint: \`make lint\` builds it"; fi
	PAYAPP_THIRDS=$(others) $(GO) test -vet=off -timeout 20m -run 'TestPictures|TestEveryPage' ./e2e
	PAYAPP_THIRDS=$(others) $(GO) test -vet=off -timeout 5m ./docs/examples ./internal/upstream # this one's whole tables, too

vet:
	$(GO) vet ./...
tests-browsers:
	PAYAPP_THIRDS=$(THIRD) $(GO) test -vet=off -timeout 20m $(browsers)
tests-others:
	PAYAPP_THIRDS=$(THIRD) $(behind) $(GO) test -vet=off -timeout 10m -p 4 $(call but,$(browsers) $(concurrent))
	PAYAPP_THIRDS=$(THIRD) $(behind) $(GO) test -vet=off -timeout 5m -run Simulate ./internal/upstream
tests-race:
	CGO_ENABLED=1 $(behind) deploy/race.sh $(GO) test -vet=off -timeout 10m -race -skip Simulate -p 4 $(concurrent)
# What Kubernetes and Compose say of their files is in a module with their libraries.
# The files are outside of it, so Go's cache of results doesn't see their changes.
download-manifests:
	cd deploy/manifests && $(GO) mod download
tests-manifests:
	cd deploy/manifests && $(behind) $(GO) vet ./... && $(behind) $(GO) test -count=1 -vet=off .

# All packages but those that match.
but = $$($(GO) list ./... | grep -vFx "$$($(GO) list $(1))")

# The race detector, but not inside SQLite, which is C translated to Go: its memory
# isn't Go's, and the sandbox's tests would take twice as long. database/sql and
# what calls it are watched.
race := -race '-gcflags=modernc.org/...=-race=false -d=checkptr=0'

# The suites that drive a browser are left to test-all: the tests of handlers and
# e2e/model drive the same code. Documents, and shops in other languages, start no
# goroutine of ours.
race: setup ## the tests of all packages with the race detector, with short tables: before a change of what handlers or the sandbox do at once, and by night
	CGO_ENABLED=1 deploy/race.sh $(GO) test -vet=off $(race) -timeout 60m $(call but,$(browsers) ./docs/examples ./internal/repository)

test-strict: setup ## the browser suites beside a sandbox that has only what the interface shows
	PAYAPP_E2E_STRICT=true $(GO) test -timeout 40m ./e2e

# The build tag whole adds what `make test` leaves out: the package for Playwright, the
# suites that docs/qa.md shows, and the build with the sandbox alone.
test-all: setup ## the browser suites with the race detector, every page in every language and every walk, which take turns otherwise; Playwright's package, documented suites (long)
	@deploy/setup.sh whole
	$(GO) vet -tags whole ./e2e ./internal/cli
	PAYAPP_E2E_ALL=true CGO_ENABLED=1 $(GO) test -tags whole $(race) -timeout 3h ./e2e

# What starts other processes is left to `make test`: shops, proxies, servers, stores, the go
# command. The state machine is of those who change a decision.
check: ## the quick part: formatting, and tests with short tables; no vetting, browser, race detector, other processes or simulation
	@test -z "$$(gofmt -l $$(git ls-files '*.go'))" || (gofmt -l $$(git ls-files '*.go'); exit 1)
	$(GO) tool templ fmt -fail views
	$(GO) test -short -vet=off -timeout 5m -skip 'Simulate|Production|SandboxAlone|AreThoseOfWhatIsLinked' \
		$(call but,./e2e/... ./docs/examples ./deploy ./internal/server ./internal/upstream/replicas) $(if $(shell git status --porcelain scenarios internal/known),./e2e/model)

generate: ## what is generated: pages, messages, static files, three documents
	$(GO) tool templ generate
	$(GO) generate ./...

i18n: ## what each language lacks or has from older English; with ONLY=de, OPEN=de, MERGE=de FILE=…, STAMP=de: docs/howto/add-a-language.md
	@$(GO) run ./i18n/internal/translations $(if $(ONLY),-only $(ONLY)) $(if $(OPEN),-open $(OPEN)) \
		$(if $(MERGE),-merge $(MERGE) -file $(FILE)) $(if $(STAMP),-stamp $(STAMP))

fmt: ## format everything
	gofmt -w $$(git ls-files '*.go')
	$(GO) tool templ fmt views

golden: ## write what pages say and mean anew, in a second; read the difference before committing
	$(GO) test ./views/gallery -run Golden -update

baselines: ## the kept pictures of pages anew; shows what differs in e2e/pictures/index.html: look before committing
	$(GO) test ./e2e -run TestPictures -update -v

languages: ## docs/languages.md, its pictures and the README's anew
	$(GO) test ./e2e -run 'TestLanguagesDocument|TestDocumentPictures' -update

judges: ## Lighthouse on six pages; prints a table of docs/performance.md (Node and npm's registry; two minutes)
	@GO="$(GO)" deploy/judges.sh

lint: ## golangci-lint (gosec and staticcheck among it), gitleaks, kubeconform, govulncheck, pinned in modules of their own (the first build takes minutes)
	cd deploy/lint && $(GO) build -o ../../bin/golangci-lint github.com/golangci/golangci-lint/v2/cmd/golangci-lint
	bin/golangci-lint run ./...
	cd deploy/tools && $(GO) build -o ../../bin/gitleaks github.com/zricethezav/gitleaks/v8 && \
		$(GO) build -o ../../bin/govulncheck golang.org/x/vuln/cmd/govulncheck && \
		$(GO) build -o ../../bin/kubeconform github.com/yannh/kubeconform/cmd/kubeconform
	@GO="$(GO)" deploy/kubeconform.sh
	bin/gitleaks git --config deploy/gitleaks.toml --redact --no-banner .
	@if curl -fsI -o /dev/null --max-time 10 https://vuln.go.dev/index/modules.json; then bin/govulncheck -tags production .; \
	else echo "no govulncheck: its database, vuln.go.dev, can't be reached from here"; fi

bench: ## benchmarks with allocations, three runs each (compare with benchstat), start and memory of the production build among them
	$(GO) test -run '^$$' -bench . -benchmem -count 3 $$($(GO) list ./... | grep -v /e2e) ./e2e/crowd

crowd: ## three replicas, 200 who wait and newcomers, one replica is killed; measured against what is promised (three minutes; `go run ./e2e/crowd -h`)
	$(GO) run ./e2e/crowd

soak: ## half an hour at the gateway's rate with a sandbox that goes wrong: memory, goroutines, nothing lost or doubled
	$(GO) run ./e2e/crowd soak

model: ## the randomised state machine of `make test`, twenty times as long and with a seed of chance (about 20 minutes)
	CGO_ENABLED=1 $(GO) test $(race) -timeout 3h ./e2e/model -v -run TestModel -rapid.seed 0 -rapid.checks 240

fuzz: ## each fuzz target for a minute, then properties with a seed of chance; inputs that fail are kept in testdata
	deploy/fuzz.sh 1m

simulate: ## crowds of every size in virtual time; writes the numbers of docs/waiting.md, in twenty minutes
	$(GO) test ./internal/upstream -run Simulate -simulate.full -v -timeout 3h

gallery: ## every page in every state, and every sentence, on http://127.0.0.1:8082; with BRANDING=file also a branding file
	$(GO) run ./views/gallery/cmd/gallery $(if $(BRANDING),-branding $(BRANDING))

rehearse: ## what is deployed, run for real and broken: roll-out, rotation, kills, outages, alerts that reach somebody (ten minutes)
	@$(GO) run ./e2e/rehearse

# All of it is compiled alike, so that each piece finds what another one has compiled.
dist: export GOFLAGS := -buildvcs=false -trimpath
dist: export CGO_ENABLED := 0
dist: ## what is used without a clone, in dist/, tried from an empty folder: the Go module, the package for Playwright, binaries, images' contents, licences, bills of materials (CycloneDX), hashes; PLATFORM=linux/amd64 leaves out the other platforms, which take most of the time (Node and npm's registry)
	@GO="$(GO)" PLATFORM="$(PLATFORM)" deploy/dist.sh
	PAYAPP_SANDBOX_BUILD=$(CURDIR)/dist/payapp-sandbox $(GO) test -count=1 -vet=off -tags whole ./internal/cli -run TestSandboxBuild
	@GO="$(GO)" deploy/dist-try.sh

reproducible: ## two builds of the last commit at two places, one hash (minutes)
	@deploy/reproducible.sh

image-check: ## build the images around local binaries and look inside
	deploy/image-check.sh

setup: ## install Chromium, fonts and a C compiler where they are missing (Debian)
	@deploy/setup.sh
