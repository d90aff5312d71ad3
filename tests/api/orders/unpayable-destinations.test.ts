import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import {
  order as orders,
  outgoing,
  payoutGuard,
  savedAddress,
  walletAddress,
} from "../../../upstream/db/schema/index.ts";
import { advance } from "../../../upstream/payouts/advance.ts";
import { executedOrder, openDraft, paypalToUsdt } from "../../support/orders/order-steps.ts";
import { refused } from "../../support/service/api-client.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, type Member } from "../../support/service/members.ts";
import { opened } from "../../support/wallets/deposits.ts";
import { fundedMember, later } from "../../support/withdrawals/withdrawals.ts";

let service: Exchange;
let anna: Member;
/** What must never be paid, with the code that says why. */
let destinations: [account: string, code: string][];

beforeAll(async () => {
  service = await exchange();
  anna = await fundedMember(service);
  const { token, ref, order } = await executedOrder(service);
  await service.call("exchangeCancel", { token, body: { ref } });
  const replaced = await opened(service, anna, "usdt-trc20");
  const current = await opened(service, anna, "usdt-trc20", true);
  destinations = [
    [String(order.payin.address), "address_own"],
    [replaced, "address_own"],
    [current, "address_own"],
    [`tron:${current}?amount=5`, "address_own"],
    [service.ctx.rails.payoutFor("usdt-trc20").hotAddress ?? "", "address_own"],
    ["TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", "address_token"],
    ["T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb", "address_unowned"],
  ];
});

const codesOf = (response: Parameters<typeof refused>[0]) =>
  refused(response).errors?.map(({ pointer, code }) => `${pointer} ${code}`);

describe("an address that must never be paid is refused, with the reason beside its field,", () => {
  test("as a payout address", async () => {
    for (const [account, code] of destinations) {
      const draft = await openDraft(service, paypalToUsdt);
      const body = {
        ref: draft.ref,
        payin: { account: "a@mail.com" },
        payout: { account, extra: {} },
        email: "a@mail.com",
      };
      expect(codesOf(await service.ask("exchangeStepTwo", { token: draft.token, body }))).toEqual([
        `/payout/account ${code}`,
      ]);
    }
  });

  test("as a refund address", async () => {
    for (const [account, code] of destinations) {
      const draft = await openDraft(service);
      const payout = { account: "a@mail.com", extra: { full_name: "Anna Ivanova" } };
      const body = { ref: draft.ref, payout, refund: { account }, email: "a@mail.com" };
      expect(codesOf(await service.ask("exchangeStepTwo", { token: draft.token, body }))).toEqual([
        `/refund/account ${code}`,
      ]);
    }
  });

  test("as a saved address, and as that of a withdrawal", async () => {
    for (const [account, code] of destinations) {
      const body = { asset: "usdt-trc20", amount: "100", account };
      expect(codesOf(await service.ask("withdrawalQuote", { body, ...by(anna.token) }))).toEqual([`/account ${code}`]);
    }
  });
});

test("a saved address that has become one of ours since is refused for a withdrawal", async () => {
  const now = service.ctx.clock.now();
  const account = await opened(service, anna, "usdt-trc20", true);
  const row = {
    id: "adr_own",
    memberId: anna.id,
    asset: "usdt-trc20",
    label: "Old",
    account,
    memo: null,
    createdAt: now,
  };
  await service.ctx.db.orm.insert(savedAddress).values(row);
  await later(service, anna);
  const body = { asset: "usdt-trc20", amount: "100", address_id: row.id };
  expect(codesOf(await service.ask("withdrawalQuote", { body, ...by(anna.token) }))).toEqual([
    "/address_id address_own",
  ]);
});

test("the payout guard holds a movement there, and no approval lets it pass", async () => {
  const { db, clock } = service.ctx;
  const { ref, token } = await executedOrder(service, paypalToUsdt);
  const [order] = await db.orm.select().from(orders).where(eq(orders.ref, ref));
  // It was somebody's when it was stored, as far as we knew.
  const address = order?.payoutAccount ?? "";
  const place = { memberId: anna.id, asset: "usdt-trc20", rail: "sandbox-tron", address, issuedAt: clock.now() };
  await db.orm.insert(walletAddress).values({ ...place, id: "wad_own", replacedAt: clock.now() });
  await service.call("sandboxEvents", { token, body: { ref, event: "pay_exact" } });
  const [movement] = await db.orm.select().from(outgoing).where(eq(outgoing.orderRef, ref));
  const id = movement?.id ?? "";
  const guard = async () => (await db.orm.select().from(payoutGuard).where(eq(payoutGuard.outgoingId, id)))[0];
  expect(await guard()).toMatchObject({ state: "held", why: "unpayable_address" });
  const approved = { approvedBy: ["one", "two"], state: "waiting" as const, why: null };
  await db.orm.update(payoutGuard).set(approved).where(eq(payoutGuard.outgoingId, id));
  await advance(service.ctx, id);
  expect(await guard()).toMatchObject({ state: "held", why: "unpayable_address" });
});
