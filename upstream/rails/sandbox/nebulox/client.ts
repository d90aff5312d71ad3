import { eq } from "drizzle-orm";
import { parseDecimal } from "../../../../contract/values/decimal.ts";
import type { Lang } from "../../../../contract/values/languages.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { asset, sandboxSession, sandboxSessionEvent } from "../../../db/schema/index.ts";
import type { Ids } from "../../../ports/ids.ts";
import { RailUnavailable } from "../../../ports/rail.ts";
import type { GatewayClient, SessionRequest } from "../../nebulox/client.ts";
import type { GatewaySession } from "../../nebulox/session.ts";
import { pagePath } from "../pages/page.ts";
import { payPath } from "./pay-path.ts";
import { type BookedEvent, type SandboxSessionRow, sessionRow, sessionState } from "./session-store.ts";

type Desk = { db: Database; clock: { now(): Date }; ids: Ids };

/** The simulated gateway behind the same interface as the real one. It has its own data and knows nothing of orders. */
export function sandboxGateway({ db, clock, ids }: Desk): GatewayClient {
  return {
    async open(request) {
      const amount = await minorAmount(db, request);
      const { key, reference, asset: paid, returnUrl } = request;
      const row = { id: ids.newId("ses"), key, reference, asset: paid, amount, returnUrl, createdAt: clock.now() };
      await db.orm.insert(sandboxSession).values(row).onConflictDoNothing({ target: sandboxSession.key });
      const [storedSession] = await db.orm.select().from(sandboxSession).where(eq(sandboxSession.key, key));
      if (!storedSession) throw new Error("The sandbox payment session is missing");
      return sessionOf(storedSession, request.language);
    },
    async read(id) {
      const row = await sessionRow(db.orm, id);
      return row && sessionOf(row, "en");
    },
    async close(id) {
      const now = clock.now();
      return db.transaction(async (tx) => {
        const [row] = await tx.select().from(sandboxSession).where(eq(sandboxSession.id, id)).for("update");
        if (!row) return "closed";
        const { status, payments } = await sessionState(tx, id, now);
        if (payments.some((payment) => payment.status !== "vanished")) return "too_late";
        if (status === "open") await bookEvents(tx, ids, [{ event: closed(id), dueAt: now }], now);
        return "closed";
      });
    },
  };

  async function sessionOf(row: SandboxSessionRow, language: Lang): Promise<GatewaySession> {
    const { status, payments } = await sessionState(db.orm, row.id, clock.now());
    return { id: row.id, url: pagePath({ path: payPath }, row.id, language), status, payments };
  }
}

const closed = (id: string): BookedEvent => ({ type: "session.closed", data: { session_id: id } });

/** Recorded with the time it takes effect; the caller is notified from then on, but not of its own actions. */
export async function bookEvents(
  tx: Tx,
  ids: Ids,
  events: readonly { event: BookedEvent; dueAt: Date }[],
  now: Date,
): Promise<void> {
  const rows = events.map(({ event, dueAt }) => ({
    id: ids.newId("evt"),
    sessionId: event.data.session_id,
    event,
    dueAt,
    nextTryAt: dueAt,
    deliveredAt: event.type === "session.closed" ? now : null,
  }));
  await tx.insert(sandboxSessionEvent).values(rows);
}

async function minorAmount(db: Database, { asset: id, amount }: SessionRequest): Promise<bigint> {
  const [row] = await db.orm.select({ decimals: asset.decimals }).from(asset).where(eq(asset.id, id));
  const minor = row && parseDecimal(amount, row.decimals);
  if (typeof minor !== "bigint") throw new RailUnavailable(`The sandbox’s gateway takes no ${amount} ${id}`);
  return minor;
}
