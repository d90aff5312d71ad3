import { formatDecimal } from "../../../contract/values/decimal.ts";
import type { Orm } from "../../db/database.ts";
import { asset } from "../../db/schema/index.ts";
import type { Difference, SideAmount } from "./rules/difference.ts";

/** A difference with the amounts of both sides as decimal text. */
type DifferenceText = { what: string; subject: string; rail: string; ledger: string };

/** Differences in words that an operator reads; both sides of each, `nothing` where one has none. */
export async function differenceTexts(
  reader: Pick<Orm, "select">,
  differences: readonly Difference[],
): Promise<DifferenceText[]> {
  const rows = await reader.select({ id: asset.id, decimals: asset.decimals }).from(asset);
  const decimals = new Map(rows.map((row) => [row.id, row.decimals]));
  const sideText = (side: SideAmount | null) =>
    side === null ? "nothing" : `${formatDecimal(side.amount, decimals.get(side.asset) ?? 0)} ${side.asset}`;
  return differences.map(({ what, subject, rail, ledger }) => {
    return { what, subject, rail: sideText(rail), ledger: sideText(ledger) };
  });
}

/** One line for a terminal or an email. */
export const differenceLine = ({ what, subject, rail, ledger }: DifferenceText): string =>
  `${what} ${subject}: the rail has ${rail}, the ledger ${ledger}`;
