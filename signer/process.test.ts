import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { endWithParent } from "../tests/support/end-with-parent.ts";
import { openList } from "./list.ts";
import { refusalAnswer, signAnswer, signedAnswer, signerHead } from "./protocol/answers.ts";
import { newSignerFolder, sampleSettings } from "./testing/signer-files.ts";
import { payoutBody } from "./testing/test-signer.ts";

/** One file of the program, which starts several times faster than its sources. */
const program = join(mkdtempSync(join(tmpdir(), "signer-program-")), "signer.mjs");
beforeAll(async () => {
  const esm = { bundle: true, platform: "node", format: "esm", target: "node20" } as const;
  await build({ ...esm, entryPoints: ["signer/main.ts"], outfile: program });
});

const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
});

/** The program with these arguments, and what it has printed so far. */
function runSigner(args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [program, ...args], {
    env: { NODE_ENV: "test", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  endWithParent(child);
  running.push(child);
  const printed = { out: "", err: "" };
  child.stdout.on("data", (chunk) => (printed.out += String(chunk)));
  child.stderr.on("data", (chunk) => (printed.err += String(chunk)));
  return { child, printed };
}

async function ended(args: readonly string[], env: Record<string, string> = {}) {
  const { child, printed } = runSigner(args, env);
  const [code] = await once(child, "close");
  return { code, ...printed };
}

async function startSigner(file: string): Promise<ChildProcess> {
  const { child, printed } = runSigner([file]);
  await vi.waitFor(() => expect(printed.out + printed.err).toContain('"listening"'), 60_000);
  return child;
}

async function killed(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}

/** Undefined where the signer is away. */
function ask(file: string, path: string, body?: unknown): Promise<{ status: number; reply: unknown } | undefined> {
  return new Promise((resolve) => {
    const method = body === undefined ? "GET" : "POST";
    const sent = request({ socketPath: join(dirname(file), "signer.sock"), path, method }, (response) => {
      let text = "";
      response.on("data", (chunk) => (text += String(chunk)));
      response.on("error", () => resolve(undefined));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, reply: JSON.parse(text) }));
    });
    sent.on("error", () => resolve(undefined));
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

async function newPrepared(settings: unknown = sampleSettings()): Promise<string> {
  const file = newSignerFolder(settings);
  expect(await ended([file, "--init"])).toMatchObject({ code: 0 });
  return file;
}

test("--init prints the addresses and the public key, once; without a list nothing starts", async () => {
  const file = newSignerFolder();
  expect(await ended([file])).toMatchObject({ code: 1, err: expect.stringContaining("--init") });
  const { out } = await ended(["--init"], { SIGNER_FILE: file });
  expect(out).toMatch(/^hot address: 0x\w{40}\ngas address: 0x\w{40}\nEVM_XPUB=xpub\w+\n$/);
  const list = readFileSync(join(dirname(file), "list"), "utf8");
  expect(await ended([file, "--init"])).toMatchObject({ code: 1, err: expect.stringContaining("already") });
  expect(readFileSync(join(dirname(file), "list"), "utf8")).toBe(list);
});

test("--init --new-key makes a key that only its owner can read, and replaces none", async () => {
  const file = newSignerFolder({ ...sampleSettings(), keyFile: "new-key" });
  expect(await ended([file, "--init"])).toMatchObject({ code: 1, err: expect.stringContaining("no key file") });
  expect(await ended([file, "--init", "--new-key"])).toMatchObject({ code: 0 });
  expect(statSync(join(dirname(file), "new-key")).mode & 0o777).toBe(0o600);
  writeFileSync(file, JSON.stringify({ ...sampleSettings(), keyFile: "new-key", listFile: "other" }));
  expect(await ended([file, "--init", "--new-key"])).toMatchObject({
    code: 1,
    err: expect.stringContaining("already"),
  });
});

test("all faults of the settings are printed, and nothing starts", async () => {
  const file = newSignerFolder({ ...sampleSettings(), versions: 0, nonce: 1 });
  const { code, err } = await ended([file]);
  expect(code).toBe(1);
  expect(err).toBe("`versions` must be a whole number from 1 to 100.\n`nonce` is not a setting.\n");
});

test("answers on a socket of the mode of the settings, and words for what it refuses", async () => {
  const file = await newPrepared({ ...sampleSettings(), socketMode: "0660" });
  await startSigner(file);
  expect(statSync(join(dirname(file), "signer.sock")).mode & 0o777).toBe(0o660);
  const signed = await ask(file, "/sign", payoutBody());
  expect(signed?.status).toBe(200);
  const { signed: transaction, ...head } = signAnswer.parse(signed?.reply);
  expect(transaction).toMatchObject({ id: "m1", nonce: 0, amount: 10_000_000n });
  expect(signerHead.parse((await ask(file, "/head"))?.reply)).toEqual(head);
  expect(signedAnswer.parse((await ask(file, "/signed?after=0"))?.reply).signed).toEqual([transaction]);
  expect(signedAnswer.parse((await ask(file, "/signed?after=1"))?.reply)).toMatchObject({
    before: head.head,
    signed: [],
  });
  expect(await ask(file, "/check", payoutBody({ id: "m2" }))).toEqual({ status: 200, reply: head });
  const { chain, assets } = sampleSettings();
  const { contract, gas } = assets.usdt_erc20;
  const reply = { chain, assets: { usdt_erc20: { contract, gas: String(gas) }, eth: { contract: null } } };
  expect(await ask(file, "/assets")).toMatchObject({ status: 200, reply });
  expect(await ask(file, "/check", payoutBody({ amount: "5" }))).toMatchObject({ status: 409 });
  const refused = await ask(file, "/sign", payoutBody({ amount: "5" }));
  expect(refused?.status).toBe(409);
  expect(refusalAnswer.parse(refused?.reply).error).toBe("id_taken");
  for (const [path, body] of [["/sign", "x".repeat(70_000)], ["/sign", 7], ["/signed?after=x"], ["/keys"]] as const)
    expect(refusalAnswer.parse((await ask(file, path, body))?.reply).error).toBe("malformed");
});

test("a second signer on the same socket does not start", async () => {
  const file = await newPrepared();
  await startSigner(file);
  expect(await ended([file])).toMatchObject({ code: 1, err: expect.stringContaining("Another process listens") });
  expect(await ask(file, "/head")).toMatchObject({ status: 200 });
});

test("killed in the middle of a burst, it starts again, and everything that it had answered is in the list", async () => {
  const file = await newPrepared();
  const answered: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    const child = await startSigner(file);
    const burst = Array.from({ length: 40 }, async (_, at) => {
      const reply = await ask(file, "/sign", payoutBody({ id: `m${round}-${at}`, amount: "1" }));
      if (reply?.status === 200) answered.push(signAnswer.parse(reply.reply).signed.tx);
      if (at === 10) child.kill("SIGKILL");
    });
    await Promise.all(burst);
    await killed(child).catch(() => undefined);
  }
  // As a crash of the machine leaves it.
  appendFileSync(join(dirname(file), "list"), '{"seq":');
  await startSigner(file);
  const listed = signedAnswer.parse((await ask(file, "/signed?after=0"))?.reply).signed;
  expect(listed.map(({ tx }) => tx)).toEqual(expect.arrayContaining(answered));
  expect(answered.length).toBeGreaterThan(10);
  expect(listed.map(({ nonce }) => nonce)).toEqual(listed.map((_, at) => at));
});

test("an attacker with the socket moves at most what the caps allow, and the list names every unit of it", async () => {
  const file = await newPrepared();
  let child = await startSigner(file);
  const received = new Map<string, { asset: string; amount: bigint; fee: bigint }>();
  let sent = 0;
  const attack = async (): Promise<void> => {
    while (sent < 1000) {
      sent += 1;
      const at = sent;
      const asset = at % 3 === 0 ? "eth" : "usdt_erc20";
      const amount = asset === "eth" ? String(BigInt(at) * 10n ** 14n) : String(at * 7001);
      const maxFee = String(BigInt(at % 50 === 0 ? 90 : 1 + (at % 3)) * 10n ** 9n);
      const body = payoutBody({ id: `m${at % 700}`, asset, amount, maxFee });
      const reply = await ask(file, "/sign", body);
      if (at % 250 === 0) {
        await killed(child);
        child = await startSigner(file);
      }
      if (!reply) await vi.waitFor(async () => expect(await ask(file, "/head")).toBeDefined(), 60_000);
      if (reply?.status !== 200) continue;
      const { signed } = signAnswer.parse(reply.reply);
      received.set(signed.tx, { asset: signed.asset, amount: signed.amount, fee: signed.gas * signed.maxFee });
    }
  };
  await Promise.all(Array.from({ length: 60 }, attack));
  await killed(child);
  const { entries } = openList(join(dirname(file), "list"));
  expect(entries.map(({ tx }) => tx)).toEqual(expect.arrayContaining([...received.keys()]));
  // Of the transactions at one nonce only one can be mined: the attacker chooses the dearest.
  const most = (asset: string) =>
    sumOf(
      entries.filter((entry) => entry.asset === asset),
      ({ amount }) => amount,
    );
  const { assets, fees } = sampleSettings();
  expect(most("usdt_erc20")).toBeGreaterThan(BigInt(assets.usdt_erc20.hour) / 2n);
  expect(most("usdt_erc20")).toBeLessThanOrEqual(BigInt(assets.usdt_erc20.hour));
  expect(most("eth")).toBeLessThanOrEqual(BigInt(assets.eth.hour));
  expect(sumOf(entries, ({ gas, maxFee }) => gas * maxFee)).toBeLessThanOrEqual(BigInt(fees.day));
});

type Listed = ReturnType<typeof openList>["entries"][number];

function sumOf(entries: readonly Listed[], of: (entry: Listed) => bigint): bigint {
  const byNonce = new Map<string, bigint>();
  for (const entry of entries) {
    const key = `${entry.from} ${entry.nonce}`;
    const value = of(entry);
    if (value > (byNonce.get(key) ?? 0n)) byNonce.set(key, value);
  }
  return [...byNonce.values()].reduce((sum, value) => sum + value, 0n);
}
