import { beforeEach, expect, test } from "vitest";
import { operatorsOf } from "../../../upstream/payouts/commands/operators-of.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, type Member, signedIn } from "../../support/service/members.ts";
import { opened, report, walletOf } from "../../support/wallets/deposits.ts";
import { requested } from "../../support/withdrawals/withdrawals.ts";

let service: Exchange;
let anna: Member;

beforeEach(async () => {
  service = await exchange();
  const { member, address } = await walletOf(service);
  anna = member;
  await report(service, address, { railPaymentId: "one", state: "final" });
  await service.call("affiliateJoin", by(anna.token));
  const { email } = anna;
  await as("of a partner's rate", "partners rate", { email, percent: "10" });
  await as("of a wallet", "wallets adjust", { email, asset: "usdt-trc20", amount: "20", kind: "add" });
  await as("of an account", "members unlock", { email });
});

const as = async (name: string, command: string, args: Record<string, string>) =>
  expect(
    await runCommand(service.ctx, { command, args: { reason: "asked for", ...args }, operator: { name } }),
  ).toMatchObject({ ok: true });
const ofWithdrawal = async () => {
  const { id } = await requested(service, anna, { amount: "20" });
  return (await operatorsOf(service.ctx.db.orm, { orderRef: null, withdrawalId: id })).sort();
};
const all = ["of a partner's rate", "of a wallet", "of an account"];

test("operators who changed a member's account, wallet or rewards have worked on the member's withdrawals", async () => {
  const { member: eve } = await walletOf(service, "eve@example.com");
  await opened(service, eve, "btc");
  await as("of another", "wallets adjust", { email: eve.email, asset: "btc", amount: "0.01", kind: "add" });
  expect(await ofWithdrawal()).toEqual(all);
});

test("operators who changed a member's account, wallet or rewards have worked on the member's orders, and on no guest's", async () => {
  const body = { from: "usdt-trc20", to: "paypal-usd", amount: "500" };
  const memberOrder = (await service.call("exchangeStepOne", { body, ...by(anna.token) })).reply().data.order.ref;
  const guests = (await service.call("exchangeStepOne", { body })).reply().data.order.ref;
  const of = async (orderRef: string) =>
    (await operatorsOf(service.ctx.db.orm, { orderRef, withdrawalId: null })).sort();
  expect([await of(memberOrder), await of(guests)]).toEqual([all, []]);
});

test("not when that was more than a month before", async () => {
  await service.pass(31 * 86_400);
  anna.token = await signedIn(service, anna.email);
  expect(await ofWithdrawal()).toEqual([]);
});
