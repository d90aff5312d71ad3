#!/usr/bin/env bash
# Everything that must hold, in one command: walls and types, unit and API tests on PGlite, those API tests that may
# differ there on PostgreSQL (vitest.config.ts), the browser. Says how long each step took. Installs Chromium and
# PostgreSQL when they are missing and it may.
# The last line adds up all runners: "N passed, N failed".
set -uo pipefail
cd "$(dirname "$0")/.."
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
failed=0
# The processor time tells what a step costs where other work slows the machine down.
step() {
  local name=$1
  shift
  echo "== $name"
  TIMEFORMAT="== $name: %0lR, processor time %0lU + %0lS"
  time "$@" || failed=1
}

step "tools the tests need" npx tsx scripts/ready.ts || true
if [ "$failed" -ne 0 ]; then
  echo "0 passed, 1 failed"
  exit 1
fi

step "types, lint, walls" npm run --silent check:static
step "unit and API tests on PGlite" npx vitest run --reporter=default --reporter=json --outputFile.json="$results/pglite.json"
step "API tests on PostgreSQL" env TEST_DATABASE=postgres npx vitest run --project api --reporter=default --reporter=json --outputFile.json="$results/postgres.json"
step "build" npm run --silent build
step "browser tests" env PLAYWRIGHT_JSON_OUTPUT_NAME="$results/browser.json" npx playwright test --reporter=line,json
step "start-up on production packages" bash scripts/prove-start.sh

npx tsx scripts/sum-results.ts "$failed" "$results/pglite.json" "$results/postgres.json" "$results/browser.json"
