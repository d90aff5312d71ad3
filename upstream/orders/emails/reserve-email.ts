import { eq } from "drizzle-orm";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { languageSettings } from "../../../contract/values/languages.ts";
import { asset, pair } from "../../db/schema/market.ts";
import { reserveRequest } from "../../db/schema/service.ts";
import { deliverEmail, queuedEmail } from "../../mail/delivery/deliver-email.ts";
import type { Mailer } from "../../mail/delivery/mailer.ts";
import { emailTexts, fill } from "../../mail/email-texts.ts";
import { amountText } from "../../mail/figures.ts";
import { layOut } from "../../mail/layout.ts";
import { recordEmail } from "../../mail/outbox/queue-email.ts";
import { causeAbout } from "../../mail/rules/email-cause.ts";
import { issuerLine } from "../../mail/sender.ts";
import type { Context } from "../../ports/context.ts";
import { reserveEmailKind } from "../reserve-requests/notify-reserve-requests.ts";

/**
 * The email that a requested reserve is available, once per request. Not sent if the customer has unsubscribed
 * meanwhile. A retry has the same message id; the address stays in its row only.
 */
export async function sendReserveEmail(ctx: Context, mailer: Mailer, id: string): Promise<void> {
  const [requestRow] = await ctx.db.orm
    .select({ request: reserveRequest, pair, to: asset })
    .from(reserveRequest)
    .innerJoin(pair, eq(pair.id, reserveRequest.pairId))
    .innerJoin(asset, eq(asset.id, pair.to))
    .where(eq(reserveRequest.id, id));
  if (!requestRow) return;
  const { request, to } = requestRow;
  const { language } = request;
  const texts = emailTexts[language].reserve;
  const amount = amountText(request.amount, to, language);
  const stop = `${mailer.origin}/${languageSettings[language].prefix}/reserve-request/stop?t=${encodeURIComponent(mailer.signedKey("reserve-request", id))}`;
  const values = { amount, brand: mailer.sender.brand, support: mailer.sender.support, stop };
  const query = new URLSearchParams({
    from: requestRow.pair.from,
    to: requestRow.pair.to,
    amount: formatDecimal(request.amount, to.decimals),
    side: "to",
  });
  const content = layOut({
    language,
    brand: mailer.sender.brand,
    issuer: issuerLine(mailer.sender, language),
    title: fill(texts.title, values),
    lead: fill(texts.lead, values),
    remarks: [texts.remark],
    choices: null,
    rows: [],
    button: {
      label: texts.open,
      href: `${mailer.origin}/${languageSettings[language].prefix}/exchange/${requestRow.pair.page}?${query}`,
      remark: texts.openRemark,
    },
    closing: [fill(texts.why, values), fill(texts.stop, values)],
  });
  const subject = fill(texts.subject, values);
  const emailId = `reserve:${id}`;
  const cause = causeAbout({ isProven: request.isMembers });
  const email = {
    id: emailId,
    kind: reserveEmailKind,
    cause,
    to: request.email,
    language,
    now: ctx.clock.now(),
  } as const;
  await recordEmail(ctx.db.orm, email);
  const queued = await queuedEmail(ctx, emailId);
  if (queued) await deliverEmail(ctx, mailer, queued, { subject, unsubscribe: stop, ...content }, { subject });
}
