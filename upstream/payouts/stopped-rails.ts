import { inArray, notExists } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import type { Orm } from "../db/database.ts";
import { payoutStop } from "../db/schema/index.ts";

const nameOfAll = "*";

const stopsOf = (rail: string) => inArray(payoutStop.rail, [rail, nameOfAll]);

/** Whether an operator has stopped the rail, or all of them. */
export async function isStopped(orm: Pick<Orm, "select">, rail: string): Promise<boolean> {
  return (await orm.select({ rail: payoutStop.rail }).from(payoutStop).where(stopsOf(rail))).length > 0;
}

/** Says of each rail whether it is stopped. */
export async function stopsAmong(orm: Pick<Orm, "select">): Promise<(rail: string) => boolean> {
  const rails = (await orm.select({ rail: payoutStop.rail }).from(payoutStop)).map((row) => row.rail);
  return (rail) => rails.includes(rail) || rails.includes(nameOfAll);
}

/** The same as a condition of the statement that lets a movement go. */
export const isNotStopped = (rail: string) =>
  notExists(new QueryBuilder().select({ rail: payoutStop.rail }).from(payoutStop).where(stopsOf(rail)));
