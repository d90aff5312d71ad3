import type { Mailer } from "../../mail/delivery/mailer.ts";
import { sendWarning } from "../../mail/delivery/operator-warning.ts";
import { emailTexts } from "../../mail/email-texts.ts";
import type { Context } from "../../ports/context.ts";
import { exchangeFigures } from "./exchange-source.ts";
import type { Figure } from "./metrics.ts";

type AlertName = keyof typeof emailTexts.en.operator.alerts;
type FigureValue = Figure["values"][number];
type Rule = {
  alert: AlertName;
  figure: string;
  /** Only values with one of these labels; all if left out. */
  labels?: Readonly<Record<string, readonly string[]>>;
  above: number;
  /** One email for each value of this label; without it only the highest value is reported. */
  eachOf?: string;
  /** Emailed again on the same day whenever the figure has grown, up to this value. */
  againUpTo?: number;
};

/**
 * What an operator without Prometheus has to know: those alerts of deploy/alerts.yaml that are about the database's state.
 * A process that does not answer cannot tell so itself; a monitor elsewhere asks /readyz.
 */
const rules: readonly Rule[] = [
  { alert: "ledger_violated", figure: "ledger_violations", above: 0 },
  { alert: "ledger_not_verified", figure: "ledger_verified_age_seconds", above: 25 * 3600 },
  { alert: "reconciliation_late", figure: "reconciliation_age_seconds", above: 49 * 3600 },
  { alert: "backup_late", figure: "backup_late_seconds", above: 0 },
  { alert: "payouts_late", figure: "job_oldest_seconds", labels: { job: ["payout", "refund"] }, above: 300 },
  { alert: "jobs_failed", figure: "jobs_failed", above: 0 },
  { alert: "emails_failed", figure: "emails_failed", above: 0 },
  { alert: "emails_refused", figure: "emails_refused", above: 0 },
  { alert: "payments_unmatched", figure: "rail_unmatched_payments", above: 0 },
  { alert: "screening_hits_late", figure: "screening_hits_late", above: 0 },
  { alert: "screening_hits_open", figure: "screening_hits_open", above: 0, againUpTo: 10 },
  { alert: "disputes_due", figure: "paypal_disputes_due", above: 0, againUpTo: 10 },
  { alert: "paypal_mailbox_away", figure: "paypal_mailbox_away_seconds", above: 15 * 60 },
  { alert: "screening_provider_silent", figure: "screening_provider_silent_seconds", above: 15 * 60 },
  { alert: "price_feed_away", figure: "price_feed_away_seconds", eachOf: "feed", above: 15 * 60 },
  { alert: "price_feed_unchanged", figure: "price_feed_unchanged_seconds", eachOf: "feed", above: 15 * 60 },
  { alert: "price_paused", figure: "price_paused_seconds", above: 15 * 60 },
  { alert: "rates_old", figure: "rate_age_seconds", above: 45 * 60 },
];

/** Emails the operator what is wrong by the exchange's own figures, once a day for each rule, or each label of it, while it lasts, and again where more wait. */
export async function watchFigures(ctx: Context, mailer: Mailer): Promise<void> {
  const to = mailer.operatorEmail;
  if (to === undefined) return;
  const now = ctx.clock.now();
  const figures = await exchangeFigures(ctx);
  for (const rule of rules) {
    const values = (figures.find(({ name }) => name === rule.figure)?.values ?? []).filter(
      (value) => value.value > rule.above && hasLabels(rule, value),
    );
    for (const value of reportedValues(rule, values)) await sendAlert(ctx, mailer, rule, { value, to, now });
  }
}

const hasLabels = ({ labels = {} }: Rule, figure: FigureValue) =>
  Object.entries(labels).every(([name, allowed]) => allowed.includes(figure.labels?.[name] ?? ""));

function reportedValues({ eachOf }: Rule, values: readonly FigureValue[]): FigureValue[] {
  const highestFirst = values.toSorted((a, b) => b.value - a.value);
  return eachOf === undefined ? highestFirst.slice(0, 1) : highestFirst;
}

async function sendAlert(
  ctx: Context,
  mailer: Mailer,
  { alert, eachOf, againUpTo = 0 }: Rule,
  { value: { value, labels }, to, now }: { value: FigureValue; to: string; now: Date },
): Promise<void> {
  const hours = Math.floor(value / 3600).toString();
  const minutes = Math.floor(value / 60).toString();
  const which = eachOf === undefined ? "" : `:${labels?.[eachOf]}`;
  const since = `${new Date(now.getTime() - value * 1000).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const step = againUpTo > 0 ? `:${Math.min(value, againUpTo)}` : "";
  await sendWarning(ctx, mailer, {
    kind: "operator_alert",
    about: `alert:${alert}${which}${step}`,
    texts: emailTexts.en.operator.alerts[alert],
    to,
    now,
    values: { ...labels, count: value.toString(), hours, minutes, since },
  });
}
