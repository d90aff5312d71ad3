import { beforeEach, describe, expect, test } from "vitest";
import { payoutGuard, screeningCheck, screeningHit } from "../../../upstream/db/schema/index.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { selectMovements } from "../../../upstream/payouts/movement.ts";
import { permit } from "../../../upstream/payouts/permit.ts";
import { rescanLists } from "../../../upstream/program/rescan-lists.ts";
import { annaIdentity, stepTwo } from "../../support/identity/identity.ts";
import {
  acceptTerms,
  executeDraft,
  giveDetails,
  type OpenedOrder,
  openDraft,
  track,
  usdtToPaypal,
} from "../../support/orders/order-steps.ts";
import { rowOf } from "../../support/orders/reviews.ts";
import { operate, payExactly } from "../../support/screening/asked-exchange.ts";
import { listFile } from "../../support/screening/list-files.ts";
import { refused } from "../../support/service/api-client.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, type Member } from "../../support/service/members.ts";
import { depositStatuses, opened, report } from "../../support/wallets/deposits.ts";
import { ask, confirmed, later, readyMember } from "../../support/withdrawals/withdrawals.ts";

let service: Exchange;
let member: Member;
const logged: string[] = [];
const declaredName = "Viktor Andreevich Ankudinov";
const listed = "Ankudinov Viktor";

/** A member whose account has no name, and who has declared one for an order that was exchanged. */
beforeEach(async () => {
  logged.length = 0;
  service = await exchange({ settings: { IDENTITY_FROM: "1000" }, onLog: (line) => logged.push(line) });
  member = await readyMember(service, "boris@example.com");
  const draft = await drafted("1200");
  (await stepTwo(service, draft, { ...annaIdentity, full_name: declaredName })).reply();
  await placed(draft);
  await payExactly(service, draft);
  await service.runJobs();
  expect(await track(service, draft)).toMatchObject({ status: "completed" });
});

async function drafted(amount: string): Promise<OpenedOrder> {
  const body = { ...usdtToPaypal, amount };
  const { order, token } = (await service.call("exchangeStepOne", { ...by(member.token), body })).reply().data;
  return { ref: order.ref, token, order };
}
async function placed(draft: OpenedOrder) {
  (await acceptTerms(service, draft)).reply();
  return executeDraft(service, draft);
}

/** Asked nothing, since what the member has exchanged before is more than a month ago. */
async function smallDraft() {
  await later(service, member, 31 * 86_400);
  const draft = await drafted("100");
  (await giveDetails(service, draft)).reply();
  return draft;
}

const importList = () =>
  operate(service, "screening import", { path: listFile(listed), list: "own", date: "2026-11-20" });
const blockName = () => operate(service, "blocklist add", { kind: "name", value: declaredName });
const hits = () => service.ctx.db.orm.select().from(screeningHit);
const guardOf = async (id: string) =>
  (await service.ctx.db.orm.select().from(payoutGuard)).find(({ outgoingId }) => outgoingId.startsWith(id));
const isSecret = () => expect(logged.join("\n")).not.toMatch(/ankudinov/i);

describe("a name that a member has declared for an order is compared", () => {
  test("when they withdraw: the withdrawal is held until the hit is cleared", async () => {
    await importList();
    const withdrawal = await confirmed(service, member);
    expect(await guardOf(withdrawal.id)).toMatchObject({ state: "held", why: "screening" });
    for (const { id } of await hits()) await operate(service, "screening clear", { id });
    await service.runJobs();
    expect(await guardOf(withdrawal.id)).toMatchObject({ state: "settled" });
    isSecret();
    expect(await verify(service.ctx.db)).toEqual([]);
  });

  test("when a withdrawal was approved before the list came", async () => {
    await operate(service, "payouts stop");
    const withdrawal = await confirmed(service, member);
    const movement = (await selectMovements(service.ctx.db.orm)).find(({ state }) => state === "waiting");
    await operate(service, "payouts go");
    expect(movement && (await permit(service.ctx, movement))).toMatchObject({ state: "approved" });
    await importList();
    await service.runJobs();
    expect(await guardOf(withdrawal.id)).toMatchObject({ state: "held", why: "screening" });
  });

  test("when money comes to their wallet: the deposit is checked before it is credited", async () => {
    await importList();
    const address = await opened(service, member, "usdt-trc20");
    await report(service, address, { railPaymentId: "later", state: "final" });
    expect(await depositStatuses(service, member)).toContain("checking");
    isSecret();
  });

  test("when a list changes: the member gets a hit, and the member's open order without identity questions is held", async () => {
    const draft = await smallDraft();
    expect((await placed(draft)).reply().data.status).toBe("awaiting_payment");
    await importList();
    await rescanLists(service.ctx);
    expect((await hits()).map(({ subjectKind, field }) => [subjectKind, field]).sort()).toEqual([
      ["member", "name"],
      ["order", "name"],
    ]);
    expect(await rowOf(service, draft.ref)).toMatchObject({ status: "on_hold", holdReason: "aml_check" });
    isSecret();
  });

  test("with the blocklist: they open no order and ask for no withdrawal, and what was asked for before is held", async () => {
    const draft = await smallDraft();
    await operate(service, "payouts stop");
    const withdrawal = await confirmed(service, member);
    await blockName();
    await operate(service, "payouts go");
    const answer = { status: 403, code: "contact_support" };
    const body = { ...usdtToPaypal, amount: "100" };
    expect(refused(await service.call("exchangeStepOne", { ...by(member.token), body }))).toEqual(answer);
    expect(refused(await giveDetails(service, draft))).toEqual(answer);
    expect(refused(await ask(service, member))).toEqual(answer);
    await service.runJobs();
    expect(await guardOf(withdrawal.id)).toMatchObject({ state: "held", why: "blocked_party" });
    isSecret();
  });
});

test("a name that an order has asked for is compared with the blocklist when it is executed, paid and paid out", async () => {
  await operate(service, "payouts stop");
  const named = async () => {
    const draft = await openDraft(service, { amount: "1200" });
    (await stepTwo(service, draft, { ...annaIdentity, full_name: declaredName })).reply();
    return draft;
  };
  const [unplaced, unpaid, paid] = [await named(), await named(), await named()];
  for (const draft of [unpaid, paid]) (await placed(draft)).reply();
  (await acceptTerms(service, unplaced)).reply();
  await payExactly(service, paid);
  await blockName();
  expect(refused(await executeDraft(service, unplaced))).toEqual({ status: 403, code: "contact_support" });
  await payExactly(service, unpaid);
  expect(await rowOf(service, unpaid.ref)).toMatchObject({ status: "on_hold", holdReason: "aml_check" });
  await operate(service, "payouts go");
  await service.runJobs();
  expect(await guardOf(paid.ref)).toMatchObject({ state: "held", why: "blocked_party" });
});

test("nothing is compared or recorded without lists and blocked names", async () => {
  const address = await opened(service, member, "usdt-trc20");
  await report(service, address, { railPaymentId: "later", state: "final" });
  expect(await depositStatuses(service, member)).not.toContain("checking");
  expect(await service.ctx.db.orm.select().from(screeningCheck)).toEqual([]);
});
