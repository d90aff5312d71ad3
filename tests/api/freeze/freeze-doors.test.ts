import { beforeEach, describe, expect, test } from "vitest";
import type { AccountFreeze } from "../../../contract/member/freeze.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import type { ScriptedRail } from "../../support/payouts/scripted-rail.ts";
import type { Exchange } from "../../support/service/exchange.ts";
import { by, codeFor, from, type Member, password, signedIn } from "../../support/service/members.ts";
import { saveAddress } from "../../support/service/saved-addresses.ts";
import { payFromWallet, savedPayoutAccount, walletDraft } from "../../support/wallets/wallet-payment.ts";
import { freezing, resume, type WithdrawalDesk, withdrawalDesk } from "../../support/withdrawals/withdrawal-desk.ts";
import { ask, confirm, confirmed, otherAddress, reportKey, requested } from "../../support/withdrawals/withdrawals.ts";

let desk: WithdrawalDesk;
let service: Exchange;
let anna: Member;
let rail: ScriptedRail;
const freezesOn = "2026-11-22T12:00:00.000Z";
const frozenUntil = "2026-11-29T12:00:00.000Z";

beforeEach(async () => {
  desk = await withdrawalDesk();
  ({ service, anna, rail } = desk);
});

/** Of 100 USDT, paid from the wallet. The payout guard has its payout, and the rail cannot send it yet. */
async function unsentOrder(): Promise<string> {
  rail.preparation = { state: "wait", reason: "coins" };
  await savedPayoutAccount(service, anna, { agoMs: 30 * 86_400_000 });
  const order = await walletDraft(service, "100", anna);
  expect((await payFromWallet(service, anna, order)).status).toBe(200);
  return order.ref;
}

/** What can still be stopped: a withdrawal that waits for its day, one that waits for its code, an order. */
async function unsent() {
  const cooling = await requested(service, anna, { account: otherAddress, amount: "50" });
  await confirm(service, anna, cooling);
  const unconfirmed = await requested(service, anna, { amount: "40" });
  return { cooling: cooling.id, unconfirmed: unconfirmed.id, order: await unsentOrder() };
}

const press = async () => (await service.call("memberFreeze", by(anna.token))).reply().data;
const pressLink = async () => {
  const key = await reportKey(service, anna.email);
  return (await service.call("withdrawalsReport", { body: { key }, ...from("198.51.100.7") })).reply().data;
};
const statesOf = ({ stopped }: Pick<AccountFreeze, "stopped">) => stopped.map(({ id, state }) => [id, state]);
const walletAfter = async () => {
  anna.token = await signedIn(service, anna.email);
  return desk.wallet();
};

describe.each(["session", "link", "operator"] as const)("the freeze behind the door of the %s", (door) => {
  test("gives back withdrawals and orders that were not sent, in whole amounts, and nothing leaves afterwards", async () => {
    const { cooling, unconfirmed, order } = await unsent();
    if (door === "operator")
      expect(await desk.operator("members freeze", { email: anna.email })).toMatchObject({ ok: true });
    else
      expect(await (door === "link" ? pressLink() : press())).toMatchObject({
        ...{ frozen_at: freezesOn, frozen_until: frozenUntil },
        returned: [{ asset: "usdt-trc20", amount: "190.000000" }],
      });
    expect(await walletAfter()).toMatchObject({ posted: "1000.000000", available: "1000.000000", held: "0.000000" });
    const { data } = (await service.call("memberFreezeShow", by(anna.token))).reply();
    // Those of the same moment in no particular order.
    expect(statesOf(data).sort()).toEqual(
      [
        [cooling, "returned"],
        [unconfirmed, "returned"],
        [order, "returned"],
      ].sort(),
    );
    rail.preparation = undefined;
    await service.pass(2 * 86_400);
    await resume(desk);
    expect(rail.sent.size).toBe(0);
    anna.token = await signedIn(service, anna.email);
    expect((await ask(service, anna)).problem()).toMatchObject({ code: "withdrawals_frozen", until: frozenUntil });
    expect(await verify(service.ctx.db)).toEqual([]);
  });
});

describe("the page of a freeze", () => {
  test("lists what had left in the last seven days, the last before that, and what is held", async () => {
    const first = await confirmed(service, anna, { amount: "120" });
    await service.pass(8 * 86_400);
    anna.token = await signedIn(service, anna.email);
    const second = await confirmed(service, anna, { amount: "30" });
    rail.preparation = { state: "wait", reason: "coins" };
    const third = await confirmed(service, anna, { amount: "20" });
    expect(await press()).toMatchObject({
      stopped: [{ id: third.id, amount: "20.000000", state: "held" }],
      returned: [],
      left: [{ id: second.id, amount: "30.000000", label: "bLSE" }],
      left_before: { id: first.id, amount: "120.000000" },
      email: "a•••a@example.com",
    });
  });

  test("names the addresses that it has removed and the sessions that it has ended, and keeps only the one that asked", async () => {
    const other = await signedIn(service, anna.email);
    const frozen = await press();
    expect(frozen).toMatchObject({
      addresses_removed: [{ asset: "usdt-trc20", label: "bLSE", saved_at: "2026-11-21T12:00:00.000Z" }],
      session_kept: true,
    });
    // The session of the sign-up has ended by itself.
    expect(frozen.sessions_ended).toHaveLength(1);
    expect((await service.call("memberProfile", by(other))).problem()).toMatchObject({ code: "unauthenticated" });
    expect((await service.call("memberAddresses", by(anna.token))).reply().data).toEqual([]);
    const all = (await service.call("memberFreeze", { body: { end_this_session: true }, ...by(anna.token) })).reply();
    expect(all.data).toMatchObject({ session_kept: false });
    expect((await service.call("memberProfile", by(anna.token))).problem()).toMatchObject({ code: "unauthenticated" });
  });

  test("stays the same when it is asked for again, with the time of the first", async () => {
    await requested(service, anna, { amount: "40" });
    const first = await pressLink();
    await service.pass(3600);
    const again = await pressLink();
    expect(again).toMatchObject({ frozen_at: first.frozen_at, stopped: first.stopped, returned: first.returned });
    expect(again.key).toBe(first.key);
    const emails = (await service.emails(anna.email)).filter(({ kind }) => kind === "account_frozen");
    expect(emails).toHaveLength(1);
    expect(emails[0]?.text).toContain("IP address: 198.51.100.7");
    expect(emails[0]?.text).toMatch(/Frozen until: .+\nBack in your wallets: 40\sUSDT/);
  });

  test("opens by its key without a session while it lasts, and by nothing else", async () => {
    const { key } = await press();
    expect((await service.call("memberFreezeShow", { body: { key } })).reply().data).toMatchObject({ cause: "owner" });
    for (const wrong of [`${key}x`, key.replace("fz_", "fy_"), "", await reportKey(service, anna.email)])
      expect((await service.call("memberFreezeShow", { body: { key: wrong } })).problem()).toMatchObject({
        status: 404,
      });
    expect((await service.call("memberFreezeShow")).problem()).toMatchObject({ status: 404 });
    await desk.operator("members unfreeze", { email: anna.email });
    expect((await service.call("memberFreezeShow", { body: { key } })).problem()).toMatchObject({ status: 404 });
    expect((await service.call("memberFreezeShow", by(anna.token))).problem()).toMatchObject({ status: 404 });
  });

  test("leads to a new password by a code to the account's own mailbox, and the freeze stays", async () => {
    const { key } = await press();
    const { data } = (await service.call("memberFreezeCode", { body: { key } })).reply();
    const code = await codeFor(service, anna.email, "reset");
    const { newPassword } = freezing(desk);
    const body = { challenge_id: data.challenge_id, email: data.email, code, password: newPassword };
    const changed = (await service.call("passwordUpdate", { body })).reply();
    expect(changed.data).toMatchObject({ withdrawals_frozen_until: frozenUntil });
    expect((await service.call("memberFreezeShow", { body: { key } })).status).toBe(200);
  });
});

test("a message from its page is the member's, without a session, and our team sees what was stopped", async () => {
  const waiting = await requested(service, anna, { amount: "40" });
  const { key } = await pressLink();
  const body = { email: "", topic: "account", message: "I did not ask for this.", freeze_key: key };
  const { data } = (await service.ask("supportMessage", { body, key: "m1" })).reply();
  const seen = await desk.operator("tickets show", { ticket: data.ticket });
  expect(JSON.stringify(seen)).toContain(waiting.id);
  const { data: ticketView } = (
    await service.call("supportTicket", { query: { ticket: data.ticket }, token: data.token })
  ).reply();
  expect(JSON.stringify(ticketView)).not.toContain(waiting.id);
  const wrong = { ...body, freeze_key: `${key}x` };
  expect((await service.ask("supportMessage", { body: wrong, key: "m2" })).problem()).toMatchObject({
    errors: [{ pointer: "/email", code: "required" }],
  });
});

test("while it lasts no address is saved and the email is not changed", async () => {
  await press();
  const address = { asset: "usdt-trc20", label: "mine", account: otherAddress };
  expect((await service.ask("memberAddressAdd", { body: address, ...by(anna.token) })).problem()).toMatchObject({
    ...{ status: 423, code: "account_frozen", until: frozenUntil },
  });
  const change = { email: "thief@example.com", password };
  expect((await service.ask("emailChangeRequest", { body: change, ...by(anna.token) })).problem()).toMatchObject({
    ...{ status: 423, code: "account_frozen" },
  });
  await desk.operator("members unfreeze", { email: anna.email });
  expect((await saveAddress(service, anna, address)).status).toBe(201);
});

test("a code for another email that was asked for before does not change it", async () => {
  const change = { email: "thief@example.com", password };
  const { data } = (await service.call("emailChangeRequest", { body: change, ...by(anna.token) })).reply();
  await press();
  const code = await codeFor(service, change.email, "email_change");
  const body = { challenge_id: data.challenge_id, code };
  expect((await service.ask("emailChangeConfirm", { body, ...by(anna.token) })).problem()).toMatchObject({
    code: "account_frozen",
  });
});

test("an order whose payout the rail has is named and stays as it is", async () => {
  const sent = await unsentOrder();
  rail.preparation = undefined;
  rail.reading = { state: "pending" };
  await resume(desk);
  await service.pass(1);
  const unsentYet = await unsentOrder();
  expect(rail.sent.size).toBe(1);
  expect(statesOf(await press())).toEqual([
    [sent, "leaving"],
    [unsentYet, "returned"],
  ]);
  expect(await verify(service.ctx.db)).toEqual([]);
});
