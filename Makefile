# The front door: everything a person does with this tree, as one word after `make`. Meson does the
# work; each kind of build has its own folder, so that none waits for another.

PREFIX = /usr/local
DESTDIR =
MINUTES = 3
PORT = 8080

.PHONY: configured all release run play check test test-long bench lint analyze fuzz install clean help
.DEFAULT_GOAL := all

# Warnings are errors for those who change Pessoi, not for those who build it with a newer compiler.
# Link-time optimisation makes programs a little faster and every link many times slower: build/ does
# without, so that a changed file is in the program within seconds; what is installed or measured
# (build-lto/) has it.
setup = test -e $(1)/build.ninja || { mkdir -p $(1); \
    meson setup $(1) -Dprefix=$(PREFIX) -Dtests=disabled -Dwerror=false -Db_lto=$(2) \
        >$(1)/configure.log 2>&1 || { cat $(1)/configure.log; exit 3; }; }

configured:
	@tools/setup run
	@$(call setup,build,false)

all: configured
	@ninja -C build --quiet

release:
	@tools/setup run
	@$(call setup,build-lto,true)
	@ninja -C build-lto --quiet

# Whoever wants to play waits for the program alone, not for library, manual and benchmarks.
run: configured
	@ninja -C build --quiet pessoi
	@build/pessoi serve --port $(PORT)

play: configured
	@ninja -C build --quiet pessoi
	@build/pessoi play boats

# The two-minute loop while working: a debug build with all assertions, and its tests but the heavy
# ones, which `make test` runs. Some tests mostly wait, so there may be one more than there are cores.
check:
	@tools/setup test
	@tools/configure build-test
	@meson test -C build-test --print-errorlogs --no-suite heavy --num-processes $$(($$(nproc) + 1))

test:
	@tools/setup test
	@tools/test

# Whole games in the browser, and every page looked at in every way: minutes, not seconds.
test-long:
	@tools/setup test
	@tools/configure build-release
	@ninja -C build-release --quiet
	@LONG=1 tools/test-browser build-release/pessoi

bench: release
	@build-lto/pessoi bench
	@echo 'the same perft by direct calls and through the interface:'
	@build-lto/bench/interface

lint:
	@tools/setup test
	@tools/check-layers
	@tools/check-headers
	@tools/check-format
	@tools/check-shell
	@tools/check-docs
	@tools/check-greek
	@tools/configure build-test
	@tools/check-tidy

analyze:
	@tools/setup analyze
	@tools/analyze

fuzz:
	@tools/setup test
	@tools/fuzz $(MINUTES)

install: release
	@meson configure build-lto -Dprefix=$(PREFIX)
	@ninja -C build-lto >build-lto/install.log || { cat build-lto/install.log; exit 1; }
	@DESTDIR="$(DESTDIR)" meson install -C build-lto --no-rebuild --quiet
	@if [ -z "$(DESTDIR)" ] && [ "$$(id -u)" -eq 0 ]; then ldconfig; fi

clean:
	@rm -rf build build-*

help:
	@echo 'make                    builds build/pessoi (installs the packages it needs)'
	@echo 'make release            builds build-lto/pessoi with link-time optimisation, as it is installed'
	@echo 'make run [PORT=8080]    the web application: prints the address to open'
	@echo 'make play               plays in the terminal'
	@echo 'make check              debug build and its tests: the loop while working'
	@echo 'make test               every gate; what a change must pass'
	@echo 'make test-long          whole games in a browser'
	@echo 'make bench              fixed work with the release build: the signature and the rates'
	@echo 'make lint               layers, headers, format, scripts, documents, clang-tidy'
	@echo 'make analyze            the slow analysers (gcc -fanalyzer, cppcheck)'
	@echo 'make fuzz MINUTES=60    fuzzing, all targets together'
	@echo 'make install            to PREFIX (/usr/local), below DESTDIR if set'
	@echo 'make clean              removes every build folder'
