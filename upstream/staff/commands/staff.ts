import { z } from "zod/v4";
import type { Tx } from "../../db/database.ts";
import { reasonArgument } from "../../operator/arguments.ts";
import { recordAudit } from "../../operator/audit.ts";
import { command, done, type Operator, type Outcome, refused } from "../../operator/command.ts";
import { recoveryName } from "../../operator/money-effects.ts";
import type { Context } from "../../ports/context.ts";
import {
  addCredential,
  hasOnlyStaffCommands,
  lockStaff,
  type NewCredential,
  ownsDatabase,
  removeCredentials,
} from "../change-staff.ts";
import { type Credential, loadRegister, type Register } from "../register.ts";
import { type StaffRole, staffRoles } from "../rules/roles.ts";
import { keyId, publicKeyOf, publicKeyText } from "../signed-payload.ts";

const nameArgument = z
  .string({ error: "Enter the person's name." })
  .trim()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} .'-]{1,59}$/u, "A name has 2 to 60 letters, digits, spaces, dots, hyphens.")
  .describe("the person's name, as it stands in the audit log");
const publicKeyArgument = z
  .string({ error: "Enter the public key with --public-key." })
  .trim()
  .transform((typed, context) => {
    const key = publicKeyOf(typed);
    if (key) return publicKeyText(key);
    context.addIssue({ code: "custom", message: "This is no public key that `key create` has printed." });
    return z.NEVER;
  })
  .describe("public key that `key create` has printed on the person's machine");
const addition = z.object({
  name: nameArgument,
  role: z.enum(staffRoles, { error: `Enter --role: ${staffRoles.join(", ")}.` }).describe(staffRoles.join(", ")),
  public_key: publicKeyArgument,
  reason: reasonArgument,
});
const removal = z.object({
  name: nameArgument,
  key: z.string().trim().max(64).optional().describe("only this key, as in `staff list`; without it the person"),
  reason: reasonArgument,
});

export const staffCommands = [
  command({
    name: "staff list",
    summary: "The people who run the exchange, their roles and keys, and since when.",
    args: z.object({}),
    async run(ctx) {
      const { isEmpty, credentials } = await loadRegister(ctx.db.orm);
      if (isEmpty)
        return done("There are no staff: one person can do all, and the names of operators are labels only.");
      return done(
        credentials.map(({ name, role, id, kind, state, at, removedAt, addedBy }) => {
          const times = { since: at.toISOString(), removed: removedAt?.toISOString() ?? null };
          return { name, role, key: id, kind, state, ...times, added_by: addedBy ?? "without a signature" };
        }),
      );
    },
  }),
  command({
    name: "staff add",
    summary:
      "Adds a person with a role and a key, or another key of a person. The first one is an owner; from the third person on a second person approves it.",
    changes: { asksNothing: "a second person approves it" },
    positional: ["name"],
    args: addition,
    run: (ctx, args, operator) => changed(ctx, (tx, register) => add(ctx, tx, register, args, operator)),
  }),
  command({
    name: "staff remove",
    summary: "Removes a person, or one of a person's keys. A second person approves it, except for one's own.",
    changes: { asksNothing: "a second person approves it, and nobody can do more afterwards" },
    positional: ["name"],
    args: removal,
    run: (ctx, args, operator) => changed(ctx, (tx, register) => remove(ctx, tx, register, args, operator)),
  }),
];

/** One change of the staff at a time. */
function changed(ctx: Context, work: (tx: Tx, register: Register) => Promise<Outcome>): Promise<Outcome> {
  return ctx.db.transaction(async (tx) => {
    await lockStaff(tx);
    return work(tx, await loadRegister(tx));
  });
}

type Addition = z.infer<typeof addition>;

async function add(ctx: Context, tx: Tx, register: Register, args: Addition, operator: Operator): Promise<Outcome> {
  const { name, role, public_key: publicKey, reason } = args;
  const existing = register.credentials.find((credential) => credential.name.toLowerCase() === name.toLowerCase());
  const objection = objectionTo(register, existing, args);
  if (objection !== null) return refused(objection);
  const people = new Set(register.credentials.map(({ staffId }) => staffId));
  if (people.size === 1 && !(await hasOnlyStaffCommands(tx)))
    return refused(
      "REFUSED: one person cannot add the second once other commands were signed. The owner of the database does, with `staff recover`.",
    );
  const isAlone = people.size < 2;
  const person = { staffId: existing?.staffId ?? ctx.ids.newId("st"), name: existing?.name ?? name, role };
  const added: NewCredential = { ...person, publicKey, addedBy: operator.commandId ?? null, isNew: !existing };
  const id = keyId(publicKey);
  const details = { before: null, after: { name: person.name, role, key: id } };
  const makerFacts = isAlone ? [] : [{ kind: "staff_added", about: "staff", id } as const];
  // Before the key: from the first key's time on, the audit takes an entry without a signature for a fault.
  await recordAudit(ctx, tx, operator, { action: "staff_added", subject: person.staffId, reason, details, makerFacts });
  await addCredential(tx, added, ctx.clock.now());
  if (isAlone) return done(`${person.name} is ${role}, with the key ${id}. ${nextStep(people.size, !existing)}`);
  return done(
    `${person.name} is ${role}, with the key ${id}, once a second person has approved it: \`approvals list\`.`,
  );
}

function objectionTo(register: Register, existing: Credential | undefined, { name, role, public_key }: Addition) {
  const id = keyId(public_key);
  if (register.isEmpty && role !== "owner") return "The first person is an owner: only owners add others.";
  const holder = register.credentials.find((credential) => credential.id === id);
  if (holder) return `The key ${id} is ${holder.name}'s already: each person has a key of their own.`;
  if (existing && existing.role !== role) return `${name} is ${existing.role}; a role does not change with a key.`;
  return null;
}

const nextStep = (peopleBefore: number, isNewPerson: boolean) =>
  peopleBefore === 0 || !isNewPerson
    ? "Commands that change something are signed from now on. Add the second person before anything else."
    : "From now on a second person approves every change of the staff.";

async function remove(
  ctx: Context,
  tx: Tx,
  register: Register,
  { name, key, reason }: z.infer<typeof removal>,
  operator: Operator,
): Promise<Outcome> {
  const ofPerson = register.credentials.filter((credential) => credential.name.toLowerCase() === name.toLowerCase());
  const meant = ofPerson.filter(
    (credential) => credential.state !== "removed" && (key === undefined || credential.id === key),
  );
  const [first] = meant;
  const commandId = operator.commandId ?? null;
  if (!first || commandId === null)
    return refused(`No member of staff is called ${name}${key ? ` with the key ${key}` : ""}.`);
  const others = register.credentials.filter(
    (credential) => credential.state === "active" && !meant.includes(credential),
  );
  if (!others.some((credential) => credential.role === "owner"))
    return refused("REFUSED: nobody would be left who may add staff.");
  const isOwn = first.staffId === operator.staffId;
  const id = ctx.ids.newId("sr");
  const row = { id, staffId: first.staffId, credentialId: key ?? null, removedBy: commandId };
  await removeCredentials(tx, row, ctx.clock.now());
  const keys = meant.map((credential) => credential.id);
  const details = { before: { name: first.name, role: first.role, keys }, after: null };
  const makerFacts = isOwn ? [] : [{ kind: "staff_removed", about: "staff", id } as const];
  await recordAudit(ctx, tx, operator, {
    action: "staff_removed",
    subject: first.staffId,
    reason,
    details,
    makerFacts,
  });
  const subject = key === undefined ? first.name : `The key ${key} of ${first.name}`;
  if (isOwn) return done(`${subject} is removed.`);
  return done(`${subject} is removed once a second person has approved it: \`approvals list\`.`);
}

const recovery = addition.describe("a key after others were lost");

/** After keys were lost, so that nobody can sign any more, or no second person is left. */
export const staffRecoveryCommands = [
  command({
    name: recoveryName,
    connects: true,
    summary:
      "Adds a person or a key without signatures, after keys were lost. Only the owner of the database can: with the owner's DATABASE_URL, or, on the embedded database, while the exchange is stopped.",
    changes: { asksNothing: "only the owner of the database can, and `staff list` shows it for ever" },
    positional: ["name"],
    args: recovery,
    run: (ctx, args, operator) => changed(ctx, (tx, register) => recover(ctx, tx, register, args, operator)),
  }),
];

async function recover(ctx: Context, tx: Tx, register: Register, args: Addition, operator: Operator): Promise<Outcome> {
  const { name, role, public_key: publicKey, reason } = args;
  if (register.isEmpty) return refused("There are no staff yet: add the first person with `staff add`.");
  if (!(await ownsDatabase(ctx.db, tx, operator.isAlone === true)))
    return refused(
      "REFUSED: only the owner of the database recovers keys: run it with the owner's DATABASE_URL, or, on the embedded database, while the exchange is stopped.",
    );
  const existing = register.credentials.find((credential) => credential.name.toLowerCase() === name.toLowerCase());
  const objection = objectionTo(register, existing, args);
  if (objection !== null) return refused(objection);
  const person: { staffId: string; name: string; role: StaffRole } = {
    staffId: existing?.staffId ?? ctx.ids.newId("st"),
    name: existing?.name ?? name,
    role,
  };
  const id = keyId(publicKey);
  const details = { before: null, after: { name: person.name, role, key: id }, recovered: true };
  await recordAudit(ctx, tx, operator, { action: "staff_recovered", subject: person.staffId, reason, details });
  await addCredential(tx, { ...person, publicKey, addedBy: null, isNew: !existing }, ctx.clock.now());
  return done(`${person.name} is ${role}, with the key ${id}, added by the owner of the database.`);
}
