import type { asset } from "../../../upstream/db/schema/market.ts";
import type { Bank } from "./member-acts.ts";
import type { Member } from "./members.ts";
import { addressOf } from "./wallet-addresses.ts";
import { nothing } from "./wallet-model.ts";
import { ask, enterCode } from "./withdraw.ts";

/**
 * Somebody else uses the member's session, and sometimes reads their emails too: asks for everything to an address of
 * their own. The member mostly reads the email about it some time later, and says that it was not them.
 */
export async function takeOver(bank: Bank, who: Member, assets: readonly (typeof asset.$inferSelect)[]): Promise<void> {
  const { luck } = who;
  const id = luck.pick([...who.wallets.keys()]);
  const row = assets.find((assetRow) => assetRow.id === id);
  const { available } = (await bank.expected(who)).get(id) ?? nothing;
  if (!row || available <= 0n) return;
  const requested = await ask(bank, who, { row, amount: available, account: addressOf(id, `thief of ${who.number}`) });
  if (!requested) return;
  await enterCode(bank, who, requested, luck.percent(50) ? "right" : "wrong");
  who.requested.delete(requested.id);
  if (luck.percent(80)) who.reports.push({ id: requested.id, afterTurns: luck.between(0, 5) });
}
