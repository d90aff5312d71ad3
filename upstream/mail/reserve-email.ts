import { eq } from "drizzle-orm";
import { formatDecimal } from "../../contract/values/decimal.ts";
import { languageSettings } from "../../contract/values/languages.ts";
import type { Context } from "../context.ts";
import { asset, pair } from "../db/schema/market.ts";
import { reserveRequest } from "../db/schema/service.ts";
import { reserveEmailKind } from "../orders/reserve-requests/notify-reserve-requests.ts";
import type { Mailer } from "./delivery/mailer.ts";
import { withPhrase } from "./delivery/personal-phrase.ts";
import { emailTexts, fill } from "./email-texts.ts";
import { amountText } from "./figures.ts";
import { layOut } from "./layout.ts";
import { issuerLine } from "./sender.ts";

/**
 * The e-mail that a requested reserve is available, once per request. Not sent if the customer has unsubscribed
 * meanwhile. A retry has the same message id; the address stays in its row only.
 */
export async function sendReserveEmail(ctx: Context, post: Mailer, id: string): Promise<void> {
  const [found] = await ctx.db.orm
    .select({ request: reserveRequest, pair, to: asset })
    .from(reserveRequest)
    .innerJoin(pair, eq(pair.id, reserveRequest.pairId))
    .innerJoin(asset, eq(asset.id, pair.to))
    .where(eq(reserveRequest.id, id));
  if (!found) return;
  const { request, to } = found;
  const { language } = request;
  const texts = emailTexts[language].reserve;
  const amount = amountText(request.amount, to, language);
  const stop = `${post.origin}/${languageSettings[language].prefix}/reserve-request/stop?t=${encodeURIComponent(post.signedKey("reserve-request", id))}`;
  const values = { amount, brand: post.sender.brand, support: post.sender.support, stop };
  const query = new URLSearchParams({
    from: found.pair.from,
    to: found.pair.to,
    amount: formatDecimal(request.amount, to.decimals),
    side: "to",
  });
  const content = layOut({
    language,
    brand: post.sender.brand,
    issuer: issuerLine(post.sender, language),
    title: fill(texts.title, values),
    lead: fill(texts.lead, values),
    remarks: [texts.remark],
    choices: null,
    rows: [],
    button: {
      label: texts.open,
      href: `${post.origin}/${languageSettings[language].prefix}/exchange/${found.pair.page}?${query}`,
      remark: texts.openRemark,
    },
    closing: [fill(texts.why, values), fill(texts.stop, values)],
  });
  const at = request.toldAt ?? request.askedAt;
  const subject = fill(texts.subject, values);
  await post.transport.deliver(
    await withPhrase(ctx, {
      id: `reserve:${id}`,
      kind: reserveEmailKind,
      language,
      to: request.email,
      at,
      subject,
      unsubscribe: stop,
      ...content,
    }),
  );
}
