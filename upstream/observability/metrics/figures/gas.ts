import type { Tx } from "../../../db/database.ts";
import { gasAccounts } from "../../../ledger/gas.ts";
import type { Rails } from "../../../ports/rail.ts";
import type { Figure } from "../metrics.ts";

/** What the accounts that pay network fees are still good for. `low`: from how few transfers on an operator is told. */
export async function gasFigures(
  tx: Tx,
  rails: Pick<Rails, "payoutFor" | "payoutRail">,
  low: number,
): Promise<Figure[]> {
  const gasRows = await gasAccounts(tx, rails);
  return [
    {
      name: "gas_transfers",
      help: "How many transfers the network fee account of a rail still pays for.",
      values: gasRows.map(({ rail, asset, transfers }) => ({ labels: { rail, asset }, value: Number(transfers) })),
    },
    { name: "gas_transfers_low", help: "The setting GAS_LOW_TRANSFERS.", values: [{ value: low }] },
  ];
}
