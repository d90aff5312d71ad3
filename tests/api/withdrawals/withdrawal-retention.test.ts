import { like } from "drizzle-orm";
import { expect, test } from "vitest";
import { keptDays } from "../../../contract/member/kept-days.ts";
import { member } from "../../../upstream/db/schema/accounts.ts";
import { outgoing, withdrawal } from "../../../upstream/db/schema/index.ts";
import { emailMessage } from "../../../upstream/db/schema/service.ts";
import { deleteExpiredWithdrawalData } from "../../../upstream/withdrawals/withdrawal-retention.ts";
import { addWithdrawals } from "../../support/ledger/books-with-withdrawals.ts";
import { testContext } from "../../support/service/context.ts";
import { freshDatabase } from "../../support/service/database.ts";

const daySeconds = 86_400;

test("where the withdrawals of an erased member went is erased, their amounts stay, and old emails are deleted", async () => {
  const ctx = await testContext(await freshDatabase());
  const { orm } = ctx.db;
  await addWithdrawals(ctx);
  const places = async () => [
    ...(await orm.select({ account: withdrawal.account }).from(withdrawal)),
    ...(await orm.select({ account: outgoing.account }).from(outgoing)),
  ];
  const emails = () => orm.select().from(emailMessage).where(like(emailMessage.id, "withdrawal:%"));
  await deleteExpiredWithdrawalData(ctx);
  expect((await places()).every(({ account }) => account.startsWith("TQn9"))).toBe(true);
  expect(await emails()).not.toEqual([]);

  await orm.delete(member);
  await ctx.clock.advance((keptDays.accountEmails + 1) * daySeconds);
  await deleteExpiredWithdrawalData(ctx);
  expect(await places()).toEqual([{ account: "" }, { account: "" }, { account: "" }, { account: "" }]);
  expect(await emails()).toEqual([]);
  const amounts = await orm.select({ amount: withdrawal.amount }).from(withdrawal);
  expect(amounts.map(({ amount }) => amount)).toEqual([100_000000n, 100_000000n, 100_000000n]);
});
