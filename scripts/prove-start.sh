#!/usr/bin/env bash
# The start-up path of the Dockerfile without a Docker engine: production packages only, code that cannot be
# written to, another user than the builder, nothing to write to but one data folder, the embedded database by default;
# then one page in each language, health, and a clean end.
set -euo pipefail
cd "$(dirname "$0")/.."
[ -d build ] || { echo "Build first: npm run build"; exit 1; }
# The image runs the build as another user than its builder. Asked of the files themselves too, since who runs this without
# root starts it as the builder, who may read everything.
closed=$(find build ! -perm -o=r -o -type d ! -perm -o=x | head -n 5)
[ -z "$closed" ] || { echo "FAILED: other users than the builder cannot read"; echo "$closed"; exit 1; }

# Packages and build together; see docs/performance.md.
# The only place of this number.
most_mb=100

stage=$(mktemp -d)
data=$(mktemp -d)
server=""
cleanup() {
  [ -z "$server" ] || kill -9 "$server" 2>/dev/null || true
  chmod -R u+w "$stage" 2>/dev/null || true
  rm -rf "$stage" "$data"
}
trap cleanup EXIT

cp package.json package-lock.json .npmrc "$stage"
# With the modes that the build gave its files, as the Dockerfile copies them: they must be readable for another user.
cp -r --preserve=mode build "$stage/build"
(cd "$stage" && npm ci --omit=dev --ignore-scripts --silent --prefer-offline)
# As in the Dockerfile.
scripts/prune-packages.sh "$stage/node_modules"
size=$(du -sm "$stage" | cut -f1)
[ "$size" -le "$most_mb" ] || { echo "FAILED: packages and build are $size MB, more than $most_mb"; exit 1; }
# Only the folder itself, which mktemp made for its owner alone.
chmod a+rx "$stage"
chmod -R a-w "$stage"

as_user=()
if [ "$(id -u)" = 0 ]; then
  chown nobody "$data"
  as_user=(setpriv --reuid=nobody --clear-groups)
fi

port=$(node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
cd "$stage"
# As with a read-only root: neither a home nor a folder for temporary files can be written to.
HOME="$stage" TMPDIR="$stage" NODE_ENV=production HOST=127.0.0.1 PORT="$port" DATA_DIR="$data/kursa" \
  "${as_user[@]}" node --max-semi-space-size=8 node_modules/@remix-run/serve/dist/cli.js ./build/server/index.js >"$data.log" 2>&1 &
server=$!

# The text of a page; fails where there is none.
get() {
  node -e '
    fetch(process.argv[1]).then(async (answer) => {
      if (!answer.ok) process.exit(1);
      process.stdout.write(await answer.text());
    }, () => process.exit(1));' "$1"
}

fail() { echo "FAILED: $1"; cat "$data.log"; rm -f "$data.log"; exit 1; }
for _ in $(seq 1 300); do
  get "http://127.0.0.1:$port/readyz" >/dev/null && break
  kill -0 "$server" 2>/dev/null || fail "it ended before it was ready"
  sleep 0.2
done
get "http://127.0.0.1:$port/healthz" >/dev/null || fail "healthz"
for lang in En Ru; do
  page=$(get "http://127.0.0.1:$port/$lang") || fail "/$lang does not answer"
  [[ $page == *'<h1'* ]] || fail "/$lang shows no page"
done
operator=$(HOME="$stage" TMPDIR="$stage" DATA_DIR="$data/kursa" "${as_user[@]}" node build/operator.js ledger verify) || fail "operator: $operator"
kill -TERM "$server"
for _ in $(seq 1 100); do kill -0 "$server" 2>/dev/null || break; sleep 0.1; done
kill -0 "$server" 2>/dev/null && fail "it did not end on SIGTERM"
wait "$server" || fail "it ended with $?"
server=""
rm -f "$data.log"
echo "Starts on $size MB of production packages and build (at most $most_mb), as an ordinary user with read-only code, answers, and ends cleanly."
