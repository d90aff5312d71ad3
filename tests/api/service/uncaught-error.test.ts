import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { endWithParent } from "../../support/end-with-parent.ts";
import { builtProgram } from "../../support/service/built-program.ts";
import { failedStatement, failsOnSignal, lastLine } from "../../support/service/fails-on-signal.ts";
import { prepareDataFolder } from "../../support/service/service-at-work.ts";

test.each([
  ["an exception", "SIGUSR2"],
  ["a rejection", "SIGHUP"],
] as const)(
  "%s that nothing handles is the last line of the service's log, and the exit code is 1",
  async (_, signal) => {
    const dataDir = mkdtempSync(join(tmpdir(), "kursa-uncaught-"));
    prepareDataFolder(dataDir);
    const env = {
      PATH: process.env.PATH,
      TMPDIR: tmpdir(),
      DATA_DIR: dataDir,
      PORT: "0",
      NODE_ENV: "production" as const,
      NODE_OPTIONS: failsOnSignal(),
    };
    const child = spawn(process.execPath, [await builtProgram("upstream/program/main.ts")], { env });
    endWithParent(child);
    let [log, stderr] = ["", ""];
    child.stdout.on("data", (chunk) => {
      log += chunk;
      if (String(chunk).includes('"listening"')) child.kill(signal);
    });
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
    });
    const [status] = await once(child, "close");
    expect({ status, stderr }).toEqual({ status: 1, stderr: "" });
    expect(lastLine(log)).toEqual({
      level: "fatal",
      time: expect.any(String),
      msg: "the service ends after an uncaught error",
      err: {
        type: "Error",
        message: `Failed query: ${failedStatement.text}`,
        stack: expect.stringMatching(/^Error: Failed query: .+\n {4}at /),
      },
    });
    expect(log).not.toContain(failedStatement.value);
    expect(log).not.toContain("canary");
  },
);
