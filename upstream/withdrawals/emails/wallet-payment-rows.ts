import { eq } from "drizzle-orm";
import type { Lang } from "../../../contract/values/languages.ts";
import type { EmailCode } from "../../accounts/sign-in/email-codes.ts";
import { asset } from "../../db/schema/market.ts";
import { order } from "../../db/schema/orders.ts";
import { amountText } from "../../mail/figures.ts";
import type { Context } from "../../ports/context.ts";
import { orderOfSubject } from "../wallet-payments/payment-code.ts";

/** What the code of a payment from the wallet confirms, so that its owner reads it before entering the code. */
export async function walletPaymentRows(
  ctx: Pick<Context, "db">,
  { subject }: Pick<EmailCode, "subject">,
  language: Lang,
): Promise<Record<string, string>> {
  const [paid] = await ctx.db.orm
    .select({ order, asset })
    .from(order)
    .innerJoin(asset, eq(asset.id, order.fromAsset))
    .where(eq(order.ref, orderOfSubject(subject ?? "")));
  if (!paid) return {};
  return { pays: amountText(paid.order.fromAmount, paid.asset, language), goesTo: paid.order.payoutAccount ?? "" };
}
