import type { AffiliateReferral } from "../../contract/affiliate/affiliate-history.ts";
import type { Lang } from "../../contract/values/languages.ts";
import type { Context } from "../context.ts";
import { csvLine, csvStart } from "../csv.ts";
import { isRefusal } from "../domain/refusal.ts";
import { texts } from "../texts/texts.ts";
import { readReferrals } from "./read-referrals.ts";

const rowsAtOnce = 500;

/** How spreadsheets of a language read a file. */
const formats = {
  en: { separator: ",", point: "." },
  ru: { separator: ";", point: "," },
} as const satisfies Record<Lang, { separator: "," | ";"; point: string }>;

/** All orders that came to a partner as CSV, newest first, read and sent in parts. */
export function referralsFile(
  ctx: Pick<Context, "db" | "market">,
  filter: { partnerId: string; code: string | null },
  language: Lang,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const parts = fileParts(ctx, filter, language);
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}

async function* fileParts(
  ctx: Pick<Context, "db" | "market">,
  filter: Parameters<typeof readReferrals>[1],
  language: Lang,
) {
  const { separator } = formats[language];
  const words = texts[language].affiliate;
  yield csvStart + csvLine(Object.values(words.headers), separator);
  for (let cursor: string | null = null; ; ) {
    const found: Awaited<ReturnType<typeof readReferrals>> = await readReferrals(ctx, filter, {
      cursor,
      limit: rowsAtOnce,
    });
    if (isRefusal(found)) return;
    yield found.rows.map((row) => csvLine(cellsOf(row, language), separator)).join("");
    cursor = found.nextCursor;
    if (cursor === null) return;
  }
}

function cellsOf(row: AffiliateReferral, language: Lang): string[] {
  const words: { states: Record<string, string>; reasons: Record<string, string> } = texts[language].affiliate;
  const { day, pair, amount_band: band, code, state, reason, reward } = row;
  const number = (decimal: string) => decimal.replace(".", formats[language].point);
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
