import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

/** Wrong for the site alone, for the service alone, and for both. */
const wrong = { SESSION_SECRETS: "short", SANDBOX_CLOCK: "yes", PUBLIC_ORIGIN: "exchange.example" };
const start = (settings: Record<string, string>) =>
  spawnSync(process.execPath, ["--import", "tsx", "app/env.server.ts"], {
    encoding: "utf8",
    env: { PATH: process.env.PATH, NODE_ENV: "production", ...settings },
  });

test("a site with its own service lists the wrong settings of both at once, each once", () => {
  const { status, stderr } = start(wrong);
  expect(status).toBe(78);
  const listed = stderr.split("\n").filter((line) => line.startsWith("  "));
  expect(new Set(listed).size).toBe(listed.length);
  expect(new Set(listed.map((line) => /\w+/.exec(line)?.[0]))).toEqual(new Set(Object.keys(wrong)));
});

test("a site with a service at its own address lists its own alone", () => {
  const { status, stderr } = start({ ...wrong, API_BASE_URL: "http://127.0.0.1:3001" });
  expect(status).toBe(78);
  expect(stderr).toContain("SESSION_SECRETS");
  expect(stderr).not.toContain("SANDBOX_CLOCK");
});
