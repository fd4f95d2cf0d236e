# Every task for people, as a target of `make`; Meson does the work. Each kind of build has its own
# folder, so that switching between them compiles nothing again: `make help` lists targets and folders.

PREFIX = /usr/local
DESTDIR =
MINUTES = 3
PORT = 8080

.PHONY: configured all release run play check test test-long bench lint analyze fuzz install clean help
.DEFAULT_GOAL := all

# $(call setup,FOLDER,LTO) configures build or build-lto; tools/configure does the other folders.
# Warnings are errors only there: a newer compiler with new warnings must not break `make`. Link-time
# optimisation makes programs a little faster and every link many times slower, so build has none and
# a changed file is compiled within seconds; build-lto, which is installed and measured, has it.
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

# Builds only the program: playing needs no library, manual or benchmarks.
run: configured
	@ninja -C build --quiet pessoi
	@build/pessoi serve --port $(PORT)

play: configured
	@ninja -C build --quiet pessoi
	@build/pessoi play boats

# For use during development, some minutes: a debug build with all assertions, and its tests
# except the suites `heavy` and `once` (fixed work, latencies, a terminal), which `make test` runs. Some
# tests mostly wait: two more than there are cores.
check:
	@tools/setup test
	@tools/configure build-test
	@meson test -C build-test --print-errorlogs --no-suite heavy --no-suite once --timeout-multiplier 4 --num-processes $$(($$(nproc) + 2))

test:
	@tools/setup test
	@tools/test

# Whole games in the browser, and every page in every state, size, language and theme: some minutes.
# 200 games of Gomoku by a referee with rules of its own, through the Gomocup protocol: half an hour.
test-long:
	@tools/setup test
	@tools/configure build-release
	@ninja -C build-release --quiet
	@LONG=1 tools/test-browser build-release/pessoi
	@LONG=1 python3 tests/gomocup/referee.py build-release/pessoi
	@LONG=1 tests/review/levels.py build-release/pessoi

bench: release
	@build-lto/pessoi bench
	@echo 'the same perft by direct calls and through the rules interface:'
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
	@echo 'make                    build/pessoi; installs the packages that are missing'
	@echo 'make release            build-lto/pessoi, with link-time optimisation'
	@echo 'make run [PORT=8080]    starts the web application and prints its address'
	@echo 'make play               plays in the terminal'
	@echo 'make check              debug build and its tests: use it while you work'
	@echo 'make test               all gates: what a change must pass'
	@echo 'make test-long          whole games: in a browser, by the Gomocup protocol, reviewed'
	@echo 'make bench              fixed work: signature and speed'
	@echo 'make lint               layers, headers, format, scripts, documents, clang-tidy'
	@echo 'make analyze            the slow analysers (gcc -fanalyzer, cppcheck, clang-tidy --deep)'
	@echo 'make fuzz MINUTES=60    all fuzz targets, MINUTES in all'
	@echo 'make install            installs to PREFIX (/usr/local), below DESTDIR if set'
	@echo 'make clean              removes every build folder'
	@echo
	@echo 'folder         contains                             used by'
	@echo 'build          optimised, no tests                  make, run, play'
	@echo 'build-lto      with link-time optimisation          release, bench, install'
	@echo 'build-test     gcc, debug, assertions               check, lint, test'
	@echo 'build-release  gcc, as installed, with tests        test, test-long'
	@echo 'build-asan     clang, assertions, ASan and UBSan    test'
	@echo 'build-tsan     clang, assertions, TSan              test'
	@echo 'build-minimal  gcc, no threads or command line      test'
	@echo 'build-fuzz     clang, libFuzzer, ASan and UBSan     fuzz, test'
	@echo 'build-analyze  gcc -fanalyzer                       analyze'
