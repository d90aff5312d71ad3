#!/usr/bin/env bash
# The long and the violent; run by hand, figures belong into docs/performance.md and the commit that changes them.
set -euo pipefail
cd "$(dirname "$0")/.."
rounds=${ROUNDS:-20}
[ -f build/upstream.js ] || npm run build
npx tsx tests/proof/kill.ts pglite "$rounds"
npx tsx tests/proof/kill.ts postgres "$rounds"
npx tsx tests/proof/storm.ts pglite
npx tsx tests/proof/storm.ts postgres
HISTORIES=10000 npx vitest run --project unit --project api histories
RACES=1000 TEST_DATABASE=postgres npx vitest run --project api races
