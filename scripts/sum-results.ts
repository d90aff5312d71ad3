/**
 * Adds up what the runners wrote and prints `N passed, N failed` as the last line.
 * A runner that wrote nothing, ran nothing or skipped something counts as a failure: half a run proves nothing.
 */
import { readFileSync } from "node:fs";

type Vitest = { numPassedTests: number; numFailedTests: number; numPendingTests: number; success: boolean };
type Playwright = { stats: { expected: number; unexpected: number; skipped: number; flaky: number } };

let passed = 0;
let failed = Number(process.argv[2] ?? 0);
for (const path of process.argv.slice(3)) {
  const [good, bad] = read(path);
  passed += good;
  failed += good === 0 ? bad + 1 : bad;
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function read(path: string): [passed: number, failed: number] {
  try {
    const result: Vitest | Playwright = JSON.parse(readFileSync(path, "utf8"));
    if ("stats" in result) {
      const { expected, unexpected, skipped, flaky } = result.stats;
      return [expected, unexpected + skipped + flaky];
    }
    const { numPassedTests, numFailedTests, numPendingTests, success } = result;
    return [numPassedTests, numFailedTests + numPendingTests || (success ? 0 : 1)];
  } catch {
    console.error(`No result in ${path}.`);
    return [0, 1];
  }
}
