import { randomUUID } from "node:crypto";
import { databaseCounters } from "../counters.ts";
import type { RawQuery } from "../database.ts";
import { HistoryFault, type HistoryMark, historyFault, historyMark } from "./history-mark.ts";
import type { RememberedMarks } from "./remembered-marks.ts";

const settingName = "history";

/** A server in recovery has no timeline of its own yet, and takes no writes. */
export const markStatement = `select value ->> 'id' as id, value ->> 'number' as number,
    value ->> 'acceptedMs' as "acceptedMs", (select system_identifier::text from pg_control_system()) as server,
    case when pg_is_in_recovery() then null
      else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline
  from setting where name = '${settingName}'`;

const creating = `insert into setting (name, value, updated_at) values ('${settingName}', $1, now())
  on conflict do nothing`;
const advancing = `update setting set updated_at = now(),
    value = jsonb_set(value, '{number}', to_jsonb((value ->> 'number')::bigint + 1)) where name = '${settingName}'`;
const accepting = `update setting set updated_at = now(), value = value || jsonb_build_object(
    'number', (value ->> 'number')::bigint + 1,
    'acceptedMs', greatest((value ->> 'acceptedMs')::bigint + 1, (extract(epoch from clock_timestamp()) * 1000)::bigint))
  where name = '${settingName}' returning value ->> 'number' as number`;

/**
 * Guards the history of the database: a number in it rises while services work, and each process and its data folder
 * remember how far it was. A database that is behind, since it was restored to an earlier moment or promoted without
 * what was acknowledged, is not used until an operator accepts it.
 */
export type History = {
  /** Reads the mark. Throws `HistoryFault` when it is behind what was seen, or `25006` at a standby. */
  check(query: RawQuery): Promise<void>;
  /** Checks, then raises the number and remembers it. */
  advance(query: RawQuery): Promise<void>;
  /** Called when the history turns out wrong; once until it is right again. */
  onFault(listener: (fault: HistoryFault) => void): void;
};

export function openHistory(remembered: RememberedMarks): History {
  const { here, elsewhere } = remembered.read();
  let seen = here;
  let isWrong = false;
  const listeners: ((fault: HistoryFault) => void)[] = [];

  const check = async (query: RawQuery): Promise<void> => {
    // Others may see a later mark while this one is read.
    const before = seen;
    const now = await readMark(query);
    const marks = [before, ...elsewhere.filter(({ id }) => id === now.id)];
    const fault = marks.map((mark) => historyFault(mark, now)).find((text) => text !== undefined);
    const wasWrong = isWrong;
    isWrong = fault !== undefined;
    if (fault === undefined) {
      if (historyFault(seen, now) === undefined) seen = now;
      return;
    }
    const error = new HistoryFault(fault);
    if (!wasWrong) {
      databaseCounters.history_faults_total += 1;
      for (const listener of listeners) listener(error);
    }
    throw error;
  };
  return {
    check,
    async advance(query) {
      await check(query);
      await query(advancing);
      await check(query);
      if (seen) await remembered.save(seen);
    },
    onFault: (listener) => void listeners.push(listener),
  };
}

/** Gives a new database a history of its own. */
export async function createHistory(query: RawQuery): Promise<void> {
  await query(creating, [JSON.stringify({ id: randomUUID(), number: 1, acceptedMs: 0 })]);
}

/** Makes every process accept the database as it is; returns the mark from which its history continues. */
export async function acceptHistory(query: RawQuery): Promise<string> {
  await createHistory(query);
  const { rows } = await query(accepting);
  return String(rows[0]?.number);
}

async function readMark(query: RawQuery): Promise<HistoryMark> {
  const [row] = (await query(markStatement)).rows;
  if (row?.timeline === null) throw Object.assign(new Error("The server is a standby."), { code: "25006" });
  // Deleted by hand, or a database without one: it has no mark that we could know.
  return historyMark.parse(row ?? { id: "none", number: 0, acceptedMs: 0, server: "", timeline: 0 });
}
