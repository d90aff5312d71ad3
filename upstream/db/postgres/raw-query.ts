import type pg from "pg";
import type { RawQuery } from "../database.ts";

export type QuerySession = Pick<pg.Pool, "query">;

/** Several statements in one text return an array: the last one's rows are the answer, as on PGlite. */
export async function run(session: QuerySession, text: string, values: unknown[] = []): ReturnType<RawQuery> {
  const result: pg.QueryResult | pg.QueryResult[] = await session.query(text, values.length > 0 ? values : undefined);
  return { rows: (Array.isArray(result) ? result.at(-1) : result)?.rows ?? [] };
}
