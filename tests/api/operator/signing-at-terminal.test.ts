import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectToOwner } from "../../../upstream/db/pglite/lock-owner.ts";
import { audit } from "../../../upstream/db/schema/index.ts";
import type { Request } from "../../../upstream/operator/request.ts";
import { signRequest } from "../../../upstream/operator/sign-request.ts";
import { openUpstream } from "../../../upstream/program/open.ts";
import { createLog } from "../../../upstream/shared/log.ts";
import { newKeyFile } from "../../../upstream/staff/key-file.ts";
import { builtProgram } from "../../support/service/built-program.ts";
import { testEnv } from "../../support/service/exchange.ts";
import { prepareDataFolder } from "../../support/service/service-at-work.ts";

// A service with its embedded database, and the operator's program as it is typed on a terminal beside it.
const passphrase = "five random words of a test";
let folder: string;
let service: Awaited<ReturnType<typeof openUpstream>>;
const path = (name: string) => join(folder, name);

/** Runs the operator's program with these words. */
async function terminal(...words: string[]): Promise<{ out: string; err: string }> {
  const { NODE_ENV, PATH } = process.env;
  const { PUBLIC_ORIGIN } = service.context.env;
  const env = { NODE_ENV, PATH, DATABASE_URL: "", DATA_DIR: path("site"), RAILS: "sandbox", PUBLIC_ORIGIN };
  const program = [await builtProgram("upstream/program/operator-main.ts"), ...words];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, program, { env }).catch((failed) => failed);
  return { out: String(stdout), err: String(stderr) };
}

const signing = (keyFile = "anna.key", passphraseFile = "passphrase") =>
  ["--key-file", path(keyFile), "--passphrase-file", path(passphraseFile)] as const;
const stop = ["payouts", "stop", "--reason", "a fault at the rail"] as const;

function privateFile(name: string, text: string): void {
  writeFileSync(path(name), text, { mode: 0o600 });
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "kursa-signing-"));
  prepareDataFolder(path("site"));
  service = await openUpstream(testEnv({ DATA_DIR: path("site") }), createLog("silent"));
  privateFile("passphrase", `${passphrase}\n`);
  const { out } = await terminal("--json", "--passphrase-file", path("passphrase"), "key", "create", path("anna.key"));
  const { data } = JSON.parse(out);
  const added = await terminal(
    "staff",
    "add",
    "anna",
    "--role",
    "owner",
    "--public-key",
    data.public_key,
    "--reason",
    "first",
  );
  expect(added.err).toBe("");
});

afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

const publicPart = /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/;
const stoppedBy = async () => {
  const entries = await service.context.db.orm.select().from(audit);
  return entries
    .filter(({ action }) => action === "payouts_stopped")
    .map(({ actor, subject }) => `${actor} ${subject}`);
};

describe("a command at the terminal of an exchange with staff", () => {
  test("runs with the operator's key, and is refused without", async () => {
    expect((await terminal(...stop, "sandbox-tron")).err).toContain("REFUSED: This exchange has staff");
    expect((await terminal(...signing(), ...stop, "sandbox-paypal")).err).toBe("");
    expect(await stoppedBy()).toEqual(["anna sandbox-paypal"]);
  });

  test("is not signed with a wrong passphrase, a changed key file, or a passphrase file readable by others", async () => {
    const keyText = readFileSync(path("anna.key"), "utf8");
    expect(keyText).not.toContain(passphrase);
    expect(statSync(path("anna.key")).mode & 0o077).toBe(0);
    privateFile("wrong", "another passphrase of a test");
    privateFile("changed.key", changedKey(keyText));
    privateFile("mixed.key", keyText.replace(publicPart, publicPart.exec(newKeyFile(passphrase).text)?.[0] ?? ""));
    writeFileSync(path("open"), passphrase);
    chmodSync(path("open"), 0o644);
    const sign = (keyFile: string, passphraseFile: string) => {
      const source = { keyFile: path(keyFile), passphraseFile: path(passphraseFile) };
      return signRequest(request("sandbox-bitcoin"), source, service.context.env.PUBLIC_ORIGIN, new Date());
    };
    expect(await sign("anna.key", "wrong")).toEqual({ refused: expect.stringContaining("does not open") });
    expect(await sign("changed.key", "passphrase")).toEqual({ refused: expect.stringContaining("does not open") });
    expect(await sign("mixed.key", "passphrase")).toEqual({ refused: expect.stringContaining("does not open") });
    expect(await sign("anna.key", "open")).toEqual({ refused: expect.stringContaining("Others can read") });
    expect(await sign("anna.key", "passphrase")).toMatchObject({ signature: { key: expect.any(String) } });
  });

  test("runs once as signed: a changed, repeated or five minutes old command is refused", async () => {
    const signed = await signedAt(new Date(), "sandbox-ethereum");
    const changed = { ...signed, args: { ...signed.args, rail: "sandbox-litecoin" } };
    expect(await give(changed)).toMatchObject({ ok: false, sentence: expect.stringContaining("not of this command") });
    expect(await give(signed)).toMatchObject({ ok: true });
    expect(await give(signed)).toMatchObject({ ok: false, sentence: expect.stringContaining("each runs once") });
    const late = await signedAt(new Date(Date.now() - 301_000), "sandbox-litecoin");
    expect(await give(late)).toMatchObject({ ok: false, sentence: expect.stringContaining("too far from the time") });
    expect(await stoppedBy()).toEqual(["anna sandbox-paypal", "anna sandbox-ethereum"]);
  });
});

const request = (rail: string): Request => ({
  command: "payouts stop",
  args: { rail, reason: "a fault at the rail" },
  operator: { name: "anybody" },
});

/** What the operator's program sends to the service, as signed at this time. */
async function signedAt(at: Date, rail: string): Promise<Request> {
  const source = { keyFile: path("anna.key"), passphraseFile: path("passphrase") };
  const signed = await signRequest(request(rail), source, service.context.env.PUBLIC_ORIGIN, at);
  if ("refused" in signed) throw new Error(signed.refused);
  return signed;
}

/** Sends a line to the process that has the embedded database, as the operator's program does. */
async function give(line: Request): Promise<unknown> {
  const owner = await connectToOwner(path("site"));
  if (!owner) throw new Error("No process has the database");
  return JSON.parse(await owner.request(JSON.stringify(line)).finally(owner.close));
}

/** The same file with one character of the encrypted key changed. */
/** With another byte of the encrypted seed: the key is in the last 64 bytes, and one of its header may be read all the same. */
function changedKey(text: string): string {
  const at = text.indexOf("-----END ENCRYPTED") - 50;
  return text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1);
}
