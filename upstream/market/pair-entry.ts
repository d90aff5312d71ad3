import type { pair } from "../db/schema/index.ts";

/** What the audit log keeps of a new pair: all that operators may set of it. Amounts as text of minor units. */
export function pairEntry({ status, marginBps, serviceBps, payoutFee, minFrom, maxFrom }: typeof pair.$inferSelect) {
  const amounts = { payoutFee: String(payoutFee), minFrom: String(minFrom), maxFrom: String(maxFrom) };
  return { before: null, after: { status, marginBps, serviceBps, ...amounts } };
}
