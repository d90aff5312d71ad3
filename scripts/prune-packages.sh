#!/usr/bin/env bash
# Removes from a production install what no program here runs: the image and scripts/prove-start.sh start without it.
#   prune-packages.sh node_modules
# A package that changes its folders makes this fail rather than leave something behind unnoticed.
set -euo pipefail
cd "${1:?the folder of the packages}"
# Remix names the compiler as an optional peer, which npm therefore keeps: 23 MB.
rm -r typescript
# For browsers and engines without TextEncoder: 9 MB.
rm -r @zxing
# Builds for script tags and other loaders than Node's.
rm -r react/umd react-dom/umd luxon/build/amd luxon/build/es6 luxon/build/global luxon/build/cjs-browser
rm -r csv-parse/dist/iife csv-parse/dist/umd
rm web-streams-polyfill/dist/*.es6.* web-streams-polyfill/dist/*.es2018.*
# Extensions that the embedded database does not load.
rm @electric-sql/pglite/dist/*.tar.gz
rm -r pino/test pino/docs pino/benchmarks undici/docs
# Source maps and type declarations, which Node does not read, and texts for readers; licences stay.
find . -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -iname 'readme*.md' -o -iname 'changelog*.md' \) -delete
