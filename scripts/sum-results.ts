/**
 * Sums up the results that test-all.sh left in a folder, lists each failure with its message, and prints
 * `N passed, N failed` last, where a log that is cut still has it. A failed step counts as one failure; so does a test runner
 * that wrote no results, ran no test or stopped with an error. A skipped test counts as failed, and so does a test file that no
 * runner has run.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

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
type Spec = {
  file: string;
  line: number;
  title: string;
  ok: boolean;
  tests: { projectName: string; results: { errors: { message?: string }[] }[] }[];
};
type Suite = { suites?: Suite[]; specs?: Spec[] };
/** `errors`: outside of all tests, as while a worker's site is stopped. */
type Playwright = Suite & {
  stats: { expected: number; unexpected: number; skipped: number; flaky: number };
  errors: { message?: string; location?: { file: string; line: number } }[];
};
/** `files`: those with tests that were run. */
type Sum = { passed: number; failed: number; failures: string[]; files: string[] };

const folder = process.argv[2] ?? "";
const failedSteps = namesIn("failed");
const sums = ["pglite.json", "postgres.json", "browser.json"].map((name) => read(join(folder, name)));
const failedRunners = namesIn("runners-failed");
const omitted = testFiles().filter((file) => !sums.some(({ files }) => files.includes(file)));
const failures = [
  ...[...failedSteps, ...failedRunners, ...sums.flatMap((sum) => sum.failures)],
  ...omitted.map((file) => `${file}: no runner has run it.`),
];
for (const failure of failures) console.log(`FAILED ${failure}`);
const passed = sums.reduce((all, sum) => all + sum.passed, 0);
const listed = sums.reduce((all, sum) => all + sum.failed, failedSteps.length + omitted.length);
const failed = Math.max(listed, failedRunners.length);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function namesIn(file: string): string[] {
  const path = join(folder, file);
  return existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : [];
}

/** All of the project. */
function testFiles(): string[] {
  const folders = ["app", "bench", "contract", "signer", "tests", "upstream"];
  return folders.flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((path) => /\.(test|spec)\.tsx?$/.test(path) && !path.startsWith("proof/"))
      .map((path) => join(root, path)),
  );
}

function read(path: string): Sum {
  try {
    const result: Vitest | Playwright = JSON.parse(readFileSync(path, "utf8"));
    const sum = "stats" in result ? ofPlaywright(result) : ofVitest(result);
    return sum.passed === 0
      ? { ...sum, failed: sum.failed + 1, failures: [...sum.failures, `No test in ${path}.`] }
      : sum;
  } catch {
    return { passed: 0, failed: 1, failures: [`No result in ${path}.`], files: [] };
  }
}

function ofVitest({ numPassedTests, numFailedTests, numPendingTests, success, testResults }: Vitest): Sum {
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === "failed");
    if (status === "failed" && tests.length === 0) return [`${name}: ${message}`];
    return tests.map((test) => `${name}: ${test.fullName}\n${test.failureMessages.join("\n").slice(0, 2000)}`);
  });
  const files = testResults.map(({ name }) => relative(process.cwd(), name));
  return { passed: numPassedTests, failed: numFailedTests + numPendingTests || (success ? 0 : 1), failures, files };
}

function ofPlaywright(report: Playwright): Sum {
  const { expected, unexpected, skipped, flaky } = report.stats;
  // Passed on a retry: reported, but not a failure.
  if (flaky > 0) console.log(`${flaky} browser tests passed only when tried again`);
  const failures = [...notOk(report), ...report.errors.map(outsideTests)];
  return { passed: expected + flaky, failed: unexpected + skipped, failures, files: filesOf(report) };
}

function outsideTests({ message = "", location }: Playwright["errors"][number]): string {
  const place = location ? `${relative(process.cwd(), location.file)}:${location.line}: ` : "";
  return `${place}outside of all tests\n${stripVTControlCharacters(message).slice(0, 2000)}`;
}

/** Playwright names files by their path in its folder. */
function filesOf({ suites = [], specs = [] }: Suite): string[] {
  return [...specs.map(({ file }) => join("tests/e2e", file)), ...suites.flatMap(filesOf)];
}

function notOk({ suites = [], specs = [] }: Suite): string[] {
  const here = specs.filter((spec) => !spec.ok);
  const described = here.flatMap(({ file, line, title, tests }) =>
    tests.map(({ projectName, results }) => `${file}:${line} (${projectName}): ${title}\n${reasons(results)}`),
  );
  return [...described, ...suites.flatMap(notOk)];
}

function reasons(results: Spec["tests"][number]["results"]): string {
  const messages = results.flatMap(({ errors }) => errors.map(({ message }) => message ?? ""));
  return stripVTControlCharacters(messages.join("\n")).slice(0, 2000);
}
