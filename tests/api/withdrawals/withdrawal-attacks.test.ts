import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { withdrawal } from "../../../upstream/db/schema/withdrawals.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, codeFor, from, type Member, password, signedIn } from "../../support/service/members.ts";
import { figures } from "../../support/wallets/deposits.ts";
import {
  ask,
  confirm,
  fundedMember,
  otherAddress,
  readyMember,
  requested,
  savedAddress,
  tronAddress,
  withdrawalOf,
} from "../../support/withdrawals/withdrawals.ts";

let service: Exchange;
let anna: Member;

beforeEach(async () => {
  service = await exchange();
  anna = await readyMember(service);
});

const untouched = { posted: "1000.000000", available: "900.000000", held: "100.000000" };
const code = () => codeFor(service, anna.email, "withdrawal");

describe("another member", () => {
  test("neither sees nor moves a withdrawal, and reads nothing of it in statements, lists and CSV", async () => {
    const eve = await fundedMember(service, "eve@example.com");
    const request = await requested(service, anna);
    const { amount, account } = request;
    const body = { id: request.id };
    const tried = [
      await service.ask("withdrawalsShow", { query: body, ...by(eve.token) }),
      await service.ask("withdrawalsCancel", { body, ...by(eve.token) }),
      await service.ask("withdrawalsCode", { body, ...by(eve.token) }),
      await service.ask("withdrawalsConfirm", {
        body: { ...body, amount, account, code: await code() },
        ...by(eve.token),
      }),
    ];
    for (const response of tried) expect(response.problem()).toMatchObject({ status: 404, code: "not_found" });
    const read = [
      await service.ask("withdrawalsList", { query: { page: "1" }, ...by(eve.token) }),
      await service.ask("memberTransactions", { query: { format: "csv" }, ...by(eve.token) }),
      await service.ask("memberStatement", { query: { month: "2026-11" }, ...by(eve.token) }),
      await service.ask("memberExport", by(eve.token)),
    ];
    for (const { status, text } of read) {
      expect(status).toBe(200);
      for (const secret of [request.id, tronAddress, anna.email]) expect(text).not.toContain(secret);
    }
    expect(await withdrawalOf(service, anna, request.id)).toMatchObject({ status: "confirm_pending" });
    expect(await figures(service, anna)).toMatchObject(untouched);
  });

  test("cannot withdraw to a saved address of somebody else, nor with somebody else's idempotency key", async () => {
    const eve = await fundedMember(service, "eve@example.com");
    const id = await savedAddress(service, anna, otherAddress);
    const theirs = await ask(service, eve, { address_id: id });
    expect(theirs.problem().errors).toMatchObject([{ pointer: "/address_id", code: "invalid" }]);
    const first = (await ask(service, anna, {}, "shared")).reply().data;
    const second = (await ask(service, eve, {}, "shared")).reply().data;
    expect(second.id).not.toBe(first.id);
    expect((await figures(service, eve)).held).toBe("100.000000");
  });
});

describe("a code", () => {
  test("of one withdrawal confirms no other", async () => {
    const first = await requested(service, anna, { amount: "20" });
    const codeOfFirst = await code();
    await service.pass(60);
    const second = await requested(service, anna, { amount: "500" });
    expect((await confirm(service, anna, second, codeOfFirst)).problem()).toMatchObject({ code: "code_invalid" });
    expect((await confirm(service, anna, first, codeOfFirst)).status).toBe(200);
    expect((await confirm(service, anna, second, codeOfFirst)).problem()).toMatchObject({ code: "code_invalid" });
    expect(await withdrawalOf(service, anna, second.id)).toMatchObject({ status: "confirm_pending" });
  });

  test("does not confirm another amount or address than the member has read, and is not used up by it", async () => {
    const request = await requested(service, anna);
    const right = await code();
    const swapped = await confirm(service, anna, { ...request, account: otherAddress }, right);
    expect(swapped.problem().errors).toMatchObject([{ pointer: "/account", code: "differs" }]);
    const larger = await confirm(service, anna, { ...request, amount: "10" }, right);
    expect(larger.problem().errors).toMatchObject([{ pointer: "/amount", code: "differs" }]);
    expect(await figures(service, anna)).toMatchObject(untouched);
    expect((await confirm(service, anna, request, right)).status).toBe(200);
  });

  test.each([
    ["address", { account: otherAddress }, { account: otherAddress }],
    ["amount", { amount: 900_000000n }, { amount: "900.000000" }],
    ["memo", { memo: "7" }, {}],
  ])("does not confirm another %s that was put into the database after it was emailed", async (_, changed, read) => {
    const request = await requested(service, anna);
    const right = await code();
    await service.ctx.db.orm.update(withdrawal).set(changed).where(eq(withdrawal.id, request.id));
    const confirmation = await confirm(service, anna, { ...request, ...read }, right);
    expect(confirmation.problem()).toMatchObject({ code: "code_expired" });
  });

  test("cannot be guessed: after five wrong ones another has to be sent", async () => {
    const request = await requested(service, anna);
    const right = await code();
    const wrong = right === "000000" ? "000001" : "000000";
    for (let tries = 0; tries < 5; tries += 1) await confirm(service, anna, request, wrong);
    expect((await confirm(service, anna, request, right)).status).toBeGreaterThanOrEqual(400);
    await service.pass(60);
    await service.call("withdrawalsCode", { body: { id: request.id }, ...by(anna.token) });
    expect((await confirm(service, anna, request)).status).toBe(200);
  });
});

describe("a stolen session", () => {
  test("moves nothing after a change of password: what waits for its address is cancelled, and stays so", async () => {
    const cooling = await requested(service, anna, { account: otherAddress });
    await confirm(service, anna, cooling);
    await service.pass(60);
    const waiting = await requested(service, anna, { amount: "50" });
    const right = await code();
    const body = { current_password: password, password: "another horse entirely", two_factor_code: null };
    const { data } = (await service.call("memberSettingsPassword", { body, ...by(anna.token) })).reply();
    expect((await ask(service, anna)).problem()).toMatchObject({ code: "unauthenticated" });
    anna.token = data.access_token;
    const until = data.withdrawals_frozen_until;
    expect((await ask(service, anna)).problem()).toMatchObject({ code: "withdrawals_frozen", until });
    expect((await confirm(service, anna, waiting, right)).problem()).toMatchObject({
      code: "withdrawals_frozen",
      until,
    });
    const quoted = { body: { asset: "usdt-trc20", amount: "10", account: tronAddress }, ...by(anna.token) };
    expect((await service.ask("withdrawalQuote", quoted)).problem()).toMatchObject({ code: "withdrawals_frozen" });
    await service.pass(5);
    const rows = () => service.ctx.db.orm.select().from(withdrawal).where(eq(withdrawal.memberId, anna.id));
    expect((await rows()).map(({ status, reason }) => [status, reason])).toEqual([
      ["rejected", "frozen"],
      ["rejected", "frozen"],
    ]);
    expect((await service.emails(anna.email)).map(({ kind }) => kind)).toContain("withdrawal_frozen");
    await service.pass(2 * 86_400);
    expect((await rows()).map(({ id, status }) => [id, status])).toContainEqual([cooling.id, "rejected"]);
  });

  test("that is remembered from an older sign-in has to sign in again", async () => {
    const { data } = (
      await service.call("signin", { body: { email: anna.email, password, remember: true }, ...from("198.51.100.7") })
    ).reply();
    if (data["2fa"]) throw new Error("No second factor is set up");
    await service.pass(86_400);
    const thief = { ...anna, token: data.access_token };
    expect((await ask(service, thief)).problem()).toMatchObject({ status: 403, code: "sign_in_again" });
    anna.token = await signedIn(service, anna.email);
    const request = await requested(service, anna);
    const confirmation = await confirm(service, thief, request);
    expect(confirmation.problem()).toMatchObject({ status: 403, code: "sign_in_again" });
  });
});
