#!/usr/bin/env bash
# Everything that must hold, in one command: walls and types, unit and API tests on PGlite, those API tests that may
# differ there on PostgreSQL (vitest.config.ts), the browser. Says how long each step took. Installs Chromium and
# PostgreSQL when they are missing and it may.
# The last line adds up all runners: "N passed, N failed".
set -uo pipefail
cd "$(dirname "$0")/.."
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
# The processor time tells what a step costs where other work slows the machine down.
step() {
  local name=$1
  shift
  echo "== $name"
  TIMEFORMAT="== $name: %0lR, processor time %0lU + %0lS"
  time "$@" || touch "$results/failed"
}
# Two steps at once where neither keeps both cores busy; the output of the second comes after that of the first.
beside() {
  "$1" >"$results/beside" 2>&1 &
  "$2"
  wait $!
  cat "$results/beside"
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
  step "unit and API tests on PGlite" npx vitest run --reporter=default --reporter=json --outputFile.json="$results/pglite.json"
}
postgres() {
  step "API tests on PostgreSQL" env TEST_DATABASE=postgres npx vitest run --project api --reporter=default --reporter=json --outputFile.json="$results/postgres.json"
}
browser() {
  step "browser tests" env PLAYWRIGHT_JSON_OUTPUT_NAME="$results/browser.json" npx playwright test --reporter=line,json
}

beside build static
beside start pglite
postgres
browser

failed=0
[ -e "$results/failed" ] && failed=1
npx tsx scripts/sum-results.ts "$failed" "$results/pglite.json" "$results/postgres.json" "$results/browser.json"
