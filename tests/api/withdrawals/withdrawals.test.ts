import { beforeEach, describe, expect, test } from "vitest";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { memberCalls } from "../../support/service/member-calls.ts";
import { by, type Member, signedUp, totpCode } from "../../support/service/members.ts";
import { figures } from "../../support/wallets/deposits.ts";
import {
  ask,
  confirm,
  confirmed,
  fundedMember,
  later,
  movementOf,
  readyMember,
  readyMemberWithApp,
  requested,
  tronAddress,
  violations,
  withdrawalOf,
} from "../../support/withdrawals/withdrawals.ts";

let service: Exchange;
let anna: Member;

const wallet = () => figures(service, anna);
const whole = { posted: "1000.000000", available: "1000.000000", held: "0.000000" };
const kinds = async () =>
  (await service.emails(anna.email)).map(({ kind }) => kind).filter((kind) => kind.startsWith("withdrawal_"));

describe("a withdrawal to a known address", () => {
  beforeEach(async () => {
    service = await exchange();
    anna = await readyMember(service);
  });

  test("goes from its request over the code to its transaction", async () => {
    const withdrawal = await requested(service, anna);
    expect(withdrawal).toMatchObject({
      ...{ amount: "100.000000", fee: "1.000000", net: "99.000000", account: tronAddress, status: "confirm_pending" },
      ...{ confirm_with: "email", challenge: { code_length: 6 }, tx: null },
    });
    expect(await wallet()).toMatchObject({ posted: "1000.000000", available: "900.000000", held: "100.000000" });
    expect((await confirm(service, anna, withdrawal)).reply().data.status).toBe("processing");
    await service.pass(1);
    const done = await withdrawalOf(service, anna, withdrawal.id);
    expect(done).toMatchObject({ status: "completed", reason: null, actions: [], tx: { id: expect.any(String) } });
    expect(done.timeline.map(({ status }) => status)).toEqual(["requested", "approved", "completed"]);
    expect(await wallet()).toMatchObject({ posted: "900.000000", available: "900.000000", held: "0.000000" });
    const { data } = (await service.call("memberTransactions", by(anna.token))).reply();
    const latest = data.map(({ type, amount, withdrawal_id }) => [type, amount, withdrawal_id]).slice(0, 2);
    expect(latest.sort()).toEqual([
      ["withdrawal", "99.000000", withdrawal.id],
      ["withdrawal_fee", "1.000000", withdrawal.id],
    ]);
    expect((await kinds()).sort()).toEqual(["withdrawal_approved", "withdrawal_code", "withdrawal_completed"]);
    expect(await violations(service)).toEqual([]);
  });

  test("that is asked for again with the same key is the same one, and holds its money once", async () => {
    const first = (await ask(service, anna, {}, "one key")).reply().data;
    const again = (await ask(service, anna, {}, "one key")).reply().data;
    expect(again.id).toBe(first.id);
    const reused = await ask(service, anna, { amount: "50" }, "one key");
    expect(reused.problem()).toMatchObject({ code: "idempotency_key_reused" });
    expect(await wallet()).toMatchObject({ held: "100.000000" });
    const body = { asset: "usdt-trc20", amount: "50", account: tronAddress };
    const keyless = await service.ask("balanceWithdraw", { body, ...by(anna.token) });
    expect(keyless.problem()).toMatchObject({ code: "idempotency_key_required" });
  });

  test("is refused above the day's limit, with what is used and how to raise it", async () => {
    await ask(service, anna, { amount: "900" });
    const rich = await fundedMember(service, "rich@example.com", 90_000_000000n);
    const withdrawal = (await ask(service, rich, { amount: "1500" })).reply().data;
    expect((await ask(service, rich, { amount: "2500" })).problem()).toMatchObject({
      code: "withdrawal_limit",
      limit: { level: 1, day_usd: "2000.00", raise: "authenticator", next_day_usd: "20000.00" },
    });
    const { limit } = (await ask(service, rich, { amount: "600" })).problem();
    expect(limit).toMatchObject({ used_usd: expect.stringMatching(/^1[45]\d\d\./), left_usd: expect.any(String) });
    // What the wallet does not have is said first: no limit that is raised would let it leave.
    expect((await ask(service, rich, { amount: "99999" })).problem()).toMatchObject({ code: "insufficient_funds" });
    // What ends without being sent is not used.
    await service.call("withdrawalsCancel", { body: { id: withdrawal.id }, ...by(rich.token) });
    await service.pass(60);
    expect((await ask(service, rich, { amount: "600" })).status).toBe(201);
  });

  test("is refused above the day's limit together with one that left today, however long that had waited", async () => {
    const rich = await fundedMember(service, "rich@example.com", 90_000_000000n);
    const waiting = await confirmed(service, rich, { amount: "1500" });
    await later(service, rich, 86_400 + 60);
    expect((await withdrawalOf(service, rich, waiting.id)).status).toBe("completed");
    expect((await ask(service, rich, { amount: "600" })).problem()).toMatchObject({ code: "withdrawal_limit" });
    await later(service, rich, 86_400);
    expect((await ask(service, rich, { amount: "600" })).status).toBe(201);
  });
});

describe("a withdrawal", () => {
  beforeEach(async () => {
    service = await exchange();
    anna = await fundedMember(service);
  });

  test("to a new address waits a day after its code, and can be cancelled until then", async () => {
    const withdrawal = await confirmed(service, anna);
    await service.pass(60);
    const second = await confirmed(service, anna, { amount: "50" });
    expect(withdrawal).toMatchObject({ status: "cooling_off", available_at: "2026-11-22T12:00:00.000Z" });
    const cancel = { body: { id: second.id }, ...by(anna.token) };
    expect((await service.call("withdrawalsCancel", cancel)).reply().data).toMatchObject({
      ...{ status: "cancelled", reason: "by_member" },
    });
    expect((await service.ask("withdrawalsCancel", cancel)).problem()).toMatchObject({ code: "invalid_transition" });
    await later(service, anna, 86_339);
    expect((await withdrawalOf(service, anna, withdrawal.id)).status).toBe("cooling_off");
    await service.pass(2);
    expect((await withdrawalOf(service, anna, withdrawal.id)).status).toBe("completed");
    expect(await wallet()).toMatchObject({ posted: "900.000000", available: "900.000000", held: "0.000000" });
    expect(await movementOf(service, second.id)).toBeUndefined();
    expect(await violations(service)).toEqual([]);
  });

  test("is confirmed with the authenticator where there is one, in the same call too", async () => {
    const { member, secret } = await readyMemberWithApp(service, "app@example.com");
    const withdrawal = await requested(service, member, { two_factor_code: "000000" });
    expect(withdrawal).toMatchObject({ status: "confirm_pending", confirm_with: "authenticator", challenge: null });
    const right = totpCode(service, secret);
    const next = await requested(service, member, { two_factor_code: right });
    expect(next.status).toBe("processing");
    const reused = await confirm(service, member, withdrawal, right);
    expect(reused.problem()).toMatchObject({ code: "two_factor_invalid" });
  });

  test("that is not confirmed in time is cancelled and gives everything back", async () => {
    const withdrawal = await requested(service, anna);
    await service.pass(1800);
    expect(await withdrawalOf(service, anna, withdrawal.id)).toMatchObject({
      status: "cancelled",
      reason: "not_confirmed",
    });
    expect(await wallet()).toMatchObject(whole);
  });

  test("that could have left a month ago is given back with an email, and does not leave", async () => {
    const withdrawal = await confirmed(service, anna);
    expect(withdrawal.status).toBe("cooling_off");
    // The service was away: nothing was applied until now.
    await later(service, anna, 30 * 86_400);
    expect(await withdrawalOf(service, anna, withdrawal.id)).toMatchObject({ status: "cancelled", reason: "lapsed" });
    expect(await movementOf(service, withdrawal.id)).toBeUndefined();
    expect(await wallet()).toMatchObject(whole);
    expect(await kinds()).toContain("withdrawal_lapsed");
    expect(await violations(service)).toEqual([]);
  });

  test("shows fee, net and the wait before anything is asked, and holds nothing for it", async () => {
    const body = { asset: "usdt-trc20", amount: "100", account: tronAddress };
    const { data } = (await service.call("withdrawalQuote", { body, ...by(anna.token) })).reply();
    expect(data).toMatchObject({ fee: "1.000000", net: "99.000000", confirm_with: "email", is_new_address: true });
    expect(await wallet()).toMatchObject(whole);
  });

  test("with a wrong amount, address or asset is refused at its field, and holds nothing", async () => {
    const wishes = [
      [{ amount: "9.999999" }, "/amount", "below_min"],
      [{ amount: "1e3" }, "/amount", "amount_format"],
      [{ account: "0x52908400098527886E0F7030069857D2E4169EE7" }, "/account", "address_network"],
      [{ address_id: "adr_of_nobody" }, "/address_id", "invalid"],
      [{ asset: "paypal-usd" }, "/asset", "not_allowed"],
    ] as const;
    for (const [input, pointer, code] of wishes) {
      expect((await ask(service, anna, input)).problem().errors, pointer).toMatchObject([{ pointer, code }]);
    }
    expect((await ask(service, anna, { amount: "1000.000001" })).problem()).toMatchObject({
      code: "insufficient_funds",
    });
    expect(await wallet()).toMatchObject(whole);
  });
});

test("with WALLETS=off no call about withdrawals is available", async () => {
  service = await exchange({ settings: { WALLETS: "off" } });

  const { token } = await signedUp(service, "anna@example.com");
  const theirs = { session: "se_1", address: "adr_1", withdrawal: "wd_1", link: "blog" };
  for (const name of [
    "withdrawalQuote",
    "withdrawalsCreate",
    "balanceWithdraw",
    "withdrawalsConfirm",
    "withdrawalsCode",
    "withdrawalsCancel",
    "withdrawalsShow",
    "withdrawalsList",
    "withdrawalsAddressesOnly",
    "withdrawalsAddressesOnlyCode",
  ] as const) {
    const response = await service.ask(name, { ...memberCalls[name]?.(theirs), ...by(token) });
    expect(response.problem(), name).toMatchObject({ status: 501, code: "not_available" });
  }
  const unknown = await service.ask("withdrawalsReport", { body: { key: "wd_1-k" } });
  expect(unknown.problem()).toMatchObject({ code: "not_available" });
});
