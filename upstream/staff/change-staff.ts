import { sql } from "drizzle-orm";
import type { Database, Orm, Tx } from "../db/database.ts";
import { signedCommand, staff, staffCredential, staffRemoval } from "../db/schema/staff.ts";
import type { StaffRole } from "./rules/roles.ts";
import { keyId } from "./signed-payload.ts";

/** One change of the staff at a time: each is judged by who is there. */
export async function lockStaff(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('staff', 0))`);
}

/** `isNew`: the person, not only the key. */
export type NewCredential = {
  staffId: string;
  name: string;
  role: StaffRole;
  publicKey: string;
  addedBy: string | null;
  isNew: boolean;
};

/** Whether the key may sign is decided by the register, from the signatures. */
export async function addCredential(tx: Tx, added: NewCredential, at: Date): Promise<void> {
  const { staffId, name, role, publicKey, addedBy, isNew } = added;
  const id = keyId(publicKey);
  if (isNew) await tx.insert(staff).values({ id: staffId, name, role, at });
  await tx.insert(staffCredential).values({ id, staffId, kind: "ed25519", publicKey, addedBy, at });
}

type Removal = { id: string; staffId: string; credentialId: string | null; removedBy: string };

export async function removeCredentials(tx: Tx, removal: Removal, at: Date): Promise<void> {
  await tx.insert(staffRemoval).values({ ...removal, at });
}

/** Whether staff have signed nothing yet but changes of the staff: then the first person may still add the second alone. */
export async function hasOnlyStaffCommands(reader: Pick<Orm, "select">): Promise<boolean> {
  const others = await reader
    .select({ id: signedCommand.id })
    .from(signedCommand)
    .where(sql`${signedCommand.payload}::jsonb ->> 'command' not in ('staff add', 'staff remove')`)
    .limit(1);
  return others.length === 0;
}

/**
 * Whether this program has the rights of the database's owner, which the service's role has not. The embedded database has
 * no roles: there it is the one program that has opened it, while no service runs.
 */
export async function ownsDatabase(db: Pick<Database, "kind" | "rawIn">, tx: Tx, isAlone: boolean): Promise<boolean> {
  if (db.kind === "pglite") return isAlone;
  const { rows } = await db.rawIn(tx)(
    `select pg_has_role(current_user, (select relowner from pg_class where oid = 'staff_credential'::regclass), 'member') as owns`,
  );
  return rows[0]?.owns === true;
}
