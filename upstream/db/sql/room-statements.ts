import { runSql, type SqlTarget } from "./raw-sql.ts";

/** Rows of `rate_limit`: of all networks, and of one in this period and in the one before. */
export type RoomKeys = { all: string; network: string; networkBefore: string };

/** In units: `stored` was counted when all networks together had taken `takenThen`. */
export type RoomRequest = { units: number; quota: number; stored: number; takenThen: number; expiresAt: Date };

/**
 * Stored is what was counted and what everybody has taken since; of a network it is at most what it has taken. The row of all is
 * locked first, so that no two see the same: also of a refused request it keeps the units, until it is counted again.
 */
const stored = "greatest(0, $6::bigint + (select points from everybody) - $7::bigint)";
const before = "coalesce((select points from rate_limit where key = $3), 0)";
const heldWith = (points: string) => `least(${points} + ${before}, ${stored})`;
const fits = (points: string) =>
  `${heldWith(points)} + $4::int <= ($5::bigint - ${stored} + ${heldWith(points)} + $4::int) / 5`;

const take = `with everybody as (
    insert into rate_limit (key, points, expire) values ($1, $4::int, $8)
    on conflict (key) do update set points = rate_limit.points + excluded.points, expire = excluded.expire returning points
  )
  insert into rate_limit (key, points, expire) select $2, $4::int, $8 where ${fits("0")}
  on conflict (key) do update set points = rate_limit.points + excluded.points where ${fits("rate_limit.points")}
  returning points`;

/** Takes room for one network, if it then has at most a fifth of what the others leave; false where it would have more. */
export async function takeUnits(
  target: SqlTarget,
  keys: RoomKeys,
  { units, quota, stored: counted, takenThen, expiresAt }: RoomRequest,
): Promise<boolean> {
  const values = [keys.all, keys.network, keys.networkBefore, units, quota, counted, takenThen, expiresAt.getTime()];
  return (await runSql(target, take, values)).length > 0;
}

/** What all networks together have taken in the period of this row. */
export async function takenUnits(target: SqlTarget, all: string): Promise<number> {
  const [row] = await runSql(target, "select points from rate_limit where key = $1", [all]);
  return Number(row?.points ?? 0);
}
