import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { member as memberTable } from "../../../upstream/db/schema/accounts.ts";
import { order as orderTable } from "../../../upstream/db/schema/orders.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { acceptTerms, giveDetails, track } from "../../support/orders/order-steps.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, type Member } from "../../support/service/members.ts";
import { figures, report, walletOf } from "../../support/wallets/deposits.ts";
import {
  askToPay,
  confirmationOf,
  payFromWallet,
  savedPayoutAccount,
  walletDraft,
  walletTerms,
} from "../../support/wallets/wallet-payment.ts";
import { confirmed, later } from "../../support/withdrawals/withdrawals.ts";

const day = 86_400;
let service: Exchange;
let anna: Member;

beforeEach(async () => {
  service = await exchange();
  const wallet = await walletOf(service);
  anna = wallet.member;
  await report(service, wallet.address, { railPaymentId: "first", state: "final", amount: 4_000_000000n });
});

const draft = (amount = "100") => walletDraft(service, amount, anna);
const wallet = () => figures(service, anna);

describe("a stolen session", () => {
  test("pays no order from the wallet without the code, and nothing is used up", async () => {
    await savedPayoutAccount(service, anna);
    const order = await draft();
    const refusal = (await askToPay(service, anna, order)).problem();
    expect(refusal.errors?.map(({ pointer, code }) => [pointer, code])).toEqual([
      ["/shown/amount", "required"],
      ["/shown/account", "required"],
      ["/code", "required"],
    ]);
    expect((await track(service, order)).status).toBe("draft");
    expect(await wallet()).toMatchObject({ available: "4000.000000" });
  });

  test("cannot use a code for another order, another amount or another account", async () => {
    await savedPayoutAccount(service, anna);
    const [order, other] = [await draft(), await draft()];
    const confirmation = await confirmationOf(service, anna, order);
    expect((await askToPay(service, anna, other, confirmation)).problem()).toMatchObject({ code: "code_expired" });
    await savedPayoutAccount(service, anna, { account: "thief@example.com" });
    const { ref, token } = order;
    const elsewhere = { account: "thief@example.com", extra: { full_name: "Anna Ivanova" } };
    const details = { payout: elsewhere, email: anna.email, refund: { account: "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE" } };
    await service.call("exchangeStepTwo", { token, body: { ref, ...details } });
    await acceptTerms(service, order);
    expect((await askToPay(service, anna, order, confirmation)).problem().errors).toMatchObject([
      { pointer: "/shown/account", code: "differs" },
    ]);
    const shownTerms = { amount: "100", account: "thief@example.com" };
    const response = await askToPay(service, anna, order, { ...confirmation, shown: shownTerms });
    expect(response.problem()).toMatchObject({ code: "code_expired" });
    expect(await wallet()).toMatchObject({ available: "4000.000000" });
  });

  test("does not get round the limit to saved accounts", async () => {
    await service.ctx.db.orm
      .update(memberTable)
      .set({ withdrawalAddressesOnly: true })
      .where(eq(memberTable.id, anna.id));
    const order = await draft();
    const { ref, token } = order;
    const asked = await service.ask("exchangeWalletCode", { body: { ref }, token, ...by(anna.token) });
    expect(asked.problem()).toMatchObject({ code: "address_not_whitelisted" });
    expect((await askToPay(service, anna, order)).problem()).toMatchObject({ code: "address_not_whitelisted" });
    await savedPayoutAccount(service, anna);
    expect((await payFromWallet(service, anna, order)).status).toBe(200);
  });
});

describe("a payment to a new account", () => {
  test("waits a day before it is paid out, and completes by itself", async () => {
    const order = await draft();
    expect(await walletTerms(service, anna, order)).toMatchObject({ confirm_with: "email", is_new_account: true });
    expect((await payFromWallet(service, anna, order)).reply().data).toMatchObject({
      status: "on_hold",
      hold: { reason: "new_payout_account" },
      actions: ["request_refund"],
    });
    await service.pass(day - 60);
    expect((await track(service, order)).status).toBe("on_hold");
    await later(service, anna, 61);
    expect((await track(service, order)).status).toBe("completed");
    expect(await wallet()).toMatchObject({ posted: "3900.000000" });
    expect(await verify(service.ctx.db)).toEqual([]);
  });

  test("goes back into the wallet a week after it could have been paid out", async () => {
    const order = await draft();
    await payFromWallet(service, anna, order);
    await service.ctx.clock.advance(9 * day);
    await later(service, anna, 1);
    expect((await track(service, order)).status).toBe("refunded");
    expect(await wallet()).toMatchObject({ posted: "4000.000000" });
    expect(await verify(service.ctx.db)).toEqual([]);
  });

  test("is taken back into the wallet until then, whole", async () => {
    const order = await draft();
    await payFromWallet(service, anna, order);
    const { ref, token } = order;
    const refund = { ref, action: "request_refund" };
    await service.call("exchangeProcess", { body: refund, key: `refund:${ref}`, token });
    await service.runJobs();
    expect((await track(service, order)).status).toBe("refunded");
    expect(await wallet()).toMatchObject({ posted: "4000.000000", available: "4000.000000" });
    expect(await verify(service.ctx.db)).toEqual([]);
  });

  test("makes the account known once it has arrived: the next one waits no more", async () => {
    await payFromWallet(service, anna, await draft());
    await later(service, anna, day + 1);
    await service.runJobs();
    expect(await walletTerms(service, anna, await draft())).toMatchObject({ is_new_account: false });
  });
});

describe("the limit of a day", () => {
  test("is one for withdrawals and payments from wallets", async () => {
    await savedPayoutAccount(service, anna);
    expect((await payFromWallet(service, anna, await draft("1500"))).status).toBe(200);
    await service.pass(61);
    const over = await draft("600");
    const refused = (await askToPay(service, anna, over)).problem();
    expect(refused).toMatchObject({ code: "withdrawal_limit", limit: { day_usd: "2000.00" } });
    await expect(confirmed(service, anna, { amount: "600" })).rejects.toThrow("withdrawal_limit");
    await later(service, anna);
    expect((await payFromWallet(service, anna, await draft("600"))).status).toBe(200);
  });
});

test("the account's own mailbox is told, whatever address the order was placed with", async () => {
  await savedPayoutAccount(service, anna);
  const order = await draft();
  await giveDetails(service, order, { email: "thief@example.com" });
  await acceptTerms(service, order);
  await payFromWallet(service, anna, order);
  await service.runJobs();
  expect((await service.emails(anna.email)).map(({ kind }) => kind)).toContain("wallet_paid");
  const history = (await service.call("memberLogins", by(anna.token))).reply().data;
  expect(history.map(({ event }) => event)).toContain("wallet_paid");
});

test("a payout into another wallet of the member needs no code", async () => {
  const order = await draft();
  await service.ctx.db.orm
    .update(orderTable)
    .set({ payoutToWallet: true, payoutAccount: null })
    .where(eq(orderTable.ref, order.ref));
  expect(await walletTerms(service, anna, order)).toMatchObject({ confirm_with: null, account: null, limit: null });
});
