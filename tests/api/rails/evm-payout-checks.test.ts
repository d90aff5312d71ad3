import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "../../../upstream/db/database.ts";
import { stoppedEthereum } from "../../../upstream/operator/reports/stopped-ethereum.ts";
import { RailUnavailable } from "../../../upstream/ports/rail.ts";
import { keepSending } from "../../../upstream/rails/evm/payouts/keep-sending.ts";
import { startChain, type TestChain } from "../../support/evm/chain.ts";
import {
  ether,
  newTestSigner,
  type PayoutExchange,
  payoutExchange,
  receiverOf,
  type TestSigner,
} from "../../support/evm/payout-exchange.ts";
import { freshDatabase } from "../../support/service/database.ts";

let chain: TestChain;
let usdt: string;
let db: Database;
let signer: TestSigner;
let payouts: PayoutExchange;

const movementId = "out_1";
const read = () => payouts.rail("usdt-erc20").read({ id: movementId, asset: "usdt-erc20" });

beforeAll(async () => {
  chain = await startChain();
  usdt = await chain.token("ReturnsNothing");
});
afterAll(() => chain.stop());
beforeEach(async () => {
  db = await freshDatabase();
  await open(usdt);
  const hot = payouts.parts.network.key.hot.checksummed;
  await chain.pay(hot, ether);
  await chain.payToken(usdt, hot, 500_000000n);
  await chain.mine();
});
afterEach(() => signer.stop());

/** A signer whose settings name this contract, and a service whose settings name the token. */
async function open(contract: string): Promise<void> {
  signer = await newTestSigner(contract);
  await signer.start();
  payouts = payoutExchange(chain, { db, signer, usdt });
}

test("a signer whose settings name another contract stops paying out until they fit, and operators are told", async () => {
  await signer.stop();
  await open(await chain.token("TakesFee"));
  await expect(payouts.pay(payouts.movement(movementId))).rejects.toBeInstanceOf(RailUnavailable);
  expect(await stoppedEthereum({ db })).toEqual([
    {
      what: "paying out",
      why: expect.stringContaining("the contract of usdt-erc20"),
      next: expect.stringContaining("Compare the signer's settings"),
    },
  ]);
  await signer.stop();
  await open(usdt);
  await keepSending(payouts.parts);
  expect(await stoppedEthereum({ db })).toEqual([]);
});

test("a payout is not settled before the second node has it in the same block", async () => {
  const { node } = payouts.parts;
  let answer: "nothing" | "away" | "the same" = "nothing";
  payouts.parts.second = {
    async receipts(transactions) {
      if (answer === "away") throw new RailUnavailable("away");
      return answer === "nothing" ? transactions.map(() => null) : node.receipts(transactions);
    },
  };
  await payouts.pay(payouts.movement(movementId));
  await chain.mine(3);
  const confirming = { state: "pending", progress: { waits: "confirming", confirmations: 3 } };
  expect(await read()).toMatchObject(confirming);
  answer = "away";
  expect(await read()).toMatchObject(confirming);
  await keepSending(payouts.parts);
  answer = "the same";
  expect(await read()).toMatchObject({ state: "settled" });
  expect(await chain.balance(receiverOf(movementId), usdt)).toBe(10_000000n);
});
