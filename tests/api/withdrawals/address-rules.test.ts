import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { asset } from "../../../upstream/db/schema/market.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, codeFor, type Member } from "../../support/service/members.ts";
import { saveAddress } from "../../support/service/saved-addresses.ts";
import { opened, report } from "../../support/wallets/deposits.ts";
import {
  ask,
  confirmed,
  fundedMember,
  later,
  otherAddress,
  reportKey,
  savedAddress,
  tronAddress,
} from "../../support/withdrawals/withdrawals.ts";

let service: Exchange;
let anna: Member;

beforeEach(async () => {
  service = await exchange();
  anna = await fundedMember(service);
});

const quote = async (input: object = {}) => {
  const body = { asset: "usdt-trc20", amount: "100", account: tronAddress, ...input };
  return (await service.call("withdrawalQuote", { body, ...by(anna.token) })).reply().data;
};
const setOnly = (on: boolean, code?: string) =>
  service.ask("withdrawalsAddressesOnly", { body: { on, code: code ?? null }, ...by(anna.token) });
const rule = async () => (await service.call("memberProfile", by(anna.token))).reply().data.withdrawal_addresses_only;

describe("a saved address", () => {
  test("waits a day after it was saved, and says from when it can be used", async () => {
    const id = await savedAddress(service, anna);
    const { data } = (await service.call("memberAddresses", by(anna.token))).reply();
    expect(data).toMatchObject([{ id, usable_at: "2026-11-22T12:00:00.000Z" }]);
    await later(service, anna, 86_399);
    expect(await quote({ account: null, address_id: id })).toMatchObject({
      ...{ is_new_address: true, available_at: "2026-11-22T12:00:00.000Z", account: tronAddress },
    });
    await service.pass(1);
    expect(await quote({ account: null, address_id: id })).toMatchObject({ is_new_address: false, available_at: null });
    expect(await quote()).toMatchObject({ is_new_address: false });
  });

  test("that was deleted and saved again waits again", async () => {
    const id = await savedAddress(service, anna);
    await later(service, anna);
    await service.call("memberAddressRemove", { query: { id }, ...by(anna.token) });
    await savedAddress(service, anna);
    expect(await quote()).toMatchObject({ is_new_address: true, available_at: "2026-11-23T12:00:00.000Z" });
  });

  test("with another memo is another place, and waits again", async () => {
    const { db, market } = service.ctx;
    await db.orm.update(asset).set({ needsMemo: true }).where(eq(asset.id, "usdt-trc20"));
    market.changed();
    const save = (memo: string) =>
      saveAddress(service, anna, { asset: "usdt-trc20", label: `Exchange ${memo}`, account: tronAddress, memo });
    await save("1001");
    await later(service, anna);
    expect(await quote({ memo: "1001" })).toMatchObject({ is_new_address: false });
    await save("2002");
    expect(await quote({ memo: "2002" })).toMatchObject({ available_at: "2026-11-23T12:00:00.000Z" });
    expect(await quote({ memo: "1001" })).toMatchObject({ is_new_address: false });
  });

  test("of another currency is new for this one, and the quote says for which it is known", async () => {
    const account = "0x52908400098527886E0F7030069857D2E4169EE7";
    await saveAddress(service, anna, { asset: "eth", label: "Ether", account });
    await later(service, anna);
    const address = await opened(service, anna, "usdt-erc20");
    await report(service, address, { railPaymentId: "ether", state: "final" });
    expect(await quote({ asset: "usdt-erc20", amount: "50", account })).toMatchObject({
      ...{ is_new_address: true, known_for: ["eth"], available_at: "2026-11-23T12:00:00.000Z" },
    });
    const refused = await service.ask("withdrawalQuote", {
      body: { asset: "usdt-trc20", amount: "100", account },
      ...by(anna.token),
    });
    expect(refused.problem().errors).toMatchObject([{ pointer: "/account", code: "address_network" }]);
  });
});

describe("a limit to saved addresses", () => {
  test("holds at once, and ends a day after it was turned off with the code of an email", async () => {
    await savedAddress(service, anna);
    expect((await setOnly(true)).reply().data).toEqual({ on: true, ends_at: null });
    expect((await ask(service, anna, { account: otherAddress })).problem()).toMatchObject({
      code: "address_not_whitelisted",
    });
    expect((await ask(service, anna)).status).toBe(201);
    expect((await setOnly(false)).problem()).toMatchObject({ code: "code_expired" });
    await service.pass(60);
    await service.call("withdrawalsAddressesOnlyCode", by(anna.token));
    const code = await codeFor(service, anna.email, "addresses_only");
    const wrong = code === "000000" ? "000001" : "000000";
    expect((await setOnly(false, wrong)).problem()).toMatchObject({ code: "code_invalid", attempts_left: 4 });
    const ends = "2026-11-22T12:01:00.000Z";
    expect((await setOnly(false, code)).reply().data).toEqual({ on: true, ends_at: ends });
    expect(await rule()).toEqual({ on: true, ends_at: ends });
    const kinds = (await service.emails(anna.email)).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(["addresses_only_on", "addresses_only_code", "addresses_only_off"]));
    await later(service, anna, 86_399);
    expect((await ask(service, anna, { account: otherAddress })).problem().code).toBe("address_not_whitelisted");
    await service.pass(1);
    expect((await ask(service, anna, { account: otherAddress })).status).toBe(201);
    expect(await rule()).toEqual({ on: false, ends_at: null });
  });

  test("that is turned on again before it ends stays", async () => {
    await setOnly(true);
    await service.call("withdrawalsAddressesOnlyCode", by(anna.token));
    await setOnly(false, await codeFor(service, anna.email, "addresses_only"));
    expect((await setOnly(true)).reply().data).toEqual({ on: true, ends_at: null });
    await later(service, anna);
    expect(await rule()).toEqual({ on: true, ends_at: null });
  });

  test("is not turned off with the code of a withdrawal", async () => {
    await savedAddress(service, anna);
    await setOnly(true);
    await ask(service, anna);
    const ofWithdrawal = await codeFor(service, anna.email, "withdrawal");
    expect((await setOnly(false, ofWithdrawal)).problem()).toMatchObject({ code: "code_expired" });
    expect(await rule()).toEqual({ on: true, ends_at: null });
  });
});

describe("an address that was withdrawn to", () => {
  const reports = async () => {
    const key = await reportKey(service, anna.email);
    (await service.call("withdrawalsReport", { body: { key } })).reply();
    await later(service, anna, 8 * 86_400);
  };

  test("within the days before a freeze that the freeze looks back over waits again as a new one", async () => {
    await confirmed(service, anna, { account: otherAddress });
    await later(service, anna);
    await service.runJobs();
    expect(await quote({ account: otherAddress })).toMatchObject({ is_new_address: false });
    await reports();
    expect(await quote({ account: otherAddress })).toMatchObject({ is_new_address: true });
  });

  test("before those days, or after the freeze, keeps its age", async () => {
    await confirmed(service, anna, { account: otherAddress });
    await later(service, anna);
    await service.runJobs();
    await later(service, anna, 7 * 86_400);
    await ask(service, anna, { amount: "20" });
    await reports();
    expect(await quote({ account: otherAddress })).toMatchObject({ is_new_address: false });
    await confirmed(service, anna);
    await later(service, anna);
    expect(await quote()).toMatchObject({ is_new_address: false });
  });
});
