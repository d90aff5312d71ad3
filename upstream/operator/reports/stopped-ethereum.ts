import { isNotNull } from "drizzle-orm";
import { evmSource } from "../../db/schema/evm.ts";
import { evmSigner } from "../../db/schema/evm-payouts.ts";
import type { Context } from "../../ports/context.ts";
import type { ShownRow } from "../command.ts";

/** Both go on by themselves once the reason is gone. */
const nextSteps = {
  reading:
    "No payment is seen and no new order gets an address. Compare EVM_CHAIN_ID and EVM_RPC_URL, then ask another node about that block: docs/operating/ethereum.md.",
  paying_out:
    "Nothing is signed. Compare the signer's settings and its list with its backup, and do not make a new list: docs/operating/ethereum.md.",
} as const;

/** Why Ethereum is not read, or nothing is paid out there, with the next step; nothing where both go on. */
export async function stoppedEthereum({ db }: Pick<Context, "db">): Promise<ShownRow[]> {
  const sources = await db.orm.select({ why: evmSource.stopped }).from(evmSource).where(isNotNull(evmSource.stopped));
  const signers = await db.orm.select({ why: evmSigner.stopped }).from(evmSigner).where(isNotNull(evmSigner.stopped));
  return [
    ...sources.map(({ why }) => ({ what: "reading", why, next: nextSteps.reading })),
    ...signers.map(({ why }) => ({ what: "paying out", why, next: nextSteps.paying_out })),
  ];
}
