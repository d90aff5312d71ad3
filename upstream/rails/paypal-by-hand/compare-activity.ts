import type { ActivityRow } from "./activity.ts";
import type { TaskKind } from "./task-store.ts";

/** An entry that counts, with the currency of its task. Minor units. */
export type ComparedEntry = { task: number; tx: string; amount: bigint; fee: bigint; currency: string };
/** A task that a transaction may belong to. `account`: of the other side. */
export type ComparedTask = { number: number; kind: TaskKind; amount: bigint; currency: string; account: string | null };

type Pair = { row: ActivityRow; entry: ComparedEntry };

/**
 * What PayPal's report and the entries do not agree about. `notEntered`: with the task that it looks like, if there is one.
 * `notInReport`: entered, and not there.
 */
export type ActivityComparison = {
  differs: readonly Pair[];
  notEntered: readonly { row: ActivityRow; task: ComparedTask | null }[];
  notInReport: readonly ComparedEntry[];
};

/** Compares them by transaction. `entries`: all that count; `expected`: those of the time that the report covers. */
export function compareActivity(
  rows: readonly ActivityRow[],
  entries: readonly ComparedEntry[],
  expected: readonly ComparedEntry[],
  tasks: readonly ComparedTask[],
): ActivityComparison {
  const entryOf = new Map(entries.map((entry) => [entry.tx, entry]));
  const reported = new Set(rows.map(({ tx }) => tx));
  const pairs = rows.flatMap((row): Pair[] => {
    const entry = entryOf.get(row.tx);
    return entry ? [{ row, entry }] : [];
  });
  const free = [...tasks];
  const notEntered = rows
    .filter(({ tx }) => !entryOf.has(tx))
    .map((row) => {
      const at = free.findIndex((task) => looksLike(row, task));
      // One task is proposed for one transaction only.
      return { row, task: at === -1 ? null : (free.splice(at, 1)[0] ?? null) };
    });
  return {
    differs: pairs.filter(({ row, entry }) => !isSame(row, entry)),
    notEntered,
    notInReport: expected.filter(({ tx }) => !reported.has(tx)),
  };
}

const size = (amount: bigint) => (amount < 0n ? -amount : amount);

const isSame = (row: ActivityRow, { amount, fee, currency }: ComparedEntry) =>
  size(row.gross) === amount && row.fee === fee && row.currency === currency;

function looksLike({ gross, currency, from, to }: ActivityRow, task: ComparedTask): boolean {
  const isSent = gross < 0n;
  if (isSent !== (task.kind === "pay" || task.kind === "refund")) return false;
  const isAccount = task.account === null || task.account.toLowerCase() === (isSent ? to : from);
  return isAccount && task.currency === currency && size(gross) === task.amount;
}
