#!/usr/bin/env bash
# Everything that must hold, in one command: walls and types, unit tests, API tests on PostgreSQL, a file of each module on
# PGlite too (vitest.config.ts), the browser tests in the same way (playwright.config.ts). Says how long each step took.
# Installs Chromium and PostgreSQL when they are missing and it may.
# Build and browser tests come first and wait a third of their time: the other steps, one after another at a low
# priority, have mostly what processor time these leave, and all of it afterwards. Their output comes at the end.
# The last line adds up all runners: "N passed, N failed".
set -uo pipefail
cd "$(dirname "$0")/.."
results=$(mktemp -d)
others=""
# The other steps are a process group of their own, so that nothing of them outlives this script.
trap '[ -z "$others" ] || kill -- "-$others" 2>/dev/null; rm -rf "$results"' EXIT
trap 'exit 130' INT TERM
# The processor time tells what a step costs where other work slows the machine down.
timed() {
  local name=$1
  shift
  echo "== $name"
  TIMEFORMAT="== $name: %0lR, processor time %0lU + %0lS"
  time "$@"
}
step() {
  timed "$@" || echo "$1" >>"$results/failed"
}
# A runner lists its failed tests in its results; the file counts where they list none.
tests() {
  timed "$@" || echo "$1" >>"$results/runners-failed"
}
step "tools the tests need" npx tsx scripts/ready.ts
if [ -e "$results/failed" ]; then
  echo "0 passed, 1 failed"
  exit 1
fi

static() { step "types, lint, walls" npm run --silent check:static; }
build() { step "build" npm run --silent build; }
start() { step "start-up on production packages" bash scripts/prove-start.sh; }
pglite() {
  tests "unit and API tests on PGlite" env TESTS_ONCE=yes npx vitest run --reporter=default --reporter=json --outputFile.json="$results/pglite.json"
}
postgres() {
  tests "API tests on PostgreSQL" env TEST_DATABASE=postgres npx vitest run --project api --reporter=default --reporter=json --outputFile.json="$results/postgres.json"
}
browser() {
  tests "browser tests" env PLAYWRIGHT_JSON_OUTPUT_NAME="$results/browser.json" npx playwright test --reporter=line,json
}

other_steps() {
  # Not the lowest: beside other work on the machine they would get next to nothing, and their tests time out.
  renice -n 5 -p "$BASHPID" >/dev/null
  static
  until [ -e "$results/built" ]; do sleep 1; done
  start
  pglite
  postgres
}

set -m
other_steps </dev/null >"$results/other-steps" 2>&1 &
others=$!
set +m
build
touch "$results/built"
browser
# For root only; otherwise they go on as they are.
renice -n 0 -g "$others" >/dev/null 2>&1
wait "$others"
cat "$results/other-steps"

npx tsx scripts/sum-results.ts "$results"
