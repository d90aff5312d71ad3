import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { asset, member } from "../../../upstream/db/schema/index.ts";
import type { OrderRow } from "../../../upstream/orders/order-facts-query.ts";
import type { NamedAccount } from "../../../upstream/orders/process-order.ts";
import { simulateEvent } from "../../../upstream/rails/sandbox/simulate-event.ts";
import { redirectObstacle } from "../../../upstream/withdrawals/wallet-payments/redirect.ts";
import { emailedToken, openEmailedLink } from "../../support/orders/emailed-link.ts";
import { customerEmail } from "../../support/orders/example-customer.ts";
import { executedRow } from "../../support/orders/order-rows.ts";
import { acceptTerms, executeDraft, executedOrder, giveDetails } from "../../support/orders/order-steps.ts";
import { rowOf } from "../../support/orders/reviews.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, type Member, signedUp } from "../../support/service/members.ts";
import { savedPayoutAccount } from "../../support/wallets/wallet-payment.ts";
import { otherAddress, readyMember } from "../../support/withdrawals/withdrawals.ts";

const account = "anna.second@example.com";
const hourMs = 3_600_000;
let service: Exchange;
let anna: Member;
let row: OrderRow;

beforeEach(async () => {
  service = await exchange();
  anna = await readyMember(service);
  row = await executedRow(service.ctx);
});

const ownedBy = (owner: Member | null, columns: Partial<OrderRow> = {}): OrderRow => ({
  ...row,
  ownerId: owner?.id ?? null,
  ...columns,
});
const fromWallet = { payinMethod: "balance" } as const;

/** Why the account may not be named; `isByLink`: with the order's link, else with the member's session. */
async function obstacle(of: OrderRow, isByLink: boolean, to: Partial<NamedAccount> = {}) {
  const named = { asset: "paypal-usd", account, memo: null, ...to };
  const refusal = await redirectObstacle(service.ctx, of, named, isByLink, service.ctx.clock.now());
  return refusal?.refused ?? "allowed";
}

describe("another account for an order's money", () => {
  test("of a guest is named by the order's link alone", async () => {
    expect(await obstacle(ownedBy(null), true)).toBe("allowed");
    expect(await obstacle(ownedBy(null, fromWallet), true)).toBe("allowed");
  });

  test("of a member is named by the link, or by the session where the member has trusted the account for a day", async () => {
    expect(await obstacle(ownedBy(anna), true)).toBe("allowed");
    expect(await obstacle(ownedBy(anna), false)).toBe("order_link_required");
    await savedPayoutAccount(service, anna, { account, agoMs: 23 * hourMs });
    expect(await obstacle(ownedBy(anna), false)).toBe("order_link_required");
    await service.ctx.clock.advance(3600);
    expect(await obstacle(ownedBy(anna), false)).toBe("allowed");
    expect(await obstacle(ownedBy(anna), false, { account: "ANNA.second@example.com" })).toBe("allowed");
  });

  test("must be trusted for money from a wallet, by link or session", async () => {
    const paid = ownedBy(anna, fromWallet);
    for (const isByLink of [true, false]) expect(await obstacle(paid, isByLink)).toBe("address_not_whitelisted");
    await savedPayoutAccount(service, anna, { account });
    for (const isByLink of [true, false]) expect(await obstacle(paid, isByLink)).toBe("allowed");
  });

  test("must be a saved one while withdrawals are restricted to saved addresses", async () => {
    const { orm } = service.ctx.db;
    await orm.update(member).set({ withdrawalAddressesOnly: true }).where(eq(member.id, anna.id));
    expect(await obstacle(ownedBy(anna), false)).toBe("address_not_whitelisted");
    expect(await obstacle(ownedBy(anna, fromWallet), true)).toBe("address_not_whitelisted");
    expect(await obstacle(ownedBy(anna), true)).toBe("allowed");
  });

  test("with an account or memo that cannot be read is not trusted", async () => {
    expect(await obstacle(ownedBy(anna), false, { account: "no email" })).toBe("validation_failed");
    expect(await obstacle(ownedBy(anna, fromWallet), true, { account: "no email" })).toBe("validation_failed");
    await service.ctx.db.orm.update(asset).set({ needsMemo: true }).where(eq(asset.id, "usdt-trc20"));
    const memo = { asset: "usdt-trc20", account: otherAddress, memo: "two words" };
    expect(await obstacle(ownedBy(anna), false, memo)).toBe("validation_failed");
  });

  test("in an asset that we do not have needs the order's link", async () => {
    expect(await obstacle(ownedBy(anna), false, { asset: "gold" })).toBe("order_link_required");
  });
});

test("of an order that joined an account, the emailed link names it, and the browser that placed the order does not", async () => {
  const placed = await executedOrder(service, { amount: "500" });
  await simulateEvent(service.ctx, await rowOf(service, placed.ref), "pay_partial", "100");
  await openEmailedLink(service, placed.ref);
  await signedUp(service, customerEmail);
  expect(await rowOf(service, placed.ref)).toMatchObject({ status: "on_hold", emailProof: "link" });
  expect((await rowOf(service, placed.ref)).ownerId).not.toBeNull();
  const body = { ref: placed.ref, action: "request_refund", refund: { account: otherAddress } };
  const ask = (token: string) => service.ask("exchangeProcess", { body, key: token, token });
  expect((await ask(placed.token)).problem()).toMatchObject({ code: "order_link_required" });
  expect((await ask(await emailedToken(service, placed.ref))).status).toBe(200);
});

test("a session without the order's link cannot set a new refund account, whatever the memo", async () => {
  const asked = { body: { from: "usdt-trc20", to: "paypal-usd", amount: "500" }, ...by(anna.token) };
  const { data } = (await service.call("exchangeStepOne", asked)).reply();
  const draft = { ref: data.order.ref, token: data.token, order: data.order };
  await giveDetails(service, draft);
  const accepted = (await acceptTerms(service, draft)).reply().data;
  await executeDraft(service, { ...draft, order: accepted });
  await simulateEvent(service.ctx, await rowOf(service, draft.ref), "pay_partial", "100");
  await service.ctx.db.orm.update(asset).set({ needsMemo: true }).where(eq(asset.id, "usdt-trc20"));
  service.ctx.market.changed();
  const refused = async (memo: string | null, sent: object) => {
    const body = { ref: draft.ref, action: "request_refund", refund: { account: otherAddress, memo } };
    return (await service.ask("exchangeProcess", { body, key: `refund ${memo}`, ...sent })).problem();
  };
  expect(await refused("1001", by(anna.token))).toMatchObject({ code: "order_link_required" });
  const wrong = { code: "validation_failed", errors: [{ pointer: "/refund/memo", code: "invalid" }] };
  for (const sent of [by(anna.token), { token: draft.token }])
    expect(await refused("two words", sent)).toMatchObject(wrong);
  expect(await rowOf(service, draft.ref)).toMatchObject({ status: "on_hold", refundMemo: null });
});
