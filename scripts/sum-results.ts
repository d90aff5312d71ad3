/**
 * Sums up the test runners' results, lists failures and prints `N passed, N failed` last, for readers of long logs. A
 * runner without results, without tests or with skipped tests counts as a failure.
 */
import { readFileSync } from "node:fs";

type Vitest = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  success: boolean;
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
};
type Suite = { suites?: Suite[]; specs?: { file: string; line: number; title: string; ok: boolean }[] };
type Playwright = Suite & { stats: { expected: number; unexpected: number; skipped: number; flaky: number } };
type Sum = { passed: number; failed: number; failures: string[] };

let passed = 0;
let failed = Number(process.argv[2] ?? 0);
for (const path of process.argv.slice(3)) {
  const sum = read(path);
  passed += sum.passed;
  failed += sum.passed === 0 ? sum.failed + 1 : sum.failed;
  for (const failure of sum.failures) console.log(`FAILED ${failure}`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function read(path: string): Sum {
  try {
    const result: Vitest | Playwright = JSON.parse(readFileSync(path, "utf8"));
    return "stats" in result ? ofPlaywright(result) : ofVitest(result);
  } catch {
    return { passed: 0, failed: 1, failures: [`No result in ${path}.`] };
  }
}

function ofVitest({ numPassedTests, numFailedTests, numPendingTests, success, testResults }: Vitest): Sum {
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === "failed");
    if (status === "failed" && tests.length === 0) return [`${name}: ${message}`];
    return tests.map((test) => `${name}: ${test.fullName}\n${test.failureMessages.join("\n").slice(0, 2000)}`);
  });
  return { passed: numPassedTests, failed: numFailedTests + numPendingTests || (success ? 0 : 1), failures };
}

function ofPlaywright(report: Playwright): Sum {
  const { expected, unexpected, skipped, flaky } = report.stats;
  // Passed on a retry: reported, but not a failure.
  if (flaky > 0) console.log(`${flaky} browser tests passed only when tried again`);
  return { passed: expected + flaky, failed: unexpected + skipped, failures: notOk(report) };
}

function notOk({ suites = [], specs = [] }: Suite): string[] {
  const here = specs.filter((spec) => !spec.ok).map(({ file, line, title }) => `${file}:${line}: ${title}`);
  return [...here, ...suites.flatMap(notOk)];
}
