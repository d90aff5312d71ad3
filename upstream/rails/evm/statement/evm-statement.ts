import { and, eq } from "drizzle-orm";
import type { Tx } from "../../../db/database.ts";
import { evmBlock } from "../../../db/schema/evm.ts";
import { RailUnavailable } from "../../../ports/rail.ts";
import type { RailStatement } from "../../../ports/rail-statement.ts";
import type { EvmNode } from "../node.ts";
import { followSigner } from "../payouts/follow-signer.ts";
import type { PayoutParts } from "../payouts/payout-parts.ts";
import { blockAt } from "../scan/write-blocks.ts";
import type { EvmNetwork } from "../settings.ts";
import { evmRail, readSource, type SourceDesk } from "../source.ts";
import { evmBalancesAt } from "./balances-at.ts";
import { creditsAmong, creditsAt, fillsAt } from "./credits-at.ts";
import { sendingsAmong, sendingsAt } from "./sendings-at.ts";
import type { StatementBlock } from "./statement-block.ts";

/** Hashes of older blocks are not kept; the network does not replace them any more. */
const keptBelowFinal = 300;

/**
 * What the network and the rail's own book say of all money as of the newest final block. The signer's list is read to its end
 * first. Throws `RailUnavailable` while the node or the signer is away, the rail is stopped, or nothing was read yet.
 */
export async function evmStatement(
  desk: SourceDesk,
  network: EvmNetwork,
  node: EvmNode,
  payouts: PayoutParts | undefined,
): Promise<RailStatement> {
  if (payouts) await followSigner(payouts);
  const source = await readSource(desk.db.orm);
  if (!source) throw new RailUnavailable("Nothing was read of the network yet");
  if (source.stopped !== null) throw new RailUnavailable(`The rail evm is stopped: ${source.stopped}`);
  const height = source.finalHeight;
  const hash = height === source.height ? source.hash : await blockAt(desk, height);
  if (hash === undefined) throw new RailUnavailable("Blocks of the last days are still being read");
  const [header] = await node.headers([height]);
  if (header?.hash !== hash) throw new RailUnavailable(`The Ethereum node has another block ${height} than was read`);
  const block = { height, hash };
  return {
    rail: evmRail,
    block: height,
    until: null,
    readAt: source.checkedAt,
    assets: [network.native, ...network.tokens.keys()],
    balances: () => evmBalancesAt(desk, network, node, block),
    confirm: (tx) => confirm(tx, block),
    fills: (tx) => fillsAt(tx, network, block),
    credits: (tx) => creditsAt(tx, network, block),
    creditsAmong: (tx, ids) => creditsAmong(tx, network, block, ids),
    sendings: (tx) => sendingsAt(tx, network, block),
    sendingsAmong: (tx, ids) => sendingsAmong(tx, network, block, ids),
  };
}

async function confirm(tx: Tx, { height, hash }: StatementBlock): Promise<void> {
  const source = await readSource(tx);
  const [same] = await tx
    .select({ height: evmBlock.height })
    .from(evmBlock)
    .where(and(eq(evmBlock.height, height), eq(evmBlock.hash, hash)));
  const isOld = source !== undefined && height < source.finalHeight - keptBelowFinal;
  if (!source || source.finalHeight < height || !(same || isOld))
    throw new RailUnavailable(`The network has replaced block ${height} meanwhile`);
}
