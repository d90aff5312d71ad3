import { inArray } from "drizzle-orm";
import { evmCredit } from "../../db/schema/evm.ts";
import type { PaymentProgress, ReadProgress } from "../../ports/rail.ts";
import { confirmationsOf } from "./confirmations.ts";
import type { EvmNetwork } from "./settings.ts";
import { evmRail, readSource, type SourceDesk } from "./source.ts";

/** Confirmations of payments and deposits by the heights that were read: a new block writes nothing for them. */
export function evmProgress({ db }: Pick<SourceDesk, "db">, network: EvmNetwork): ReadProgress {
  return async (payments) => {
    const evmPayments = payments.filter(({ rail }) => rail === evmRail);
    const source = evmPayments.length === 0 ? undefined : await readSource(db.orm);
    if (!source) return new Map();
    const ids = evmPayments.map(({ railPaymentId }) => railPaymentId);
    const credits = await db.orm.select().from(evmCredit).where(inArray(evmCredit.id, ids));
    const read = new Map<string, PaymentProgress>();
    for (const credit of credits)
      for (const { id } of evmPayments.filter(({ railPaymentId }) => railPaymentId === credit.id))
        read.set(id, { confirmations: confirmationsOf(network, source, credit), at: source.checkedAt });
    return read;
  };
}
