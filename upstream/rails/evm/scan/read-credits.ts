import type { Orm } from "../../../db/database.ts";
import type { evmCredit, evmFill, evmSpend } from "../../../db/schema/evm.ts";
import { RailUnavailable } from "../../../ports/rail.ts";
import { issuedAmong } from "../addresses.ts";
import { type BlockTransaction, type EvmNode, type Log, type Range, type Receipt, transferTopic } from "../node.ts";
import type { EvmNetwork } from "../settings.ts";

export type NewCredit = Pick<
  typeof evmCredit.$inferInsert,
  "id" | "place" | "token" | "amount" | "tx" | "sender" | "nonce" | "payer" | "height" | "hash"
>;
type NewSpend = typeof evmSpend.$inferInsert;

export type NewFill = Omit<typeof evmFill.$inferInsert, "state" | "seenAt">;

/**
 * What blocks did to our addresses: money that came to issued ones, what they and our own accounts have sent, and what came to
 * those accounts from outside.
 */
export type Movements = { credits: readonly NewCredit[]; spends: readonly NewSpend[]; fills: readonly NewFill[] };

type Mined = BlockTransaction & { height: number; blockHash: string };
type Arrival = Log & { from: string; to: string; amount: bigint };

/** Receipts that are asked for at once. */
const receiptsAtOnce = 100;

/**
 * Reads the movements of consecutive blocks. All that is not ours is dropped here, by one indexed query for each few thousand
 * addresses. A token's transfer counts with what its log says has arrived, whatever was sent; a transaction that failed moved
 * nothing. Throws `RailUnavailable` where a receipt is missing or of another block.
 */
export async function readMovements(
  reader: Pick<Orm, "select">,
  node: EvmNode,
  network: EvmNetwork,
  { blocks, logs }: Range,
): Promise<Movements> {
  const mined = new Map<string, Mined>();
  for (const { number: height, hash: blockHash, transactions } of blocks)
    for (const transaction of transactions) mined.set(transaction.hash, { ...transaction, height, blockHash });
  const arrivals = logs.flatMap((log) => arrivalOf(log) ?? []);
  const named = [...mined.values()].flatMap(({ from, to }) => [from, to ?? from]);
  const issued = await issuedAmong(reader, [...named, ...arrivals.flatMap(({ from, to }) => [from, to])]);
  const ownAddresses = new Set([network.key.hot.place, network.key.gas.place]);

  const coins = [...mined.values()].filter(({ to, value }) => to && issued.has(to) && value > 0n);
  // What the gas account sends to a deposit address pays for its sweep and is nobody's payment.
  const paid = coins.filter(({ from }) => from !== network.key.gas.place);
  const tokens = arrivals.filter(({ to }) => issued.has(to));
  const spent = [...mined.values()].filter(({ from }) => issued.has(from) || ownAddresses.has(from));
  // From outside only: what comes from deposit addresses is a sweep, and our own accounts pay each other by an operator's word.
  const isOutside = (from: string) => !issued.has(from) && !ownAddresses.has(from);
  const coinFills = [...mined.values()].filter(
    ({ from, to, value }) => to && ownAddresses.has(to) && value > 0n && isOutside(from),
  );
  const tokenFills = arrivals.filter(({ from, to }) => ownAddresses.has(to) && isOutside(from));
  const needed = [...paid, ...spent, ...coinFills].map(({ hash }) => hash);
  const ofLogs = [...tokens, ...tokenFills].map((log) => log.transactionHash);
  const receipts = await receiptsOf(node, mined, [...needed, ...ofLogs]);
  const isMade = ({ hash }: Mined) => receipts.get(hash)?.status === "0x1";
  const filled = [
    ...coinFills.filter(isMade).map(coinCredit),
    ...tokenFills.map((log) => tokenCredit(log, mined, receipts)),
  ];
  return {
    fills: filled.map((credit) => fillOf(credit, network)),
    credits: [...paid.filter(isMade).map(coinCredit), ...tokens.map((log) => tokenCredit(log, mined, receipts))],
    spends: spent.map((transaction) => spendOf(transaction, receipts)),
  };
}

/** `Transfer(address indexed, address indexed, uint256)` of a fungible token; other contracts index the third value, too. */
function arrivalOf(log: Log): Arrival | undefined {
  const [topic, from, to] = log.topics;
  if (
    topic !== transferTopic ||
    from === undefined ||
    to === undefined ||
    log.topics.length !== 3 ||
    log.data.length !== 66
  )
    return undefined;
  const amount = BigInt(log.data);
  return amount > 0n ? { ...log, from: `0x${from.slice(-40)}`, to: `0x${to.slice(-40)}`, amount } : undefined;
}

function coinCredit({ hash: tx, from, to, value, nonce, height, blockHash }: Mined): NewCredit {
  const sent = { tx, sender: from, nonce, payer: from };
  return { id: tx, place: to ?? "", token: null, amount: value, ...sent, height, hash: blockHash };
}

function fillOf({ place, nonce: _nonce, payer: _payer, ...credit }: NewCredit, { key }: EvmNetwork): NewFill {
  const { tx, sender } = credit;
  if (tx == null || sender == null) throw new Error(`What came to ${place} is in no transaction`);
  return { ...credit, tx, sender, account: place === key.gas.place ? "gas" : "hot" };
}

/** Named by the number of its log among all Transfer logs of the transaction: numbers within a block change with the block. */
function tokenCredit(
  log: Arrival,
  mined: ReadonlyMap<string, Mined>,
  receipts: ReadonlyMap<string, Receipt>,
): NewCredit {
  const { transactionHash: tx, from: payer, to: place, address: token, amount } = log;
  const transfers = (receipts.get(tx)?.logs ?? [])
    .filter(({ topics }) => topics[0] === transferTopic)
    .sort((a, b) => a.logIndex - b.logIndex);
  const number = transfers.findIndex(({ logIndex }) => logIndex === log.logIndex) + 1;
  const transaction = mined.get(tx);
  if (!transaction || number === 0 || transfers[number - 1]?.data !== log.data)
    throw new RailUnavailable("The Ethereum node answered a log that is not in its receipt");
  const { from: sender, nonce, height, blockHash: hash } = transaction;
  return { id: `${tx}:${number}`, place, token, amount, tx, sender, nonce, payer, height, hash };
}

function spendOf(transaction: Mined, receipts: ReadonlyMap<string, Receipt>): NewSpend {
  const receipt = receipts.get(transaction.hash);
  if (!receipt) throw new Error(`There is no receipt of ${transaction.hash}`);
  const succeeded = receipt.status === "0x1";
  return {
    tx: transaction.hash,
    sender: transaction.from,
    nonce: transaction.nonce,
    recipient: transaction.to ?? null,
    amount: succeeded ? transaction.value : 0n,
    fee: receipt.gasUsed * receipt.effectiveGasPrice,
    succeeded,
    height: transaction.height,
    hash: transaction.blockHash,
  };
}

async function receiptsOf(
  node: EvmNode,
  mined: ReadonlyMap<string, Mined>,
  transactions: readonly string[],
): Promise<Map<string, Receipt>> {
  const asked = [...new Set(transactions)];
  const receipts = new Map<string, Receipt>();
  for (let at = 0; at < asked.length; at += receiptsAtOnce) {
    const part = asked.slice(at, at + receiptsAtOnce);
    for (const [number, receipt] of (await node.receipts(part)).entries()) {
      const hash = part[number] ?? "";
      if (receipt?.transactionHash !== hash || receipt.blockHash !== mined.get(hash)?.blockHash)
        throw new RailUnavailable("The Ethereum node answered a receipt of another block");
      receipts.set(hash, receipt);
    }
  }
  return receipts;
}
