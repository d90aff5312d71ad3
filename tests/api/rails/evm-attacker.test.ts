import { type ChildProcess, spawn } from "node:child_process";
import { generateKeyPairSync, type KeyObject, sign as signBytes } from "node:crypto";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openList } from "../../../signer/list.ts";
import { approvalText } from "../../../signer/protocol/approval-text.ts";
import type { SignRequestBody } from "../../../signer/protocol/sign-request.ts";
import { outgoing } from "../../../upstream/db/schema/index.ts";
import { advance } from "../../../upstream/payouts/advance.ts";
import { RailUnavailable } from "../../../upstream/ports/rail.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { signerClient } from "../../../upstream/rails/evm/payouts/signer-client.ts";
import { evmNetwork } from "../../../upstream/rails/evm/settings.ts";
import { endWithParent } from "../../support/end-with-parent.ts";
import { startChain, type TestChain } from "../../support/evm/chain.ts";
import { type FundedExchange, fundedExchange } from "../../support/evm/funded-exchange.ts";
import { ether, gwei } from "../../support/evm/payout-exchange.ts";
import { executedOrder } from "../../support/orders/order-steps.ts";
import { paypalEvent } from "../../support/orders/paypal-events.ts";
import { builtProgram } from "../../support/service/built-program.ts";

const asset = "usdt-erc20";
/** Of the attacker, whose balance is what was stolen. */
const thief = "0xd1e5c0af37b2968441f0a7c3b95ed62481ac7f09";
const caps = { usdt: 400_000000n, topUps: ether / 10n };

let chain: TestChain;
let usdt: string;
let ethereum: FundedExchange;
let running: ChildProcess;

beforeAll(async () => {
  chain = await startChain();
  usdt = await chain.token("ReturnsNothing");
  const operators = [generateKeyPairSync("ed25519"), generateKeyPairSync("ed25519")].map(({ publicKey }) =>
    keyText(publicKey),
  );
  const signing = { operators, needed: 2, most: caps.usdt, topUps: caps.topUps };
  ethereum = await fundedExchange(chain, usdt, { signing });
  await chain.pay(gasAddress(), 2n * ether);
  await chain.mine();
  // From here on as a program of its own, which can be killed.
  await ethereum.signer.stop();
  running = await startSigner();
});
afterAll(async () => {
  running.kill("SIGKILL");
  await chain.stop();
});

const gasAddress = () => evmNetwork(ethereum.service.ctx.env.railSettings).key.gas.checksummed;
const keyText = (key: KeyObject) => key.export({ format: "der", type: "spki" }).toString("base64");

async function startSigner(): Promise<ChildProcess> {
  const file = join(dirname(ethereum.signer.setup.files.list), "signer.json");
  const child = spawn(process.execPath, [await builtProgram("signer/main.ts"), file], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  endWithParent(child);
  const [first] = await once(child.stdout ?? child, "data");
  if (!String(first).includes('"listening"')) throw new Error(`The signer does not start: ${first}`);
  return child;
}

/** By the service's role: turns a movement to the attacker, and makes others like it. Returns what the database has taken. */
async function forge({ id, orderRef }: Pick<typeof outgoing.$inferSelect, "id" | "orderRef">): Promise<string[]> {
  const copied = `stolen-${id}`;
  const copy = (table: string, changes: Record<string, unknown>) =>
    sql`insert into ${sql.identifier(table)} select (jsonb_populate_record(t, ${JSON.stringify(changes)}::jsonb)).*
      from ${sql.identifier(table)} t where id = ${id}`;
  const approvals = [id, copied].flatMap((name) =>
    forgedApprovals(name, 900_000000n).map((each) => ({ name, ...each })),
  );
  const statements: [string, SQL][] = [
    ["account", sql`update outgoing set account = ${thief} where id = ${id}`],
    ["amount", sql`update outgoing set amount = amount * 10 where id = ${id} and amount > 500000000`],
    ["cause", sql`update payout_clearance set caused_by = 'customer', destination = 'named' where id = ${id}`],
    ["confirmed account", sql`update payout_destination set account = ${thief} where order_ref = ${orderRef}`],
    [
      "destination",
      sql`insert into payout_destination (order_ref, kind, asset, amount, account, memo, confirmed_by, proof, at)
        select order_ref, kind, asset, amount, ${thief}, memo, confirmed_by, proof, now() from payout_destination
        where order_ref = ${orderRef} and kind = 'payout'`,
    ],
    ["clearance", copy("payout_clearance", { id: copied })],
    ["payout", copy("outgoing", { id: copied, account: thief, attempt: 2 })],
    [
      "approved",
      sql`update payout_guard set state = 'approved', approved_by = '{anna,olga}' where outgoing_id = ${id}`,
    ],
    ...approvals.map(({ name, key, until, signature }): [string, SQL] => [
      "approval",
      sql`insert into evm_approval (movement_id, key, until, signature, at)
        values (${name}, ${key}, ${until}, ${signature}, now())`,
    ]),
  ];
  const taken = new Set<string>();
  for (const [name, statement] of statements)
    await ethereum.service.ctx.db.orm.execute(statement).then(
      () => taken.add(name),
      () => undefined,
    );
  return [...taken];
}

/** With keys of the attacker's own. */
function forgedApprovals(id: string, amount: bigint): NonNullable<SignRequestBody["approvals"]> {
  const until = new Date(Date.now() + 3_600_000).toISOString();
  return [1, 2].map(() => {
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    const text = approvalText({ id, asset, to: thief, amount, chain: 31337, until });
    return {
      key: keyText(publicKey),
      until,
      signature: signBytes(null, Buffer.from(text), privateKey).toString("base64"),
    };
  });
}

/** What the attacker asks the signer for, of every kind, by its number. */
function request(at: number): SignRequestBody {
  const network = evmNetwork(ethereum.service.ctx.env.railSettings);
  const amount = at % 7 === 0 ? 5_000_000000n : BigInt(at) * 10_007n;
  const maxFee = (BigInt(1 + (at % 5)) * gwei).toString();
  const destination = { account: thief, amount: null, memo: null };
  const id = `forged${at % 700}`;
  const payout = { id, step: "payout", asset, to: thief, amount: String(amount), maxFee, destination } as const;
  const deposit = at % 3;
  const deposited = network.key.deposit(deposit).checksummed;
  const coins = String(ether / 1000n);
  switch (at % 6) {
    case 1:
      return { ...payout, approvals: forgedApprovals(payout.id, amount), byOperator: false };
    case 2:
      return { id: `sweep${at}`, step: "sweep", asset, to: thief, deposit, amount: "1000000", maxFee };
    case 3:
      return { id: `topup${at}`, step: "topup", asset: "eth", to: thief, deposit, amount: coins, maxFee };
    case 4:
      return { id: `topup${at}`, step: "topup", asset: "eth", to: deposited, deposit, amount: coins, maxFee };
    case 5:
      return { ...payout, to: thief, destination: { account: deposited, amount: null, memo: null } };
    default:
      return payout;
  }
}

test("with the service's secrets, its socket and its database role, at most the caps move, and the signer's list names every unit", async () => {
  const { service, hot, keepSending } = ethereum;
  const { ctx } = service;
  const gas = gasAddress();
  const before = { usdt: await chain.balance(hot, usdt), hot: await chain.balance(hot), gas: await chain.balance(gas) };
  // What customers are owed, below the signer's cap and above it, which the attacker turns to an account of its own.
  const operate = (command: string) =>
    runCommand(ctx, { command, args: { reason: "a test", anyway: "yes" }, operator: { name: "olga" } });
  expect(await operate("payouts stop")).toMatchObject({ ok: true });
  for (const amount of ["100", "900"])
    await paypalEvent(service, await executedOrder(service, { from: "paypal-usd", to: asset, amount }), "pay_exact");
  const movements = await ctx.db.orm.select().from(outgoing);
  expect(movements).toHaveLength(2);
  const taken = await Promise.all(movements.map(forge));
  // The service may write payouts and what it shows to the signer, and so may the attacker; what was asked for stays.
  for (const names of taken) {
    expect(names).toEqual(expect.arrayContaining(["destination", "payout", "approval"]));
    expect(names).not.toContain("account");
  }
  expect(await operate("payouts go")).toMatchObject({ ok: true });
  const all = await ctx.db.orm.select().from(outgoing);
  await Promise.allSettled(all.map(({ id }) => advance(ctx, id)));

  const { sign } = signerClient(ethereum.signer.socket);
  let sent = 0;
  let signatures = 0;
  // A signer that is away refuses quickly: each part ends before it is started again.
  for (const until of [250, 500, 750, 1000]) {
    const attack = async () => {
      while (sent < until) {
        sent += 1;
        if (sent === until - 100) running.kill("SIGKILL");
        const outcome = await sign(request(sent)).catch((error: unknown) => {
          if (error instanceof RailUnavailable) return "away";
          throw error;
        });
        if (outcome === "signed") signatures += 1;
      }
    };
    await Promise.all(Array.from({ length: 60 }, attack));
    if (running.exitCode === null && running.signalCode === null) await once(running, "exit");
    running = await startSigner();
  }
  expect(signatures).toBeGreaterThan(10);

  await keepSending();
  await chain.mine(5);
  await keepSending();
  await chain.mine(5);
  const stolen = await chain.balance(thief, usdt);
  expect(stolen).toBeGreaterThan(caps.usdt / 2n);
  expect(stolen).toBeLessThanOrEqual(caps.usdt);
  expect(await chain.balance(thief)).toBe(0n);

  const { entries } = openList(ethereum.signer.setup.files.list);
  const mined = await Promise.all(
    entries.map(async (entry) => {
      const receipt = await chain.rpc<Record<string, string> | null>("eth_getTransactionReceipt", [entry.tx]);
      const fee = BigInt(receipt?.gasUsed ?? 0) * BigInt(receipt?.effectiveGasPrice ?? 0);
      return { ...entry, isMined: receipt !== null, fee };
    }),
  );
  const sumOf = (from: string, of: (entry: (typeof mined)[number]) => bigint) =>
    mined.filter((entry) => entry.isMined && entry.from === from).reduce((sum, entry) => sum + of(entry), 0n);
  const inToken = (entry: (typeof mined)[number]) => (entry.asset === asset ? entry.amount : 0n);
  const inCoin = (entry: (typeof mined)[number]) => (entry.asset === "eth" ? entry.amount : 0n) + entry.fee;
  expect(before.usdt - (await chain.balance(hot, usdt))).toBe(sumOf(hot, inToken));
  expect(before.hot - (await chain.balance(hot))).toBe(sumOf(hot, inCoin));
  expect(before.gas - (await chain.balance(gas))).toBe(sumOf(gas, inCoin));
  expect(sumOf(gas, ({ amount }) => amount)).toBeLessThanOrEqual(caps.topUps);
});
