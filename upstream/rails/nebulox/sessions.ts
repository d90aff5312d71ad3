import { and, eq } from "drizzle-orm";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { type Lang, languageSettings } from "../../../contract/values/languages.ts";
import type { Database } from "../../db/database.ts";
import { asset, gatewaySession } from "../../db/schema/index.ts";
import { type PayinRail, RailUnavailable } from "../../ports/rail.ts";
import type { RailDesk } from "../registration.ts";
import type { GatewayClient } from "./client.ts";

export type GatewaySessionRow = typeof gatewaySession.$inferSelect;

/** The gateway's name in URLs, tables and ledger accounts: `assets:nebulox:<asset>`. */
export const nebulox = "nebulox";

/**
 * Pay-ins through the hosted gateway. A session belongs to one order and amount; a repeated request returns the same
 * one, even if the first answer was lost.
 */
export function nebuloxPayin(
  { db, clock, env }: Pick<RailDesk, "db" | "clock" | "env">,
  client: GatewayClient,
): Omit<PayinRail, "reconcile"> {
  return {
    id: nebulox,
    async issue({ ref, asset: assetId, amount, language }) {
      const openSession = await find(db, ref, assetId, amount);
      const pageUrl = openSession?.pageUrl ?? (await open(ref, assetId, amount, language));
      return { method: "hosted_gateway", address: null, memo: null, uri: null, invoiceUrl: null, redirectUrl: pageUrl };
    },
    async withdraw({ ref }) {
      const rows = await sessionsOf(db, ref);
      const answers = await Promise.all(rows.map(({ id }) => client.close(id)));
      return answers.includes("too_late") ? "too_late" : "withdrawn";
    },
  };

  async function open(ref: string, assetId: string, amount: bigint, language: Lang): Promise<string> {
    const [paid] = await db.orm.select({ decimals: asset.decimals }).from(asset).where(eq(asset.id, assetId));
    if (!paid) throw new RailUnavailable(`Unknown asset: ${assetId}`);
    const session = await client.open({
      key: `${ref}:${assetId}:${amount}`,
      reference: ref,
      asset: assetId,
      amount: formatDecimal(amount, paid.decimals),
      returnUrl: `${env.PUBLIC_ORIGIN}/${languageSettings[language].prefix}/order/${ref}/return`,
      language,
    });
    const row = { gateway: nebulox, id: session.id, orderRef: ref, asset: assetId, amount, pageUrl: session.url };
    await db.orm
      .insert(gatewaySession)
      .values({ ...row, createdAt: clock.now() })
      .onConflictDoNothing();
    const storedSession = await find(db, ref, assetId, amount);
    if (!storedSession) throw new RailUnavailable("The gateway gave one session to two orders");
    return storedSession.pageUrl;
  }
}

export async function sessionsOf(db: Database, ref: string): Promise<GatewaySessionRow[]> {
  return db.orm
    .select()
    .from(gatewaySession)
    .where(and(eq(gatewaySession.gateway, nebulox), eq(gatewaySession.orderRef, ref)));
}

export async function sessionById(db: Database, id: string): Promise<GatewaySessionRow | undefined> {
  const isIt = and(eq(gatewaySession.gateway, nebulox), eq(gatewaySession.id, id));
  return (await db.orm.select().from(gatewaySession).where(isIt))[0];
}

async function find(
  db: Database,
  ref: string,
  assetId: string,
  amount: bigint,
): Promise<GatewaySessionRow | undefined> {
  return (await sessionsOf(db, ref)).find((row) => row.asset === assetId && row.amount === amount);
}
