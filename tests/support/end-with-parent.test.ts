import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";

/** A process that starts a child as tests start their servers, and reports its id. */
const parent = `
  import { spawn } from "node:child_process";
  const { endWithParent } = await import("./tests/support/end-with-parent.ts");
  const child = spawn("sleep", ["600"]);
  endWithParent(child);
  console.log(child.pid);
  setInterval(() => {}, 1000);
`;

test("a server ends when its parent process is killed", async () => {
  const runner = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", parent]);
  const [printed] = await once(runner.stdout, "data");
  const pid = Number(String(printed));
  expect(isRunning(pid)).toBe(true);
  runner.kill("SIGKILL");
  await expect.poll(() => isRunning(pid)).toBe(false);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
