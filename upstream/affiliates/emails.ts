import { eq } from "drizzle-orm";
import { languageSettings } from "../../contract/values/languages.ts";
import { affiliatePayout, asset } from "../db/schema/index.ts";
import { deliverEmail, queuedEmail } from "../mail/delivery/deliver-email.ts";
import type { Mailer } from "../mail/delivery/mailer.ts";
import type { EmailSender } from "../mail/email-sender.ts";
import { emailTexts, fill } from "../mail/email-texts.ts";
import { amountText } from "../mail/figures.ts";
import { layOut } from "../mail/layout.ts";
import { issuerLine } from "../mail/sender.ts";
import type { Context } from "../ports/context.ts";
import { payoutIdOf, rewardsEmailJob } from "./rewards-emails.ts";

type Kind = keyof (typeof emailTexts)["en"]["rewards"]["kinds"];

/** Tells a partner what an operator has decided about a payout. The text is not stored. Throws when delivery fails, and is retried. */
async function sendRewardsEmail(ctx: Context, mailer: Mailer, id: string): Promise<void> {
  const email = await queuedEmail(ctx, id);
  const [payoutRow] = await ctx.db.orm
    .select({ payout: affiliatePayout, asset })
    .from(affiliatePayout)
    .innerJoin(asset, eq(asset.id, affiliatePayout.asset))
    .where(eq(affiliatePayout.id, payoutIdOf(id)));
  if (!email || !payoutRow || !isKind(email.kind)) return;
  const { kind, language } = email;
  const texts = emailTexts[language].rewards;
  const words = texts.kinds[kind];
  const values = {
    amount: amountText(payoutRow.payout.amount, payoutRow.asset, language),
    reason: payoutRow.payout.refusal ?? "",
    brand: mailer.sender.brand,
    support: mailer.sender.support,
  };
  const subject = fill(words.subject, values);
  const page = kind === "rewards_approved" ? `wallets/${payoutRow.asset.id}` : "affiliates";
  const parts = layOut({
    language,
    brand: mailer.sender.brand,
    issuer: issuerLine(mailer.sender, language),
    title: fill(words.title, values),
    lead: fill(words.lead, values),
    remarks: [],
    choices: null,
    rows: payoutRow.payout.refusal === null ? [] : [{ label: texts.reason, value: payoutRow.payout.refusal }],
    button: {
      label: words.open,
      href: `${mailer.origin}/${languageSettings[language].prefix}/dashboard/${page}`,
      remark: words.openRemark,
    },
    closing: [fill(texts.why, values)],
  });
  await deliverEmail(ctx, mailer, email, { subject, ...parts }, { subject });
}

function isKind(kind: string): kind is Kind {
  return Object.hasOwn(emailTexts.en.rewards.kinds, kind);
}

export const affiliateEmails: readonly EmailSender[] = [
  { kinds: [rewardsEmailJob], send: (ctx, mailer, { ref }) => sendRewardsEmail(ctx, mailer, ref) },
];
