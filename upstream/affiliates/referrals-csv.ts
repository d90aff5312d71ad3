import type { AffiliateReferral } from "../../contract/affiliate/affiliate-history.ts";
import type { Lang } from "../../contract/values/languages.ts";
import type { Context } from "../ports/context.ts";
import { csvNumber, csvStream } from "../shared/csv.ts";
import { isRefusal } from "../shared/rules/refusal.ts";
import { texts } from "../shared/texts/texts.ts";
import { readReferrals } from "./read-referrals.ts";

const rowsAtOnce = 500;

/** All orders that came to a partner as CSV, newest first, read and sent in parts. */
export function referralsFile(
  ctx: Pick<Context, "db" | "market">,
  filter: { partnerId: string; code: string | null },
  language: Lang,
): ReadableStream<Uint8Array> {
  return csvStream(Object.values(texts[language].affiliate.headers), rowsOf(ctx, filter, language), language);
}

async function* rowsOf(
  ctx: Pick<Context, "db" | "market">,
  filter: Parameters<typeof readReferrals>[1],
  language: Lang,
): AsyncGenerator<string[][], undefined> {
  for (let cursor: string | null = null; ; ) {
    const page: Awaited<ReturnType<typeof readReferrals>> = await readReferrals(ctx, filter, {
      cursor,
      limit: rowsAtOnce,
    });
    if (isRefusal(page)) return;
    yield page.rows.map((row) => cellsOf(row, language));
    cursor = page.nextCursor;
    if (cursor === null) return;
  }
}

function cellsOf(row: AffiliateReferral, language: Lang): string[] {
  const words: { states: Record<string, string>; reasons: Record<string, string> } = texts[language].affiliate;
  const { day, pair, amount_band: band, code, state, reason, reward } = row;
  const number = (decimal: string) => csvNumber(decimal, language);
  const between = band && (band.to_usd === null ? `${band.from_usd}+` : `${band.from_usd}-${band.to_usd}`);
  const figures = reward && [reward.profit, reward.rate, reward.base, reward.percent, reward.amount].map(number);
  return [
    ...[
      day,
      pair,
      between ?? "",
      code,
      words.states[state] ?? state,
      reason === null ? "" : (words.reasons[reason] ?? reason),
    ],
    ...(figures ?? ["", "", "", "", ""]),
    reward?.asset ?? "",
    reward?.ready_on ?? "",
    row.id,
  ];
}
