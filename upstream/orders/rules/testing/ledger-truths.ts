import { accountRule } from "../../../ledger/rules/booking.ts";
import { available, openHolds, posted, type ReferenceLedger } from "./reference-ledger.ts";

/** Ledger invariants that must hold after every step of every history; returns the broken ones as text. */
export function violations(ledger: ReferenceLedger): string[] {
  return [...unbalanced(ledger), ...belowFloor(ledger), ...wronglyReplayed(ledger), ...endedTwice(ledger)];
}

/** What an ended order must not have: a balance in its accounts, or open holds. */
export function leftOf(ledger: ReferenceLedger, ref: string): string[] {
  const accounts = [...ledger.accounts.keys()].filter((id) => accountRule(id).orderRef === ref);
  const money = accounts.filter((id) => posted(ledger, id) !== 0n).map((id) => `${id} has ${posted(ledger, id)}`);
  const holds = openHolds(ledger).filter(({ orderRef }) => orderRef === ref);
  return [...money, ...holds.map(({ id }) => `${id} is open`)];
}

/** Per asset: debits equal credits, and the money at the rails equals ours, the customers' and the shortfall. */
function unbalanced(ledger: ReferenceLedger): string[] {
  const assets = new Set(ledger.transfers.map(({ asset }) => asset));
  return [...assets].flatMap((asset) => {
    const ids = [...ledger.accounts.keys()].filter((id) => id.endsWith(`:${asset}`));
    const sum = (list: string[]) => list.reduce((total, id) => total + posted(ledger, id), 0n);
    const held = sum(ids.filter((id) => id.startsWith("assets:")));
    const lost = sum(ids.filter((id) => id.startsWith("shortfall:")));
    const owed = sum(ids.filter((id) => !id.startsWith("assets:") && !id.startsWith("shortfall:")));
    return held + lost === owed ? [] : [`${asset}: ${held} lies there, ${lost} lost, ${owed} owed`];
  });
}

function belowFloor(ledger: ReferenceLedger): string[] {
  const floored = [...ledger.accounts.keys()].filter((id) => accountRule(id).floor === "available");
  return floored.filter((id) => available(ledger, id) < 0n).map((id) => `${id} is below its floor`);
}

/** Replaying all transfers gives the stored sums. */
function wronglyReplayed(ledger: ReferenceLedger): string[] {
  const sums = new Map<string, bigint>();
  const add = (id: string, amount: bigint) => sums.set(id, (sums.get(id) ?? 0n) + amount);
  for (const { kind, debit, credit, amount } of ledger.transfers) {
    if (kind !== "posted" && kind !== "post") continue;
    add(debit, accountRule(debit).normal === "debit" ? amount : -amount);
    add(credit, accountRule(credit).normal === "credit" ? amount : -amount);
  }
  const accounts = [...ledger.accounts.keys()];
  return accounts.filter((id) => posted(ledger, id) !== (sums.get(id) ?? 0n)).map((id) => `${id} replays differently`);
}

function endedTwice(ledger: ReferenceLedger): string[] {
  const ends = ledger.transfers.flatMap(({ pendingId }) => (pendingId === null ? [] : [pendingId]));
  return ends.filter((id, at) => ends.indexOf(id) !== at).map((id) => `${id} was ended twice`);
}
