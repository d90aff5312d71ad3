import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { attempt } from "../../../upstream/db/schema/accounts.ts";
import { transfer } from "../../../upstream/db/schema/ledger.ts";
import { walletSettling } from "../../../upstream/db/schema/wallets.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { acceptTerms, giveDetails, type OpenedOrder } from "../../support/orders/order-steps.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, type Member } from "../../support/service/members.ts";
import { repeating } from "../../support/service/repeating.ts";
import { figures, opened, report } from "../../support/wallets/deposits.ts";
import { askToPay, issuedConfirmation } from "../../support/wallets/wallet-payment.ts";
import { ask, readyMember, readyMemberWithApp, violations } from "../../support/withdrawals/withdrawals.ts";

/** RACES=1000 is the long run. */
const rounds = Number(process.env.RACES ?? 1);
const cancel = (service: Exchange, { token }: Member, id: string) =>
  service.call("withdrawalsCancel", { body: { id }, ...by(token) });

test("of 32 withdrawals of the whole balance at once one is made", async () => {
  const service = repeating(await exchange());
  const { member } = await readyMemberWithApp(service);
  for (let round = 0; round < rounds; round += 1) {
    const answers = await Promise.all(Array.from({ length: 32 }, () => ask(service, member, { amount: "1000" })));
    const [accepted, ...others] = answers.filter(({ status }) => status === 201);
    expect(others).toEqual([]);
    for (const response of answers.filter(({ status }) => status !== 201)) {
      expect(response.problem()).toMatchObject({ status: 422, code: "insufficient_funds" });
    }
    expect(await figures(service, member)).toMatchObject({ available: "0.000000", held: "1000.000000" });
    await cancel(service, member, accepted?.reply().data.id ?? "");
    expect(await figures(service, member)).toMatchObject({ available: "1000.000000", held: "0.000000" });
  }
  expect(await violations(service)).toEqual([]);
}, 3_600_000);

test("8 withdrawals and 8 payments of orders at once use what is available, and never what settles still", async () => {
  const service = repeating(await exchange());
  const member = await readyMember(service);
  const fund = { asset: "paypal-usd", amount: "9000000", reason: "races", anyway: "yes" };
  await runCommand(service.ctx, { command: "reserve fund", args: fund, operator: { name: "anna" } });
  const address = await opened(service, member, "usdt-trc20");
  const deposit = (railPaymentId: string, amount: bigint) =>
    report(service, address, { railPaymentId, state: "final", amount });
  await deposit("settles later", 700_000000n);
  await settlesLater(service, member, 700_000000n);
  const drafts: OpenedOrder[] = [];
  for (let round = 0; round < rounds; round += 1) {
    while (drafts.length < 8) drafts.push(await draft(service, member, "400"));
    // An hour allows ten codes of withdrawals.
    await service.ctx.db.orm.delete(attempt);
    const payments = drafts.map((order, nth) => pay(service, member, order, `${round}:${nth}`));
    const withdrawals = drafts.map(() => ask(service, member, { amount: "400" }));
    const [paid, requests] = await Promise.all([Promise.all(payments), Promise.all(withdrawals)]);
    const ids = requests.flatMap((response) => (response.status === 201 ? [response.reply().data.id] : []));
    const unpaid = drafts.filter((_, nth) => paid[nth]?.status !== 200);
    const refused = [...paid, ...requests]
      .filter(({ status }) => status >= 300)
      .map((response) => response.problem().code);
    expect(refused).toEqual(Array.from({ length: 14 }, () => "insufficient_funds"));
    expect(await figures(service, member)).toMatchObject({ available: "200.000000", settling: "700.000000" });
    for (const id of ids) await cancel(service, member, id);
    const count = drafts.length - unpaid.length;
    if (count > 0) await deposit(`after round ${round}`, 400_000000n * BigInt(count));
    drafts.splice(0, drafts.length, ...unpaid);
  }
  // The money that settles later is one of this test's own.
  expect((await violations(service)).filter((sentence) => !sentence.includes("settles at"))).toEqual([]);
}, 3_600_000);

/** The deposit of this amount came in a way that can be taken back for longer than the test takes. */
async function settlesLater(service: Exchange, { id: memberId }: Member, amount: bigint) {
  const { orm } = service.ctx.db;
  const [booked] = await orm.select({ id: transfer.id }).from(transfer).where(eq(transfer.amount, amount));
  const settlesAt = new Date(service.ctx.clock.now().getTime() + 86_400_000);
  const row = { transferId: booked?.id ?? "", memberId, asset: "usdt-trc20", amount, settlesAt };
  await orm.insert(walletSettling).values(row);
}

async function draft(service: Exchange, member: Member, amount: string): Promise<OpenedOrder> {
  const body = { from: "usdt-trc20", to: "paypal-usd", amount };
  const { data } = (await service.call("exchangeStepOne", { body, ...by(member.token) })).reply();
  const orderDraft = { ref: data.order.ref, token: data.token, order: data.order };
  await giveDetails(service, orderDraft);
  await acceptTerms(service, orderDraft);
  return orderDraft;
}

async function pay(service: Exchange, member: Member, order: OpenedOrder, key: string) {
  return askToPay(service, member, order, await issuedConfirmation(service.ctx, member, order.ref), key);
}
