import { existsSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { count, desc, inArray } from "drizzle-orm";
import { z } from "zod/v4";
import { shownRef } from "../../../contract/order/order-number.ts";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { backUpDataFolder, restoreDataFolder } from "../../db/pglite/copy-folder.ts";
import { asset, order, outgoing, transfer } from "../../db/schema/index.ts";
import { verify } from "../../ledger/verify.ts";
import type { Context } from "../../ports/context.ts";
import { command, done, type Outcome, refused, type ShownRow } from "../command.ts";
import { balancesAt } from "../reports/balances-at.ts";

const absolute = z
  .string({ error: "Enter the folder." })
  .refine(isAbsolute, { error: "Enter the whole path, from the root: the process that has the database uses it." });

export const backupCommands = [
  command({
    name: "db backup",
    connects: true,
    summary:
      "Copies the embedded database, with its secrets, to a new folder while it is in use. It has no --dry-run: it changes nothing.",
    args: z.object({ out: absolute.describe("new folder, /backups/2026-12-31") }),
    async run({ db, env }, { out }) {
      if (db.kind === "postgres") return refused("PostgreSQL has its own tools: use deploy/backup/backup.sh.");
      if (existsSync(out)) return refused(`${out} exists already. Nothing was written.`);
      const dataDir = resolve(env.DATA_DIR);
      if (out.startsWith(`${dataDir}/`)) return refused(`${out} is inside ${dataDir}: choose a folder elsewhere.`);
      await backUpDataFolder(db, dataDir, out);
      return done(`${out} is a complete data folder. Prove it: DATA_DIR=${out} operator db check`);
    },
  }),
  command({
    name: "db restore",
    connects: true,
    summary:
      "Puts a backup of the embedded database into DATA_DIR, which must have no database, then does what `db check` does. It has no --dry-run: it overwrites nothing.",
    args: z.object({ from: absolute.describe("folder of a backup, /backups/2026-12-31") }),
    async beforeOpening({ from }, { where, isOwned }) {
      if ("databaseUrl" in where) return refused("PostgreSQL has its own tools: use deploy/backup/restore.sh.");
      if (isOwned) return refused(`A process is using ${where.dataDir}: stop it first. Nothing was changed.`);
      await restoreDataFolder(from, where.dataDir);
      return undefined;
    },
    run: (ctx) => checked(ctx),
  }),
  command({
    name: "db check",
    connects: true,
    summary: "After a restore: verifies the ledger, and lists what to compare with the rails.",
    args: z.object({}),
    run: (ctx) => checked(ctx),
  }),
];

/** Refused when the books have violations. */
async function checked(ctx: Context): Promise<Outcome> {
  const violations = await verify(ctx.db);
  if (violations.length > 0) return refused(`The books have ${violations.length} violations: see \`ledger verify\`.`);
  return done({
    books: "consistent: every check passed",
    ...(await extent(ctx)),
    compare: "Payments and transfers at the rails after newest_transfer are not in these books: book them by hand.",
    cash_by_these_books: await cash(ctx),
    sending_by_these_books: await sending(ctx),
  });
}

/** How much there is, and until when. */
async function extent({ db: { orm } }: Context): Promise<ShownRow> {
  const [[transfers], [newest], [orders], [last]] = await Promise.all([
    orm.select({ count: count() }).from(transfer),
    orm.select({ at: transfer.at }).from(transfer).orderBy(desc(transfer.at)).limit(1),
    orm.select({ count: count() }).from(order),
    orm.select({ at: order.updatedAt }).from(order).orderBy(desc(order.updatedAt)).limit(1),
  ]);
  return {
    transfers: transfers?.count ?? 0,
    newest_transfer: newest?.at.toISOString() ?? null,
    orders: orders?.count ?? 0,
    newest_change_of_an_order: last?.at.toISOString() ?? null,
  };
}

/** What each rail should hold. */
async function cash({ db: { orm }, clock }: Context): Promise<ShownRow[]> {
  const rows = await orm.select({ id: asset.id, decimals: asset.decimals }).from(asset);
  const decimals = new Map(rows.map((row) => [row.id, row.decimals]));
  return [...(await balancesAt(orm, clock.now()))].flatMap(([id, { rails }]) =>
    rails.map(({ rail, cash: minor }) => ({ rail, asset: id, cash: formatDecimal(minor, decimals.get(id) ?? 0) })),
  );
}

/** Payouts and refunds whose end may have been after the backup: the rail is asked by their ids. */
async function sending({ db: { orm } }: Context): Promise<ShownRow[]> {
  const rows = await orm
    .select()
    .from(outgoing)
    .where(inArray(outgoing.status, ["sending"]));
  return rows.map(({ id, orderRef, kind, rail }) => ({ id, order: orderRef && shownRef(orderRef), kind, rail }));
}
