import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { keysReply } from "../../../contract/order/signed-statements.ts";
import { canonicalJson } from "../../../contract/values/canonical-json.ts";
import { signingKey } from "../../../upstream/db/schema/signing.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { isSignedByUs } from "../../../upstream/verify/signing/verify.ts";
import { executedOrder, type OpenedOrder, track } from "../../support/orders/order-steps.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";

let service: Exchange;
let order: OpenedOrder;
beforeAll(async () => {
  service = await exchange();
  order = await executedOrder(service);
});

const keysOf = async () => (await service.call("exchangeKeys")).reply().data;
const rotate = () =>
  runCommand(service.ctx, { command: "keys rotate", args: { reason: "a test" }, operator: { name: "boris" } });
const receiptOf = async ({ ref, token }: OpenedOrder) =>
  (await service.call("receipt", { query: { ref }, token })).reply().data.signed;
const isOurs = (text: string, { keys, issuer }: Awaited<ReturnType<typeof keysOf>>) => isSignedByUs(text, keys, issuer);

test("the pay-in address of an order is signed with its order, network, asset, amount and deadline", async () => {
  const { payin, from, expires_at } = await track(service, order);
  expect(payin.signature?.statement).toMatchObject({
    type: "payin-address/1",
    ...{ order: order.ref, asset: "usdt-trc20", network: "tron", address: payin.address, memo: null },
    ...{ amount: from.amount, valid_until: expires_at },
  });
  expect(isOurs(JSON.stringify(payin.signature), await keysOf())).toBe(true);
});

test("the receipt is signed, with the transfers and without name or email", async () => {
  const body = { ref: order.ref, event: "pay_exact", amount: null } as const;
  await service.call("sandboxEvents", { token: order.token, body });
  const signed = await receiptOf(order);
  expect(signed.statement).toMatchObject({ type: "receipt/1", order: order.ref, status: "completed" });
  expect(signed.statement.transfers.map(({ direction }) => direction)).toEqual(["in", "out"]);
  expect(JSON.stringify(signed)).not.toMatch(/Anna|anna\.ivanova/);
  expect(isOurs(JSON.stringify(signed, null, 2), await keysOf())).toBe(true);
});

test("none of 1,000 changes of one character is accepted", async () => {
  const text = canonicalJson(await receiptOf(order));
  const keys = await keysOf();
  const others = '0123456789abcdefABCDEF"{}[]:,-_.xZ\\ ';
  for (let at = 0; at < 1000; at++) {
    // Every place of the text in turn, each time with another character.
    const place = at % text.length;
    const other = [...others].filter((character) => character !== text[place])[(at * 7) % (others.length - 1)] ?? "?";
    const changed = text.slice(0, place) + other + text.slice(place + 1);
    // White space between two tokens is no part of the statement; a receipt has none to lose.
    expect(isOurs(changed, keys), changed).toBe(false);
  }
});

test("a statement of another exchange, or signed before its key or after its end, is not ours", async () => {
  const text = JSON.stringify(await receiptOf(order));
  const { keys, issuer } = await keysOf();
  const [key] = keys;
  if (!key) throw new Error("There is no key");
  expect(isSignedByUs(text, keys, issuer)).toBe(true);
  expect(isSignedByUs(text, keys, "https://kursa-pay.example")).toBe(false);
  expect(isSignedByUs(text, [{ ...key, valid_from: "2026-11-22T00:00:00.000Z" }], issuer)).toBe(false);
  expect(isSignedByUs(text, [{ ...key, valid_until: "2026-11-20T00:00:00.000Z" }], issuer)).toBe(false);
  expect(isSignedByUs(text, [], issuer)).toBe(false);
});

test("what an old key has signed stays valid after a rotation, and the new one signs", async () => {
  const before = await receiptOf(order);
  await service.pass(5);
  expect(await rotate()).toMatchObject({ ok: true });
  await service.pass(61);
  const after = await receiptOf(order);
  const { keys, issuer } = await keysOf();
  expect(keys.map(({ valid_until }) => valid_until === null)).toEqual([true, ...Array(keys.length - 1).fill(false)]);
  expect(after.statement.key).toBe(keys[0]?.kid);
  expect(before.statement.key).toBe(keys[1]?.kid);
  for (const signed of [before, after]) expect(isSignedByUs(JSON.stringify(signed), keys, issuer)).toBe(true);
});

test("the script of the documentation accepts a receipt and an address, and refuses a changed one", async () => {
  const folder = mkdtempSync(join(tmpdir(), "kursa-receipt-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const keys = file("keys.json", JSON.stringify(await keysOf()));
  const receipt = JSON.stringify(await receiptOf(order), null, 2);
  const run = (path: string) =>
    spawnSync(process.execPath, ["docs/verify-receipt.mjs", path, keys], { encoding: "utf8" });
  expect(run(file("receipt.json", receipt))).toMatchObject({ status: 0, stderr: "" });
  const { payin } = await track(service, order);
  expect(run(file("address.json", JSON.stringify(payin.signature)))).toMatchObject({ status: 0, stderr: "" });
  const forged = run(file("forged.json", receipt.replace('"completed"', '"refunded"')));
  expect(forged).toMatchObject({ status: 1, stdout: "", stderr: "NOT VALID: changed since it was signed\n" });
});

test("a key that no secret opens any more is replaced with an error in the log, and orders stay readable", async () => {
  const logged: string[] = [];
  const sandbox = await exchange({ onLog: (line) => void logged.push(line) });
  const isLost = () => logged.filter((line) => line.includes("opens the signing key in force")).length;
  const opened = await executedOrder(sandbox);
  await sandbox.ctx.db.orm.update(signingKey).set({ sealed: "lost" });
  await sandbox.pass(60);
  expect(isLost()).toBe(0);
  const { payin } = await track(sandbox, opened);
  const { keys, issuer } = (await sandbox.call("exchangeKeys")).reply().data;
  expect(isLost()).toBe(1);
  expect(keys).toHaveLength(2);
  expect(isSignedByUs(JSON.stringify(payin.signature), keys, issuer)).toBe(true);
});

test("there is a key before the first order", async () => {
  const sandbox = await exchange();
  const { keys } = (await sandbox.call("exchangeKeys")).reply().data;
  expect(keys).toMatchObject([{ valid_until: null }]);
});

test("three processes with eight requests each make one key", async () => {
  const sandbox = await exchange();
  const { signer, db, clock } = sandbox.ctx;
  const others = [sandbox.twin().context.signer, sandbox.twin().context.signer, signer];
  const requests = Array.from({ length: 8 }, () => others).flat();
  await Promise.all(requests.map((processSigner) => processSigner.sign(db.orm, { type: "test" }, clock.now())));
  expect(await db.orm.select().from(signingKey)).toHaveLength(1);
});

test("the private key is only in the database, and encrypted there", async () => {
  const [row] = await service.ctx.db.orm.select().from(signingKey);
  expect(row?.sealed).not.toMatch(/PRIVATE|BEGIN/);
  expect(JSON.stringify(await keysOf())).not.toContain(row?.sealed);
  expect(keysReply.shape.data.shape.keys.element.shape).not.toHaveProperty("d");
});
