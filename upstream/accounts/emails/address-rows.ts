import { eq } from "drizzle-orm";
import type { Lang } from "../../../contract/values/languages.ts";
import { asset } from "../../db/schema/market.ts";
import { addressChange } from "../../db/schema/saved-addresses.ts";
import { momentText } from "../../mail/figures.ts";
import type { Context } from "../../ports/context.ts";
import { addressSubject } from "../effects/bound-subjects.ts";
import { type EmailCode, newestCode } from "../sign-in/email-codes.ts";

type Change = typeof addressChange.$inferSelect;
/** `challenge`: the code that may still be entered for it. */
type AddressFacts = { rows: Record<string, string>; challenge: EmailCode | undefined };

/** What an email says of a saved address, whole, so that it can be compared; undefined where it is about none. */
export async function addressFacts(ctx: Context, id: string, language: Lang): Promise<AddressFacts | undefined> {
  const [change] = await ctx.db.orm.select().from(addressChange).where(eq(addressChange.id, id));
  if (!change) return undefined;
  const subject = addressSubject(change.memberId, change);
  const challenge = await newestCode(ctx.db.orm, { purpose: "withdrawal", subject, now: ctx.clock.now() });
  return { rows: { ...(await placeRows(ctx, change)), ...usableRow(ctx, change, language) }, challenge };
}

async function placeRows(ctx: Context, change: Change): Promise<Record<string, string>> {
  const [assetRow] = await ctx.db.orm.select().from(asset).where(eq(asset.id, change.asset));
  const name = assetRow ? [assetRow.symbol, assetRow.networkLabel].filter(Boolean).join(" ") : change.asset;
  return {
    label: change.label,
    asset: name,
    place: change.account,
    ...(change.memo === null ? {} : { memo: change.memo }),
  };
}

function usableRow({ policy }: Context, { change, at }: Change, language: Lang): Record<string, string> {
  if (change !== "saved") return {};
  const usable = new Date(at.getTime() + policy.withdrawals.newAddressSeconds * 1000);
  return { usable: momentText(usable, language) };
}
