import { afterAll, beforeAll, expect, test } from "vitest";
import { parseAmount } from "../../../contract/values/decimal.ts";
import { available } from "../../../upstream/ledger/read.ts";
import { accounts } from "../../../upstream/ledger/rules/booking.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { readSent } from "../../../upstream/payouts/read-sent.ts";
import { startChain, type TestChain } from "../../support/evm/chain.ts";
import { type FundedExchange, fundedExchange } from "../../support/evm/funded-exchange.ts";
import { anna } from "../../support/orders/example-customer.ts";
import { type Member, signedIn } from "../../support/service/members.ts";
import { walletOf } from "../../support/wallets/deposits.ts";
import { confirmed, movementOf, withdrawalOf } from "../../support/withdrawals/withdrawals.ts";

const asset = "usdt-erc20";
const account = anna.addresses[asset];

let chain: TestChain;
let usdt: string;
let ethereum: FundedExchange;
let member: Member;

beforeAll(async () => {
  chain = await startChain();
  usdt = await chain.token("ReturnsNothing");
  ethereum = await fundedExchange(chain, usdt);
  const { service } = ethereum;
  const wallet = await walletOf(service, "anna@example.com", asset);
  member = wallet.member;
  await chain.payToken(usdt, wallet.address, 5000_000000n);
  await mineAndRead(3);
  // The account is new, and waits a day for the first withdrawal only.
  const first = await withdraw();
  await service.pass(86_400);
  await mineAndRead(3);
  expect(await movementOf(service, first)).toMatchObject({ state: "settled" });
});
afterAll(async () => {
  await ethereum.signer.stop();
  await chain.stop();
});

async function withdraw(): Promise<string> {
  const { service } = ethereum;
  const { id } = await confirmed(service, member, { asset, amount: "20", account });
  return id;
}

/** Each code is used once. */
const untilNextCode = () => ethereum.service.ctx.clock.advance(61);

async function mineAndRead(blocks: number): Promise<void> {
  await chain.mine(blocks);
  await ethereum.read();
  await readSent(ethereum.service.ctx);
  await ethereum.keepSending();
}

/** What each withdrawal is at: the state of its movement, and how far its transaction is. */
async function stepsOf(ids: readonly string[]): Promise<string[]> {
  const { service } = ethereum;
  const { ctx } = service;
  return Promise.all(
    ids.map(async (id) => {
      const movement = await movementOf(service, id);
      if (!movement) throw new Error("The withdrawal has no movement");
      const reading = await ctx.rails.payoutOf({ rail: "evm", asset }).read(movement);
      if (reading.state !== "pending") return reading.state;
      const { waits, confirmations } = reading.progress ?? { waits: "unread", confirmations: 0 };
      return `${waits} ${confirmations}`;
    }),
  );
}

test.each(Array.from({ length: 12 }, (_, at) => at + 1))(
  "a reorganisation of %i blocks pays a withdrawal once: one that was in the pool, one included, one confirming",
  async (depth) => {
    const { service } = ethereum;
    await mineAndRead(12);
    // No more than is usual in a day.
    await service.ctx.clock.advance(86_400);
    member.token = await signedIn(service, member.email);
    const before = await chain.balance(account, usdt);
    const ids: string[] = [];
    for (const blocks of [1, 1, 0]) {
      await untilNextCode();
      ids.push(await withdraw());
      if (blocks > 0) await mineAndRead(blocks);
    }
    expect(await stepsOf(ids)).toEqual(["confirming 2", "confirming 1", "queued 0"]);
    await chain.reorganise(depth);
    await ethereum.read();
    await readSent(service.ctx);
    await ethereum.keepSending();
    for (let turns = 0; turns < 3; turns += 1) await mineAndRead(2);
    expect(await stepsOf(ids)).toEqual(["settled", "settled", "settled"]);
    const withdrawals = await Promise.all(ids.map((id) => withdrawalOf(service, member, id)));
    expect(withdrawals.map(({ status }) => status)).toEqual(["completed", "completed", "completed"]);
    const net = withdrawals.reduce((sum, withdrawal) => sum + Number(parseAmount(withdrawal.net, 6)), 0);
    expect((await chain.balance(account, usdt)) - before).toBe(BigInt(net));
    const { orm } = service.ctx.db;
    const { hot } = ethereum;
    expect(await available(orm, accounts.rail("evm", asset))).toBe(await chain.balance(hot, usdt));
    expect(await available(orm, accounts.rail("evm", "eth"))).toBe(await chain.balance(hot));
    expect(await verify(service.ctx.db)).toEqual([]);
  },
);
