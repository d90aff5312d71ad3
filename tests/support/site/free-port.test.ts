import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "./site.ts";

/** Few enough that two calls would soon get the same one. */
const [from, below] = [32_700, 32_708] as const;
const each = 3;

const program = `
  import { freePort } from ${JSON.stringify(new URL("./site.ts", import.meta.url).href)};
  const ports = [];
  while (ports.length < ${each}) ports.push(await freePort(${from}, ${below}));
  process.stdout.write(JSON.stringify(ports));
  process.stdin.resume();
`;

test("a free port is given to one caller, though it does not listen there yet, also among processes", async () => {
  const other = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", program], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void other.kill());
  const [theirs] = await once(other.stdout, "data");
  const ports: number[] = JSON.parse(String(theirs));
  while (ports.length < 2 * each) ports.push(await freePort(from, below));
  expect(new Set(ports).size).toBe(2 * each);
});
