import { member } from "../../../upstream/db/schema/accounts.ts";
import type { DepositReport } from "../../../upstream/ports/deposit-rail.ts";
import { openWallet } from "../../../upstream/wallets/open-wallet.ts";
import { readWallets } from "../../../upstream/wallets/read-wallets.ts";
import { reportDeposit } from "../../../upstream/wallets/report-deposit.ts";
import type { TestContext } from "../service/context.ts";
import { adjustWallet } from "./own-money.ts";

export const depositor = "us_deposits";
const asset = "usdt-trc20";

/** A member whose deposits have seen everything: pending, too small, credited, and taken back when a part was spent. */
export async function addDeposits(ctx: TestContext): Promise<void> {
  const now = ctx.clock.now();
  const email = "deposits@example.com";
  await ctx.db.orm.insert(member).values({ id: depositor, email, locale: "en", createdAt: now });
  await openWallet(ctx, { memberId: depositor, asset, newAddress: false }, now);
  const [state] = await readWallets(ctx.db.orm, depositor, now);
  if (!state?.address) throw new Error("The wallet has no address");
  const { rail, address } = state.address;
  const tell = (railPaymentId: string, amount: bigint, told: DepositReport["state"]) => {
    const report = { rail, railPaymentId, address, memo: null, asset, amount, confirmations: 20, required: 20 };
    return reportDeposit(ctx, { ...report, state: told, place: "deposits" });
  };
  await tell("pending", 7_000000n, "seen");
  await tell("taken-back", 100_000000n, "final");
  await adjustWallet(ctx, "take", { email, asset, amount: "40" });
  await tell("taken-back", 100_000000n, "gone");
  await tell("small", 1_000000n, "final");
}
