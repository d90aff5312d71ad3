import { watch } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod/v4";
import type { ExchangeAtWork } from "./exchange-at-work.ts";
import type { OrderRecord } from "./load.ts";

/** How long an email may take when its worker died: two minutes until its job counts as abandoned, plus a retry. */
const patienceSeconds = 300;

export type EmailFigures = {
  /** Never sent, without a newer one. */
  missing: string[];
  /** Recorded as overtaken: a newer one was sent instead. */
  overtaken: number;
  /** Delivered more than once. */
  doubled: string[];
};

/**
 * Counts deliveries to the mailbox from now on. File names are email ids, and a repeated delivery overwrites its file:
 * only a watcher sees it.
 */
export async function watchEmails(exchange: ExchangeAtWork) {
  const folder = join(exchange.dataDir, "mailbox");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const arrivals = new Map<string, number>();
  const watcher = watch(folder, (_, name) => {
    if (name?.endsWith(".json")) arrivals.set(name, (arrivals.get(name) ?? 0) + 1);
  });
  return {
    /** Waits until every order has its expected emails, while a service is running. */
    async examine(deeds: readonly OrderRecord[]): Promise<EmailFigures> {
      const overtaken = new Set<string>();
      for (let waited = 0; ; waited += 5) {
        const arrived = new Set(
          [...arrivals.keys()].map((name) => name.replace(/^\d+-\w+-(\w+)\.(\w+)\..*$/, "$1 $2")),
        );
        const missing = deeds.flatMap(({ ref, act }) => {
          const isThere = (kind: string) => arrived.has(`${ref} ${kind}`);
          const last = lastOf[act];
          const isEnded = isThere(last);
          if (!isThere("created") && isEnded && !overtaken.has(ref) && isOvertaken(exchange, ref)) overtaken.add(ref);
          const hasBegun = isThere("created") || overtaken.has(ref);
          return [...(hasBegun ? [] : [`${ref} created`]), ...(isEnded || act === "leave" ? [] : [`${ref} ${last}`])];
        });
        if (missing.length === 0 || waited >= patienceSeconds) {
          watcher.close();
          const doubled = [...arrivals].filter(([, times]) => times > 1).map(([name]) => name);
          return { missing, overtaken: overtaken.size, doubled };
        }
        await new Promise((resolve) => setTimeout(resolve, 5000));
      }
    },
  };
}

/** Emails after the first; an expired order gets one only after its time. */
const lastOf: Record<OrderRecord["act"], string> = { leave: "expired", pay: "completed", refund: "refunded" };

const answered = z.object({ data: z.array(z.object({ kind: z.string(), status: z.string() })) });

/** Read from the service's records, as an operator would. */
function isOvertaken(exchange: ExchangeAtWork, ref: string): boolean {
  const { stdout } = exchange.operator("--json", "emails", "list", "--order", ref);
  return answered
    .parse(JSON.parse(stdout))
    .data.some((email) => email.kind === "created" && email.status === "overtaken");
}
