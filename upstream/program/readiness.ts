import type { Context } from "../ports/context.ts";

/** Probes of several proxies cost one commit a second. */
const validMs = 1000;

/** Whether the service can work: its database commits, asked at most once a second. */
export function readiness(ctx: Pick<Context, "db">, elapsedMs: () => number): () => Promise<boolean> {
  let last: { askedMs: number; result: Promise<boolean> } | undefined;
  return () => {
    const nowMs = elapsedMs();
    if (!last || nowMs - last.askedMs >= validMs) last = { askedMs: nowMs, result: ctx.db.canCommit() };
    return last.result;
  };
}
