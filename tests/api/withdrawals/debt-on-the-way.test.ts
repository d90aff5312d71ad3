import { beforeEach, expect, test } from "vitest";
import type { ScriptedRail } from "../../support/payouts/scripted-rail.ts";
import type { Exchange } from "../../support/service/exchange.ts";
import type { Member } from "../../support/service/members.ts";
import { figures, opened, report } from "../../support/wallets/deposits.ts";
import { type WithdrawalDesk, withdrawalDesk } from "../../support/withdrawals/withdrawal-desk.ts";
import {
  confirm,
  confirmed,
  later,
  otherAddress,
  requested,
  violations,
  withdrawalOf,
} from "../../support/withdrawals/withdrawals.ts";

let desk: WithdrawalDesk;
let service: Exchange;
let anna: Member;
let rail: ScriptedRail;
let address: string;

beforeEach(async () => {
  desk = await withdrawalDesk();
  ({ service, anna, rail } = desk);
  address = await opened(service, anna, "usdt-trc20");
});

const amount = 1_000_000000n;
const status = async (id: string) => (await withdrawalOf(service, anna, id)).status;
const operator = (command: string, args: Record<string, string>) => desk.operator(command, { anyway: "yes", ...args });

/** The network takes back the deposit that the withdrawal of 900 is paid from. */
async function owes(): Promise<void> {
  await report(service, address, { railPaymentId: `first of ${anna.email}`, state: "gone", amount });
  expect((await figures(service, anna)).debt).toBe("900.000000");
}

async function repays(): Promise<void> {
  await report(service, address, { railPaymentId: "another", state: "final", amount });
  expect(await figures(service, anna)).toMatchObject({ debt: "0.000000", held: "900.000000", available: "100.000000" });
}

async function isSentOnce(id: string): Promise<void> {
  expect(await status(id)).toBe("completed");
  expect([...rail.sent.values()]).toEqual([1]);
  expect(await figures(service, anna)).toMatchObject({ posted: "100.000000", held: "0.000000", debt: "0.000000" });
  expect(await violations(service)).toEqual([]);
}

test("a debt between a withdrawal's request and its confirmation refuses the code until it is repaid", async () => {
  const withdrawal = await requested(service, anna, { amount: "900" });
  await owes();
  expect((await confirm(service, anna, withdrawal)).problem()).toMatchObject({ status: 423, code: "wallet_debt" });
  expect(await status(withdrawal.id)).toBe("confirm_pending");
  await repays();
  expect((await confirm(service, anna, withdrawal)).status).toBe(200);
  await service.pass(1);
  await isSentOnce(withdrawal.id);
});

test("a debt between the confirmation and the end of the day for a new address keeps it there until it is repaid", async () => {
  const { id } = await confirmed(service, anna, { amount: "900", account: otherAddress });
  expect(await status(id)).toBe("cooling_off");
  await owes();
  await later(service, anna, 2 * 86_400);
  expect(await status(id)).toBe("cooling_off");
  expect(rail.sent.size).toBe(0);
  await repays();
  await service.pass(60);
  await isSentOnce(id);
});

test("a debt after the approval keeps what waits for its network fee here until it is repaid", async () => {
  await operator("reserve take", { asset: "trx", amount: "5990" });
  const { id } = await confirmed(service, anna, { amount: "900" });
  expect(await status(id)).toBe("approved");
  await owes();
  await operator("reserve fund", { asset: "trx", amount: "5990" });
  await service.pass(60);
  expect(await status(id)).toBe("approved");
  expect(rail.sent.size).toBe(0);
  await repays();
  await service.pass(60);
  await isSentOnce(id);
});
