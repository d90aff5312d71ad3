import type { Orm } from "../database.ts";
import { idempotencyKey } from "../schema/service.ts";
import { insertSql, runSql } from "./raw-sql.ts";

const newKey = insertSql(idempotencyKey, ["scope", "key", "bodyHash", "status", "reply", "startedAt", "expiresAt"]);
const claiming = `${newKey.text(1)} on conflict do nothing returning true as inserted`;
const keeping = "update idempotency_key set status = $1, reply = $2 where scope = $3 and key = $4 and started_at = $5";

/** Inserts the key; false when it exists. */
export async function insertKey(orm: Orm, row: Parameters<typeof newKey.values>[0]): Promise<boolean> {
  return (await runSql(orm, claiming, newKey.values(row))).length > 0;
}

/** Stores the answer, if the key still belongs to the attempt that started at `startedAt`. */
export async function saveReply(
  orm: Orm,
  { scope, key, startedAt }: { scope: string; key: string; startedAt: Date },
  { status, text }: { status: number; text: string },
): Promise<void> {
  await runSql(orm, keeping, [status, text, scope, key, startedAt]);
}
