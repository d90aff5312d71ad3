import { member } from "../../../upstream/db/schema/accounts.ts";
import { withdrawal } from "../../../upstream/db/schema/withdrawals.ts";
import { book } from "../../../upstream/ledger/book.ts";
import { openWallet } from "../../../upstream/wallets/open-wallet.ts";
import { readWallets } from "../../../upstream/wallets/read-wallets.ts";
import { reportDeposit } from "../../../upstream/wallets/report-deposit.ts";
import { withdrawalHeld } from "../../../upstream/withdrawals/rules/withdrawal-postings.ts";
import type { TestContext } from "../service/context.ts";

const memberId = "us_takes_out";
const asset = "usdt-trc20";
const amount = 100_000000n;

/** A withdrawal of 100 USDT that waits for its code, with the deposit that it holds; always of the same member. */
export async function waitingWithdrawal(ctx: TestContext, id = "wd_1"): Promise<string> {
  const now = ctx.clock.now();
  const owner = { id: memberId, email: "takes.out@example.com", locale: "en", createdAt: now } as const;
  await ctx.db.orm.insert(member).values(owner).onConflictDoNothing();
  await openWallet(ctx, { memberId, asset, newAddress: false }, now);
  const [wallet] = await readWallets(ctx.db.orm, memberId, now);
  if (!wallet?.address) throw new Error("The wallet has no address");
  const { rail, address } = wallet.address;
  const final = { state: "final", place: "hot", confirmations: 20, required: 20 } as const;
  await reportDeposit(ctx, { rail, railPaymentId: `of ${id}`, address, memo: null, asset, amount, ...final });
  const money = { asset, rail, amount, fee: 1_000000n, awaitsCash: false };
  await ctx.db.transaction(async (tx) => {
    await book(tx, withdrawalHeld({ id, memberId, ...money }), now);
    await tx.insert(withdrawal).values({
      ...{ id, memberId, source: "wallet", ...money, account: "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE", worthUsd: 100_00n },
      ...{ status: "confirm_pending", confirmWith: "email", requestHash: `of ${id}`, usableAt: now, confirmBy: now },
      ...{ createdAt: now, updatedAt: now },
    });
  });
  return id;
}
