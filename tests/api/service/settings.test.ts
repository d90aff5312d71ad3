import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { reportEnd, reportSettings } from "../../../upstream/shared/report-failure.ts";
import { builtProgram } from "../../support/service/built-program.ts";

/** Wrong for the site alone, for the service alone, and for both. */
const wrong = { SESSION_SECRETS: "short", SANDBOX_CLOCK: "yes", PUBLIC_ORIGIN: "exchange.example" };
const start = async (program: string, settings: Record<string, string>) =>
  spawnSync(process.execPath, [await builtProgram(program)], {
    encoding: "utf8",
    env: { PATH: process.env.PATH, NODE_ENV: "production", ...settings },
  });
const names = (problems: string[]) => problems.map((line) => /\w+/.exec(line)?.[0]).toSorted();

describe("wrong settings are one line of the log, and the exit code is 78", () => {
  test.each([
    [
      "a site with its own service lists those of both, each once",
      "app/settings/env.server.ts",
      wrong,
      Object.keys(wrong),
    ],
    [
      "a site with a service at its own address lists its own alone",
      "app/settings/env.server.ts",
      { ...wrong, API_BASE_URL: "http://127.0.0.1:3001" },
      ["PUBLIC_ORIGIN", "SESSION_SECRETS"],
    ],
    ["a service lists its own", "upstream/program/main.ts", wrong, ["PUBLIC_ORIGIN", "SANDBOX_CLOCK"]],
  ])("%s", async (_, program, settings, expected) => {
    const { status, stdout, stderr } = await start(program, settings);
    expect({ status, stderr }).toEqual({ status: 78, stderr: "" });
    const { problems, ...line } = JSON.parse(stdout);
    expect(line).toEqual({ level: "fatal", time: expect.any(String), msg: "the settings are wrong" });
    expect([...new Set(names(problems))]).toEqual(expected.toSorted());
    expect(new Set(problems).size).toBe(problems.length);
  });
});

describe("a service that cannot start says why in one line of the log, and the exit code is 1", () => {
  /** Not `spawnSync`, which would keep the port's owner from refusing connections. */
  async function failed(settings: Record<string, string>) {
    const DATA_DIR = mkdtempSync(join(tmpdir(), "kursa-start-"));
    const env = {
      PATH: process.env.PATH,
      TMPDIR: tmpdir(),
      DATA_DIR,
      NODE_ENV: "production" as const,
      LOG_LEVEL: "silent",
      ...settings,
    };
    const child = spawn(process.execPath, [await builtProgram("upstream/program/main.ts")], { env });
    const [[status], stdout, stderr] = await Promise.all([once(child, "exit"), text(child.stdout), text(child.stderr)]);
    expect({ status, stderr }).toEqual({ status: 1, stderr: "" });
    return JSON.parse(stdout);
  }

  test("where another process has the port of its metrics, which it opens first", async () => {
    const owner = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void owner.close());
    await once(owner, "listening");
    const address = owner.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    expect(await failed({ METRICS_PORT: `${port}` })).toMatchObject({
      level: "fatal",
      msg: "the service cannot start",
      err: { code: "EADDRINUSE" },
    });
  });

  test("where the database cannot be reached", async () => {
    // Port 9 discards, and nothing listens on it here.
    const secrets = { ORDER_LINK_SECRETS: "o".repeat(32), ACCOUNT_SECRETS: "a".repeat(32) };
    const line = await failed({ DATABASE_URL: "postgres://kursa@127.0.0.1:9/kursa", PORT: "0", ...secrets });
    expect(line).toMatchObject({ level: "fatal", msg: "the service cannot start", err: { code: "ECONNREFUSED" } });
  });
});

test("at a terminal both are text", () => {
  let written = "";
  const terminal = { isTTY: true, write: (part: string) => (written += part) };
  reportSettings(["PORT: must be a number", "HOST: is empty"], terminal);
  expect(written).toBe("The settings are wrong:\n  PORT: must be a number\n  HOST: is empty\n");
  written = "";
  reportEnd("the service cannot start", new Error("the port is taken"), terminal);
  expect(written).toBe("the service cannot start: the port is taken\n");
});
