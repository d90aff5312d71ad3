import { and, asc, gt, inArray, isNotNull, isNull, ne, notInArray } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import { audit } from "../db/schema/service.ts";
import { checkerApproval, makerEntry, signedCommand } from "../db/schema/staff.ts";
import { findEntry } from "./approve.ts";
import { loadRegister, type Register } from "./register.ts";

/** What contradicts the signatures of the staff: `subject` is the row that is wrong. */
type StaffViolation = { check: string; subject: string; sentence: string };

const page = 2000;
/** What a first start and an upgrade state about themselves. */
const notPeople = ["demo market", "first start", "upgrade"];

/**
 * Checks every signed command again, and that whatever staff have done, made and approved rests on one: also rows that were
 * written by SQL past the commands.
 */
export async function staffViolations(tx: Tx): Promise<StaffViolation[]> {
  const register = await loadRegister(tx);
  if (register.since === null) return [];
  return [
    ...unprovenKeys(register),
    ...(await wrongSignatures(tx, register)),
    ...(await unsignedEntries(tx, register.since)),
    ...(await wrongApprovals(tx, register)),
  ];
}

const unprovenKeys = ({ credentials }: Register): StaffViolation[] =>
  credentials
    .filter(({ state }) => state === "unproven")
    .map(({ id, name }) => {
      return {
        check: "staff_are_signed_for",
        subject: id,
        sentence: `No signature explains the key ${id} of ${name}.`,
      };
    });

async function wrongSignatures(tx: Tx, register: Register): Promise<StaffViolation[]> {
  const wrong: StaffViolation[] = [];
  const signers = new Map<string, string>();
  for (let after = ""; ; ) {
    const rows = await tx
      .select()
      .from(signedCommand)
      .where(gt(signedCommand.id, after))
      .orderBy(asc(signedCommand.id))
      .limit(page);
    for (const row of rows) {
      const proven = register.proven(row);
      if (proven) signers.set(row.id, proven.signer.name);
      else
        wrong.push({
          check: "commands_are_signed",
          subject: row.id,
          sentence: `The command ${row.id} is not one that the key ${row.credentialId} has signed while it could.`,
        });
    }
    const last = rows.at(-1);
    if (!last || rows.length < page) break;
    after = last.id;
  }
  return [...wrong, ...(await foreignEntries(tx, signers))];
}

/** Audit entries that name another person than the one who has signed their command. */
async function foreignEntries(tx: Tx, signers: ReadonlyMap<string, string>): Promise<StaffViolation[]> {
  const rows = await tx
    .select({ id: audit.id, actor: audit.actor, action: audit.action, commandId: audit.commandId })
    .from(audit)
    .where(isNotNull(audit.commandId));
  return rows
    .filter(({ actor, commandId }) => commandId !== null && signers.get(commandId) !== actor)
    .map(({ id, actor, action, commandId }) => ({
      check: "entries_are_the_signers",
      subject: id,
      sentence: `The audit entry ${id} says ${action} of ${actor}, but ${signers.get(commandId ?? "") ?? "nobody"} has signed ${commandId}.`,
    }));
}

/** What no command explains, since there are staff. */
async function unsignedEntries(tx: Tx, since: Date): Promise<StaffViolation[]> {
  const entries = await tx
    .select({ id: audit.id, actor: audit.actor, action: audit.action })
    .from(audit)
    .where(
      and(
        isNull(audit.commandId),
        gt(audit.at, since),
        notInArray(audit.actor, notPeople),
        ne(audit.action, "staff_recovered"),
      ),
    );
  const makerEntries = await tx
    .select({ id: makerEntry.id, actor: makerEntry.actor, action: makerEntry.kind })
    .from(makerEntry)
    .where(and(isNull(makerEntry.commandId), gt(makerEntry.at, since)));
  return [...entries, ...makerEntries].map(({ id, actor, action }) => ({
    check: "changes_are_signed",
    subject: id,
    sentence: `${actor} did ${action} (${id}) without a signed command, although there are staff.`,
  }));
}

async function wrongApprovals(tx: Tx, register: Register): Promise<StaffViolation[]> {
  const rows = await tx.select().from(checkerApproval);
  const ids = rows.map(({ commandId }) => commandId);
  const named = ids.length === 0 ? [] : await tx.select().from(signedCommand).where(inArray(signedCommand.id, ids));
  const commands = new Map(named.map((row) => [row.id, row]));
  const wrong: StaffViolation[] = [];
  for (const { id, entryId, movementId, commandId } of rows) {
    const command = commands.get(commandId);
    const entry = entryId === null ? undefined : await findEntry(tx, entryId);
    const isRight =
      entryId === null
        ? register.isMovementApproval(movementId ?? "", command)
        : entry !== undefined && register.isApproval({ movementId, command }, entry);
    if (!isRight)
      wrong.push({
        check: "approvals_are_signed",
        subject: id,
        sentence: `The approval ${id} of ${entryId ?? movementId} is not the signed word of a second person.`,
      });
  }
  return wrong;
}
