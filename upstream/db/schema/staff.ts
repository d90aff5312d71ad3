import { sql } from "drizzle-orm";
import { type AnyPgColumn, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { makerKinds, makerSubjects } from "../../staff/rules/maker-facts.ts";
import { staffRoles } from "../../staff/rules/roles.ts";
import { moment } from "./columns.ts";
import { listed, rule } from "./constraints.ts";

/** How a person proves who they are. The operator's web console will add passkeys to the same people. */
export const credentialKinds = ["ed25519"] as const;

/**
 * People who run the exchange. All tables of this file only grow: who may sign is what the signed commands say
 * (upstream/staff/register.ts), and no column that a service could rewrite.
 */
export const staff = pgTable(
  "staff",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    role: text("role", { enum: staffRoles }).notNull(),
    at: moment("at").notNull(),
  },
  (t) => [
    uniqueIndex("staff_name").on(sql`lower(${t.name})`),
    listed("staff", "role", staffRoles),
    rule("staff_named", "length(trim(name)) between 2 and 60"),
  ],
);

/** A person has several: one for each machine, one kept in a safe, later passkeys. */
export const staffCredential = pgTable(
  "staff_credential",
  {
    /** Derived from the public key, so that one key is one person's. */
    id: text("id").primaryKey(),
    staffId: text("staff_id")
      .notNull()
      .references(() => staff.id),
    kind: text("kind", { enum: credentialKinds }).notNull(),
    /** SPKI in DER, base64. */
    publicKey: text("public_key").notNull(),
    /** The order in which they were added. */
    seq: integer("seq").notNull().generatedAlwaysAsIdentity(),
    at: moment("at").notNull(),
    /** The signed command that added it. Null: the first of all, or one that the database's owner added. */
    addedBy: text("added_by").references((): AnyPgColumn => signedCommand.id),
  },
  (t) => [
    uniqueIndex("staff_credential_key").on(t.publicKey),
    index("staff_credential_of").on(t.staffId),
    listed("staff_credential", "kind", credentialKinds),
  ],
);

/** The end of a person, or of one credential. */
export const staffRemoval = pgTable(
  "staff_removal",
  {
    id: text("id").primaryKey(),
    staffId: text("staff_id")
      .notNull()
      .references(() => staff.id),
    /** Null: all of the person's. */
    credentialId: text("credential_id").references(() => staffCredential.id),
    at: moment("at").notNull(),
    removedBy: text("removed_by")
      .notNull()
      .references((): AnyPgColumn => signedCommand.id),
  },
  (t) => [index("staff_removal_of").on(t.staffId)],
);

/** Commands that staff have signed. A row is written before its command runs, so that each runs once. */
export const signedCommand = pgTable(
  "signed_command",
  {
    /** Chosen by the signer. */
    id: text("id").primaryKey(),
    credentialId: text("credential_id")
      .notNull()
      .references(() => staffCredential.id),
    /** Exactly what was signed: name, arguments, time, id. */
    payload: text("payload").notNull(),
    /** Base64. */
    signature: text("signature").notNull(),
    at: moment("at").notNull(),
  },
  (t) => [index("signed_command_at").on(t.at)],
);

/** What an operator's word has created or redirected; it needs a second person before money leaves. */
export const makerEntry = pgTable(
  "maker_entry",
  {
    id: text("id").primaryKey(),
    kind: text("kind", { enum: makerKinds }).notNull(),
    about: text("about", { enum: makerSubjects }).notNull(),
    subject: text("subject").notNull(),
    actor: text("actor").notNull(),
    /** The entry of the audit log with amounts, before and after. */
    auditId: text("audit_id").notNull(),
    /** Null where there were no staff yet. */
    commandId: text("command_id").references(() => signedCommand.id),
    at: moment("at").notNull(),
  },
  (t) => [
    index("maker_entry_subject").on(t.about, t.subject),
    listed("maker_entry", "kind", makerKinds),
    listed("maker_entry", "about", makerSubjects),
  ],
);

/** The second person's word: about an entry, for everything or for one movement alone; or about a movement above its cap. */
export const checkerApproval = pgTable(
  "checker_approval",
  {
    id: text("id").primaryKey(),
    entryId: text("entry_id").references(() => makerEntry.id),
    /** Null: the entry itself is right. */
    movementId: text("movement_id"),
    commandId: text("command_id")
      .notNull()
      .references(() => signedCommand.id),
    at: moment("at").notNull(),
  },
  (t) => [
    index("checker_approval_entry").on(t.entryId),
    index("checker_approval_movement").on(t.movementId),
    rule("checker_approval_about", "num_nonnulls(entry_id, movement_id) > 0"),
  ],
);
