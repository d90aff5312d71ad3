import { ne } from "drizzle-orm";
import { evmAddress, evmCredit } from "../../../upstream/db/schema/evm.ts";
import type { Context } from "../../../upstream/ports/context.ts";
import type { TestChain } from "./chain.ts";

/** What the rail's book says of each issued address, beside what the chain says; addresses where they agree are left out. */
export async function creditDifferences(
  { db }: Pick<Context, "db">,
  chain: Pick<TestChain, "balance">,
  tokens: readonly string[],
): Promise<string[]> {
  const addresses = await db.orm.select().from(evmAddress);
  const credits = await db.orm.select().from(evmCredit).where(ne(evmCredit.state, "gone"));
  const differences: string[] = [];
  for (const { place, shown: address } of addresses)
    for (const token of [null, ...tokens]) {
      const placeCredits = credits.filter(
        (credit) => credit.place === place && credit.token === (token?.toLowerCase() ?? null),
      );
      const booked = placeCredits.reduce((sum, { amount }) => sum + amount, 0n);
      const there = await chain.balance(address, token ?? undefined);
      if (booked !== there) differences.push(`${address} ${token ?? "coin"}: booked ${booked}, there ${there}`);
    }
  return differences;
}
