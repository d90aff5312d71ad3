import { formatDecimal } from "../../../contract/values/decimal.ts";
import { type GasAccount, gasAccounts } from "../../ledger/gas.ts";
import type { Context } from "../../ports/context.ts";
import type { ShownRow } from "../command.ts";
import { worthNow } from "./fee-worth.ts";

/** The accounts that pay network fees, what they are worth, and for how many transfers they last. */
export async function gasRows(ctx: Context): Promise<ShownRow[]> {
  const worth = await worthNow(ctx);
  const gasRows = await gasAccounts(ctx.db.orm, ctx.rails);
  return gasRows.map((account) => ({ ...gasRow(account), ...worth(account.available, account.asset) }));
}

/** Those that pay for too few transfers, with the command that records a top-up to four times as many. */
export async function lowGasRows(ctx: Context): Promise<ShownRow[]> {
  const low = BigInt(ctx.env.GAS_LOW_TRANSFERS);
  const gasRows = (await gasAccounts(ctx.db.orm, ctx.rails)).filter(({ transfers }) => transfers < low);
  return gasRows.map((account) => {
    const { rail, asset, decimals, perTransfer, available } = account;
    const amount = formatDecimal(4n * low * perTransfer - available, decimals);
    return { ...gasRow(account), next: `operator reserve fund ${asset} ${amount} --rail ${rail} --reason "..."` };
  });
}

const gasRow = ({ rail, asset, available, perTransfer, transfers, decimals }: GasAccount) => ({
  rail,
  asset,
  available: formatDecimal(available, decimals),
  per_transfer: formatDecimal(perTransfer, decimals),
  transfers: Number(transfers),
});
