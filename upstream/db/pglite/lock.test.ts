import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DataFolderTaken, type Ownership, ownDataFolder } from "./lock.ts";
import { connectToOwner } from "./lock-owner.ts";

let dataDir = "";
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "kursa-lock-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

describe("the owner of a data folder", () => {
  test("is unique, and a second process gets the owner's process id", async () => {
    const first = await ownDataFolder(dataDir);
    await expect(ownDataFolder(dataDir)).rejects.toThrow(`in use by process ${process.pid} on`);
    first.release();
    const second = await ownDataFolder(dataDir);
    second.release();
  });

  test("is exactly one of several concurrent processes", async () => {
    for (let round = 0; round < 20; round += 1) {
      const tries = await Promise.allSettled(Array.from({ length: 8 }, () => ownDataFolder(dataDir)));
      const refused = tries.filter((attempt) => attempt.status === "rejected");
      expect(refused.every(({ reason }) => reason instanceof DataFolderTaken)).toBe(true);
      const owners = tries.flatMap((attempt) => (attempt.status === "fulfilled" ? [attempt.value] : []));
      expect(owners).toHaveLength(1);
      owners.map((owner: Ownership) => owner.release());
    }
  });

  test("is replaced after a kill without cleanup", async () => {
    const owner = ownerProcess();
    await owner.hasIt;
    await expect(ownDataFolder(dataDir)).rejects.toThrow(`in use by process ${owner.pid} on`);
    owner.kill();
    await owner.ended;
    expect(readdirSync(join(dataDir, "lock"))).toHaveLength(1);
    expect(await connectToOwner(dataDir)).toBeUndefined();
    const next = await ownDataFolder(dataDir);
    expect(readdirSync(join(dataDir, "lock"))).toHaveLength(1);
    next.release();
  });

  test("can be reached only by the user who started it", async () => {
    const owner = await ownDataFolder(dataDir);
    const [socket = ""] = readdirSync(join(dataDir, "lock"));
    expect(statSync(join(dataDir, "lock", socket)).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, "lock")).mode & 0o777).toBe(0o700);
    owner.release();
  });

  test("works in a folder whose path is too long for a socket", async () => {
    const deep = join(dataDir, "d".repeat(120));
    mkdirSync(deep);
    const owner = await ownDataFolder(deep);
    await expect(ownDataFolder(deep)).rejects.toThrow(DataFolderTaken);
    owner.serve(async (line) => line.toUpperCase());
    const asked = await connectToOwner(deep);
    expect(await asked?.request("hello")).toBe("HELLO");
    asked?.close();
    owner.release();
  });
});

describe("operator commands to the owner", () => {
  test("are answered in order, including those sent before it was ready", async () => {
    const owner = await ownDataFolder(dataDir);
    const asked = await connectToOwner(dataDir);
    const answers = [asked?.request("one"), asked?.request("two")];
    owner.serve(async (line) => `answer to ${line}`);
    expect(await Promise.all(answers)).toEqual(["answer to one", "answer to two"]);
    asked?.close();
    owner.release();
  });

  test("wait for an owner that is too busy to identify itself at once", async () => {
    const folder = join(dataDir, "lock");
    mkdirSync(folder, { recursive: true });
    const greeting = JSON.stringify({ state: "holding", name: "busy.sock", who: "process 1" });
    let connections = 0;
    const busy = createServer((socket) => {
      connections += 1;
      if (connections < 3) socket.destroy();
      else socket.write(`${greeting}\n`);
    }).listen(join(folder, "busy.sock"));
    await once(busy, "listening");
    const asked = await connectToOwner(dataDir);
    expect(asked?.claim.who).toBe("process 1");
    asked?.close();
    busy.close();
  });

  test("fail when the owner exits meanwhile", async () => {
    const owner = await ownDataFolder(dataDir);
    const asked = await connectToOwner(dataDir);
    const answer = expect(asked?.request("one")).rejects.toThrow("went away");
    owner.release();
    await answer;
  });

  test("have no recipient when nobody owns the folder", async () => {
    expect(await connectToOwner(dataDir)).toBeUndefined();
    expect(await connectToOwner(join(dataDir, "nowhere"))).toBeUndefined();
  });
});

/** Another process that takes the folder and keeps it. */
function ownerProcess() {
  const program = `
    import { ownDataFolder } from ${JSON.stringify(new URL("./lock.ts", import.meta.url).href)};
    await ownDataFolder(${JSON.stringify(dataDir)});
    process.stdout.write("has it");
    setInterval(() => {}, 1000);
  `;
  const options = ["--import", "tsx", "--input-type=module", "--eval", program];
  const child = spawn(process.execPath, options, { stdio: ["ignore", "pipe", "inherit"] });
  return {
    pid: child.pid,
    hasIt: new Promise((resolve) => child.stdout.once("data", resolve)),
    ended: new Promise((resolve) => child.once("exit", resolve)),
    kill: () => child.kill("SIGKILL"),
  };
}
