import { z } from "zod/v4";

/** Where a database stands in its history; read with one statement. */
export const historyMark = z.object({
  /** Made with the database: every copy of it has the same, a new one another. */
  id: z.string(),
  /** Rises while a service works. */
  number: z.coerce.number().int(),
  /** When an operator last accepted a restored database, milliseconds since 1970; 0 for never. */
  acceptedMs: z.coerce.number().int(),
  /** PostgreSQL's system identifier, and its timeline, which rises with each promotion. */
  server: z.string(),
  timeline: z.coerce.number().int(),
});
export type HistoryMark = z.infer<typeof historyMark>;

/**
 * Why a database must not be written, seen what we remember of it: it lacks what was committed and acknowledged before.
 * Undefined for the same history, also on another server or after a failover, and for one that an operator has accepted
 * since.
 */
export function historyFault(seen: HistoryMark | undefined, now: HistoryMark): string | undefined {
  if (!seen || now.acceptedMs > seen.acceptedMs) return undefined;
  if (now.id !== seen.id) return "another database is in the place of the one we know";
  if (now.acceptedMs < seen.acceptedMs || now.number < seen.number)
    return `the database is at mark ${now.number} of its history, and we have seen ${seen.number}`;
  if (now.server === seen.server && now.timeline < seen.timeline)
    return `the server is on timeline ${now.timeline}, and timeline ${seen.timeline} has replaced it`;
  return undefined;
}

/** The database lacks a part of its history. SQLSTATE 08004: the connection is refused. */
export class HistoryFault extends Error {
  readonly code = "08004";
  constructor(readonly fault: string) {
    super(
      `The database lacks a part of its history: ${fault}. If it was restored on purpose, run ` +
        '`operator db accept-history --reason "..."`; otherwise point DATABASE_URL to the right server.',
    );
  }
}
