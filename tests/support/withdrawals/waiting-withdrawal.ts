import { member } from "../../../upstream/db/schema/accounts.ts";
import { wallet } from "../../../upstream/db/schema/wallets.ts";
import { withdrawal } from "../../../upstream/db/schema/withdrawals.ts";
import { accounts } from "../../../upstream/domain/ledger/booking.ts";
import { withdrawalHeld } from "../../../upstream/domain/withdrawals/withdrawal-postings.ts";
import { book } from "../../../upstream/ledger/book.ts";
import type { TestContext } from "../service/context.ts";

/** A member's withdrawal of 100 USDT that waits for its code, with the money that it holds. */
export async function waitingWithdrawal(ctx: TestContext): Promise<string> {
  const now = ctx.clock.now();
  const [id, memberId, asset, rail] = ["wd_1", "us_takes_out", "usdt-trc20", "sandbox-tron"];
  const money = { asset, rail, amount: 100_000000n, fee: 1_000000n };
  const sides = { debit: accounts.rail(rail, asset), credit: accounts.member(memberId, asset) };
  await ctx.db.transaction(async (tx) => {
    await tx.insert(member).values({ id: memberId, email: "takes.out@example.com", locale: "en", createdAt: now });
    await tx.insert(wallet).values({ memberId, asset, createdAt: now });
    await book(tx, [{ do: "post", id: "deposited", ...sides, asset, amount: money.amount, code: "deposit" }], now);
    await book(tx, withdrawalHeld({ id, memberId, ...money }), now);
    await tx.insert(withdrawal).values({
      ...{ id, memberId, source: "wallet", ...money, account: "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE", worthUsd: 100_00n },
      ...{ status: "confirm_pending", confirmWith: "email", requestHash: "hash", usableAt: now, confirmBy: now },
      ...{ createdAt: now, updatedAt: now },
    });
  });
  return id;
}
