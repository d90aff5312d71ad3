import { expect, test } from "vitest";
import { accounts } from "../../../upstream/domain/ledger/booking.ts";
import { available } from "../../../upstream/ledger/read.ts";
import { exchange } from "../../support/service/exchange.ts";
import { by, password } from "../../support/service/members.ts";
import { report, walletOf } from "../../support/wallets/deposits.ts";

test("an account with money in a wallet, or coming in, cannot be closed; what arrives after it was is kept", async () => {
  const service = await exchange();
  const { member, address } = await walletOf(service);
  const close = () => service.call("memberClose", { body: { password, two_factor_code: null }, ...by(member.token) });
  const tell = (state: "seen" | "final" | "gone") => report(service, address, { railPaymentId: "one", state });
  await tell("seen");
  expect((await close()).problem()).toMatchObject({ status: 409, code: "account_in_use" });
  await tell("final");
  expect((await close()).problem()).toMatchObject({ status: 409, code: "account_in_use" });
  await tell("gone");
  expect((await close()).status).toBe(200);
  await report(service, address, { railPaymentId: "late", state: "final" });
  expect(await available(service.ctx.db.orm, accounts.member(member.id, "usdt-trc20"))).toBe(0n);
  expect(await available(service.ctx.db.orm, accounts.unclaimed("usdt-trc20"))).toBe(100_000000n);
});
