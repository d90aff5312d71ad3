import { asc, eq, inArray } from "drizzle-orm";
import type { Orm } from "../db/database.ts";
import {
  checkerApproval,
  makerEntry,
  signedCommand,
  staff,
  staffCredential,
  staffRemoval,
} from "../db/schema/staff.ts";
import { roleMay, type StaffRole } from "./rules/roles.ts";
import { isSignedBy, readPayload, type SignedPayload } from "./signed-payload.ts";

type Reader = Pick<Orm, "select">;
type CommandRow = typeof signedCommand.$inferSelect;
type CredentialRow = typeof staffCredential.$inferSelect;
type RemovalRow = typeof staffRemoval.$inferSelect;
type EntryRow = typeof makerEntry.$inferSelect;

/** `pending`: it waits for a second person. `unproven`: no signature explains its row. */
type CredentialState = "active" | "pending" | "removed" | "unproven";
export type Credential = CredentialRow & {
  name: string;
  role: StaffRole;
  state: CredentialState;
  removedAt: Date | null;
};
/** A command whose signature is right, and who signed it. */
type ProvenCommand = { payload: SignedPayload; signer: Credential };

/**
 * The people who may sign. Nothing in the database says so by itself: it follows from the signatures, from the first
 * person on, so that a row that was written by SQL gives nobody a right.
 */
export type Register = {
  /** No staff yet: one person can do all. */
  isEmpty: boolean;
  /** Since when commands are signed. */
  since: Date | null;
  credentials: readonly Credential[];
  /** The command as it was signed; undefined where signature, signer or text are not right. */
  proven(command: CommandRow | undefined): ProvenCommand | undefined;
  /** Whether an approval is the signed word of a second person about this entry. */
  isApproval(approval: ApprovalFact, entry: { id: string; actor: string; maker: string | null }): boolean;
  /** Whether a command is the signed word that this movement may go on. */
  isMovementApproval(movementId: string, command: CommandRow | undefined): boolean;
};
/** `movementId`: the approval is about this movement only; null is about the entry itself. */
export type ApprovalFact = { movementId: string | null; command: CommandRow | undefined };

export async function loadRegister(reader: Reader): Promise<Register> {
  const people = await reader.select().from(staff);
  const rows = await reader.select().from(staffCredential).orderBy(asc(staffCredential.seq));
  if (rows.length === 0) return emptyRegister;
  const removals = await reader.select().from(staffRemoval);
  const entries = await reader.select().from(makerEntry).where(eq(makerEntry.about, "staff"));
  const approvals = await approvalsOf(
    reader,
    entries.map(({ id }) => id),
  );
  const named = [...rows.map(({ addedBy }) => addedBy), ...removals.map(({ removedBy }) => removedBy)];
  const ids = named.filter((id) => id !== null);
  const commands =
    ids.length === 0 ? [] : await reader.select().from(signedCommand).where(inArray(signedCommand.id, ids));
  const credentials = rows.map((row): Credential => {
    const person = people.find(({ id }) => id === row.staffId);
    return { ...row, name: person?.name ?? "", role: person?.role ?? "operator", state: "unproven", removedAt: null };
  });
  return new SignedRegister(credentials, { removals, entries, approvals, commands });
}

/** Approvals of entries with their signed commands, by entry. */
export async function approvalsOf(reader: Reader, entryIds: readonly string[]): Promise<Map<string, ApprovalFact[]>> {
  if (entryIds.length === 0) return new Map();
  const rows = await reader
    .select({ entryId: checkerApproval.entryId, movementId: checkerApproval.movementId, command: signedCommand })
    .from(checkerApproval)
    .innerJoin(signedCommand, eq(signedCommand.id, checkerApproval.commandId))
    .where(inArray(checkerApproval.entryId, [...entryIds]));
  const byEntry = new Map<string, ApprovalFact[]>();
  for (const { entryId, movementId, command } of rows)
    byEntry.set(entryId ?? "", [...(byEntry.get(entryId ?? "") ?? []), { movementId, command }]);
  return byEntry;
}

const emptyRegister: Register = {
  isEmpty: true,
  since: null,
  credentials: [],
  proven: () => undefined,
  isApproval: () => false,
  isMovementApproval: () => false,
};

/** Commands that approve an entry by its id; the second one compares it with what was seen at PayPal first. */
const approving = ["approvals give", "tasks confirm"];

type Evidence = {
  removals: readonly RemovalRow[];
  entries: readonly EntryRow[];
  approvals: ReadonlyMap<string, ApprovalFact[]>;
  commands: readonly CommandRow[];
};

class SignedRegister implements Register {
  readonly isEmpty = false;
  readonly since: Date | null;

  constructor(
    readonly credentials: readonly Credential[],
    private readonly evidence: Evidence,
  ) {
    this.since = credentials[0]?.at ?? null;
    // One may have been approved by somebody who was added later, so until nothing changes any more.
    for (let isChanged = true; isChanged; ) {
      isChanged = false;
      for (const credential of credentials) {
        const state = this.stateOf(credential);
        isChanged ||= state === "active" && credential.state !== "active";
        credential.state = state;
      }
    }
    for (const removal of evidence.removals) this.remove(removal);
  }

  proven(command: CommandRow | undefined): ProvenCommand | undefined {
    const signer = command && this.credentials.find(({ id }) => id === command.credentialId);
    if (!command || !signer || !isEffective(signer, command.at)) return undefined;
    const payload = readPayload(command.payload);
    if (payload?.id !== command.id || payload.key !== signer.id) return undefined;
    return isSignedBy(signer.publicKey, command.payload, command.signature) ? { payload, signer } : undefined;
  }

  isApproval(
    { movementId, command }: ApprovalFact,
    entry: { id: string; actor: string; maker: string | null },
  ): boolean {
    const proven = this.proven(command);
    if (!proven || !roleMay(proven.signer.role, "approves")) return false;
    const { signer, payload } = proven;
    if (signer.staffId === entry.maker || signer.name === entry.actor) return false;
    if (movementId === null) return approving.includes(payload.command) && payload.args.id === entry.id;
    const named = (payload.args.of ?? "").split(",").map((id) => id.trim());
    return payload.command === "payouts approve" && payload.args.id === movementId && named.includes(entry.id);
  }

  isMovementApproval(movementId: string, command: CommandRow | undefined): boolean {
    const proven = this.proven(command);
    if (!proven || !roleMay(proven.signer.role, "approves")) return false;
    return proven.payload.command === "payouts approve" && proven.payload.args.id === movementId;
  }

  private stateOf(credential: Credential): CredentialState {
    // The first of all, or one that the database's owner added: a trigger lets nobody else.
    if (credential.addedBy === null) return "active";
    const added = this.proven(this.evidence.commands.find(({ id }) => id === credential.addedBy));
    if (!added || !isAddition(added, credential)) return "unproven";
    if (this.isSetup(credential, added.signer)) return "active";
    return this.secondedAt(credential.id, "staff_added", added.signer) === undefined ? "pending" : "active";
  }

  /** While there was one person only: that one adds own keys, and the second person, alone. */
  private isSetup(credential: Credential, signer: Credential): boolean {
    const before = this.credentials.filter(({ seq }) => seq < credential.seq);
    return new Set(before.map(({ staffId }) => staffId)).size === 1 && before[0]?.staffId === signer.staffId;
  }

  /** When a second person has approved it; undefined while nobody has. */
  private secondedAt(subject: string, kind: EntryRow["kind"], maker: Credential): Date | undefined {
    const entry = this.evidence.entries.find((row) => row.subject === subject && row.kind === kind);
    if (!entry) return undefined;
    const of = { id: entry.id, actor: maker.name, maker: maker.staffId };
    const approvals = this.evidence.approvals.get(entry.id) ?? [];
    return approvals.find((approval) => this.isApproval(approval, of))?.command?.at;
  }

  private remove(removal: RemovalRow): void {
    const removed = this.proven(this.evidence.commands.find(({ id }) => id === removal.removedBy));
    if (removed?.payload.command !== "staff remove") return;
    const isOwn = removed.signer.staffId === removal.staffId;
    const removedAt = isOwn ? removal.at : this.secondedAt(removal.id, "staff_removed", removed.signer);
    if (!removedAt) return;
    for (const credential of this.credentials) {
      const isMeant =
        credential.staffId === removal.staffId && (removal.credentialId ?? credential.id) === credential.id;
      if (isMeant) Object.assign(credential, { state: "removed", removedAt });
    }
  }
}

/** What it signed before it was removed stays signed. */
const isEffective = ({ state, removedAt }: Credential, at: Date): boolean =>
  state === "active" || (state === "removed" && removedAt !== null && at <= removedAt);

function isAddition({ payload, signer }: ProvenCommand, credential: Credential): boolean {
  const { name, role, public_key } = payload.args;
  return (
    payload.command === "staff add" &&
    roleMay(signer.role, "staff") &&
    name === credential.name &&
    role === credential.role &&
    public_key === credential.publicKey
  );
}
