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
import { isUnpayable } from "../../../upstream/payouts/own-addresses/own-addresses.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { readAccountKey } from "../../../upstream/rails/evm/account-key.ts";
import { evmExchange, testAccount } from "../../support/evm/evm-exchange.ts";
import { type DraftInput, executedOrder, openDraft, paypalToUsdt } from "../../support/orders/order-steps.ts";
import { refused } from "../../support/service/api-client.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, type Member, signedUp } from "../../support/service/members.ts";
import { askForAddress } from "../../support/service/saved-addresses.ts";
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

test("an address of ours is told together with what else is wrong, so that a form needs one correction", async () => {
  const account = await opened(service, anna, "usdt-trc20", true);
  const draft = await openDraft(service);
  const payout = { account: "a@mail.com", extra: { full_name: "" } };
  const body = { ref: draft.ref, payout, refund: { account }, email: "a@mail" };
  expect(codesOf(await service.ask("exchangeStepTwo", { token: draft.token, body }))).toEqual([
    "/payout/extra/full_name required",
    "/email email_format",
    "/refund/account address_own",
  ]);
  const withdrawal = { asset: "usdt-trc20", amount: "0.1", account };
  expect(codesOf(await service.ask("withdrawalQuote", { body: withdrawal, ...by(anna.token) }))).toEqual([
    "/amount below_min",
    "/account address_own",
  ]);
  const newAddress = { asset: "usdt-trc20", account, label: "" };
  expect(codesOf(await askForAddress(service, anna, newAddress))).toEqual(["/label required", "/account address_own"]);
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

test("own accounts and token contracts of real rails are refused beside the field, and held by the guard", async () => {
  const token = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
  const [shop, second] = ["shop@kursa.example", "reserve@kursa.example"];
  const settings = { RAILS: "sandbox,evm,paypal-by-hand", PAYPAL_ACCOUNTS: `${shop},${second}` };
  // A node that is away: nothing is asked of it.
  const node = { url: "http://127.0.0.1:9" };
  const { service: real } = await evmExchange(node, { tokens: { "usdt-erc20": token } }, { settings });
  const key = readAccountKey(testAccount.publicExtendedKey);
  if (typeof key === "string") throw new Error(key);
  for (const [asset, rail] of [
    ["usdt-erc20", "evm"],
    ["paypal-usd", "paypal-by-hand"],
  ]) {
    const args = { asset: String(asset), amount: "5000", rail: String(rail), reason: "first money", anyway: "yes" };
    expect(await runCommand(real.ctx, { command: "reserve fund", args, operator: { name: "olga" } })).toMatchObject({
      ok: true,
    });
  }
  const email = "anna@mail.com";
  const coins = { from: "paypal-usd", to: "usdt-erc20", amount: "100" };
  const dollars = { from: "usdt-erc20", to: "paypal-usd", amount: "100" };
  const details = async (input: DraftInput, typed: { payin?: string; payout: string; refund?: string }) => {
    const draft = await openDraft(real, input);
    const extra = input.to === "paypal-usd" ? { full_name: "Anna Ivanova" } : {};
    const account = (name: "payin" | "refund") =>
      typed[name] === undefined ? {} : { [name]: { account: typed[name] } };
    const body = {
      ref: draft.ref,
      ...account("payin"),
      ...account("refund"),
      payout: { account: typed.payout, extra },
      email,
    };
    return codesOf(await real.ask("exchangeStepTwo", { token: draft.token, body }));
  };
  const address = "0x52908400098527886E0F7030069857D2E4169EE7";
  for (const [account, code] of [
    [key.gas.checksummed, "address_own"],
    [key.hot.place, "address_own"],
    [token, "address_token"],
    [token.toLowerCase(), "address_token"],
  ] as const) {
    expect(await details(coins, { payin: email, payout: account })).toEqual([`/payout/account ${code}`]);
    expect(await details(dollars, { payout: email, refund: account })).toEqual([`/refund/account ${code}`]);
  }
  expect(await details(coins, { payin: second, payout: address })).toEqual(["/payin/account account_own"]);
  expect(await details(dollars, { payout: "Shop@Kursa.Example", refund: address })).toEqual([
    "/payout/account account_own",
  ]);
  const member = await signedUp(real, "olga@mail.com");
  const saved = { asset: "paypal-usd", account: shop, label: "Shop" };
  expect(codesOf(await askForAddress(real, member, saved))).toEqual(["/account account_own"]);
  const pasted = { body: { text: `An invoice came from ${second}. Is it you?` } };
  expect((await real.call("exchangeVerify", pasted)).reply().data.findings).toMatchObject([
    { kind: "email", verdict: "ours", reason: "pays_out" },
  ]);

  const held = (network: string | null, account: string) => isUnpayable(real.ctx, real.ctx.db.orm, network, account);
  expect(await held(null, second)).toBe(true);
  expect(await held(null, email)).toBe(false);
  expect(await held("ethereum", key.gas.checksummed)).toBe(true);
  expect(await held("ethereum", token)).toBe(true);
  expect(await held("ethereum", address)).toBe(false);
});
