#!/usr/bin/env bash
# The long and the violent; run by hand, figures belong into docs/proof.md and the commit that changes them.
# Sizes are settings; PARTS="kill-postgres three" runs only those parts. Every part runs even when one before it fails.
set -uo pipefail
cd "$(dirname "$0")/.."
rounds=${ROUNDS:-100}
logs=$(mktemp -d)
# The suite plays the same histories every time; a proof plays others.
export SEED=${SEED:-$RANDOM$RANDOM}
echo "SEED=$SEED"
summary=()
isWrong=0
[ -f build/upstream.js ] || npm run build || exit 1

part() {
  local name=$1 started=$SECONDS outcome=ok
  shift
  if [ -n "${PARTS:-}" ] && [[ " $PARTS " != *" $name "* ]]; then return; fi
  echo "== $name"
  "$@" 2>&1 | tee "$logs/$name" || { outcome=WRONG; isWrong=1; }
  summary+=("$outcome $name, $((SECONDS - started)) s: $(grep -aE 'Tests |wrong|requests|rounds|[0-9]+ (passed|failed)' "$logs/$name" | tail -n 1)")
}

part kill-pglite npx tsx tests/proof/kill.ts pglite "$rounds"
part kill-postgres npx tsx tests/proof/kill.ts postgres "$rounds"
for on in pglite postgres; do
  part "payouts-$on" npx tsx tests/proof/payouts.ts "$on" "${MOVEMENTS:-1000}"
  part "payout-kill-$on" npx tsx tests/proof/payout-kill.ts "$on" "$rounds"
done
part pg-stop npx tsx tests/proof/pg-stop.ts "$rounds"
part failover npx tsx tests/proof/failover.ts "${FAILOVERS:-5}"
part upgrade npx tsx tests/proof/upgrade.ts "${UPGRADE_ORDERS:-60}"
part three npx tsx tests/proof/three-processes.ts "${THREE_ROUNDS:-30}"
part storm-pglite npx tsx tests/proof/storm.ts pglite
part storm-postgres npx tsx tests/proof/storm.ts postgres
part fuzz npx tsx tests/proof/fuzz.ts "${REQUESTS:-50000}"
for how in alone caddy nginx; do part "stop-$how" npx tsx tests/proof/stop.ts "$how" "$rounds"; done
part enumeration npx tsx tests/proof/enumeration.ts
part exploration env EXPLORE="${EXPLORE:-20000}" npx vitest run --project unit machine.test
part books env HLEDGER="${HLEDGER:-hledger}" npx vitest run --project api tests/api/books
part histories env HISTORIES="${HISTORIES:-10000}" npx vitest run --project unit --project api histories
part rules npx vitest run --project unit upstream/market/rules upstream/affiliates/rules
part faults npx vitest run --project api ledger-faults ledger-verify ledger-rules order-faults
part api-pglite npx vitest run --project api
part browser-pglite env TEST_DATABASE=embedded npx playwright test --reporter=list
part panel env WALKS="${WALKS:-40}" npx vitest run --project api sandbox-panel
part fuzz-calls env FUZZ_RUNS="${FUZZ_RUNS:-300}" npx vitest run --project api service/fuzz.test
part sweeps env SWEEP_STORIES="${SWEEP_STORIES:-20}" VISITORS="${VISITORS:-200}" npx vitest run --project api payouts/sweep-places unpaid-limits
part prices env PRICE_STORIES="${PRICE_STORIES:-500}" npx vitest run --project api price-stories
part screening npx tsx bench/screening.ts
part screening-import env TEST_DATABASE=postgres npx vitest run --project api import-size
part machine env HISTORIES="${HISTORIES:-10000}" npx vitest run --project api order-machine
part evm env EVM_STORIES="${EVM_STORIES:-200}" EVM_BLOCKS="${EVM_BLOCKS:-50000}" EVM_REAL_BLOCKS="${EVM_REAL_BLOCKS:-50000}" EVM_ORDERS="${EVM_ORDERS:-200}" EVM_SMALL_PAYMENTS="${EVM_SMALL_PAYMENTS:-1000}" npx vitest run --project api evm-
for on in pglite postgres; do
  part "evm-kill-$on" npx tsx tests/proof/evm.ts "$on" "$rounds"
  part "first-exchange-$on" npx tsx tests/proof/first-exchange.ts "$on" "$rounds"
done
part evm-order-of-rails npx tsx tests/proof/evm-order-of-rails.ts "${ORDER_ROUNDS:-3}"
part million npx tsx tests/proof/million-transfers.ts "${TRANSFERS:-1000000}"
part races env RACES="${RACES:-1000}" TEST_DATABASE=postgres npx vitest run --project api races
part three-services env PROCESSES=3 TEST_DATABASE=postgres npx vitest run --project api \
  tests/api/orders/orders. tests/api/orders/drafts. idempotency order-access promo sandbox-rails order-emails
part pages npx playwright test -c playwright.proof.config.ts --reporter=list
part lighthouse npx tsx tests/proof/pages/lighthouse.ts "${RUNS:-5}"
part simulation npx tsx tests/proof/simulation.ts "${ORDERS:-100000}"

echo
printf '%s\n' "${summary[@]}"
exit "$isWrong"
