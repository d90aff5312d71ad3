import { expect, test } from "vitest";
import { readMovement } from "../../../upstream/payouts/movement.ts";
import { resume, withdrawalDesk } from "../../support/withdrawals/withdrawal-desk.ts";
import { confirmed } from "../../support/withdrawals/withdrawals.ts";

test("an approval given before the recipient was blocked does not release the payout", async () => {
  const desk = await withdrawalDesk();
  const { service, anna, rail } = desk;
  rail.preparation = { state: "wait", reason: "coins" };
  const { id: withdrawalId } = await confirmed(service, anna);
  const id = `${withdrawalId}-withdrawal-1`;
  expect(await desk.operator("payouts hold", { id })).toMatchObject({ ok: true });
  expect(await desk.operator("payouts approve", { id })).toMatchObject({ ok: true });
  await resume(desk);
  expect(await readMovement(service.ctx.db.orm, id)).toMatchObject({ state: "approved", approvedBy: ["boris"] });
  await service.pass(3600);
  expect(await desk.operator("blocklist add", { kind: "email", value: anna.email })).toMatchObject({ ok: true });
  rail.preparation = undefined;
  await resume(desk);
  expect(await readMovement(service.ctx.db.orm, id)).toMatchObject({ state: "held", why: "blocked_party" });
  expect(rail.sent.size).toBe(0);
  expect(await desk.operator("payouts approve", { id })).toMatchObject({ ok: true });
  await resume(desk);
  expect(rail.sent.get(id)).toBe(1);
});
