import { randomUUID } from "node:crypto";
import type { Outcome } from "../../../upstream/operator/command.ts";
import type { Request } from "../../../upstream/operator/request.ts";
import type { Context } from "../../../upstream/ports/context.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { newKeyFile, type OpenedKey, openKeyFile } from "../../../upstream/staff/key-file.ts";
import type { StaffRole } from "../../../upstream/staff/rules/roles.ts";
import { payloadText, signText } from "../../../upstream/staff/signed-payload.ts";

/** A member of staff of a test, with the key. */
export type TestStaff = { name: string; role: StaffRole; publicKey: string; key: OpenedKey };

const passphrase = "five random words of a test";

export function person(name: string, role: StaffRole = "owner"): TestStaff {
  const { text, publicKey } = newKeyFile(passphrase);
  const key = openKeyFile(text, passphrase);
  if (!key) throw new Error("The key file does not open");
  return { name, role, publicKey, key };
}

type Changes = { at?: Date; id?: string; origin?: string };

/** A command as this person signs it; the clock of the machine is the service's, without what the sandbox has moved. */
export function signedBy(
  ctx: Context,
  { key }: TestStaff,
  command: string,
  args: Record<string, string>,
  { at, id = randomUUID(), origin = ctx.env.PUBLIC_ORIGIN }: Changes = {},
): Request {
  const machineNow = new Date(ctx.clock.now().getTime() - ctx.clock.offsetSeconds() * 1000);
  const signed = { id, key: key.id, at: (at ?? machineNow).toISOString() };
  const value = signText(payloadText({ origin, command, args, ...signed }), key.key);
  return { command, args, operator: { name: "whoever" }, signature: { ...signed, value } };
}

export const asStaff = (
  ctx: Context,
  staff: TestStaff,
  command: string,
  args: Record<string, string>,
): Promise<Outcome> => runCommand(ctx, signedBy(ctx, staff, command, args));

/** The arguments of `staff add` for this person. */
export const additionOf = ({ name, role, publicKey }: TestStaff) => ({
  ...{ name, role, public_key: publicKey, reason: "joins the desk" },
});

/** Signs as this person, and fails the test where that is refused. */
export async function must(
  ctx: Context,
  staff: TestStaff,
  command: string,
  args: Record<string, string>,
): Promise<Outcome & { ok: true }> {
  const outcome = await asStaff(ctx, staff, command, args);
  if (!outcome.ok) throw new Error(`${command}: ${outcome.sentence}`);
  return outcome;
}

const enrolledIn = new WeakMap<Context, TestStaff[]>();

/** Whoever signs as `name` in this context; undefined while there are no staff. */
export const staffOf = (ctx: Context, name: string): TestStaff | undefined =>
  enrolledIn.get(ctx)?.find((staff) => staff.name === name);

/** Adds the first two owners, each with a key. */
export async function enrol(ctx: Context): Promise<{ anna: TestStaff; boris: TestStaff }> {
  const [anna, boris] = [person("anna"), person("boris")];
  const args = additionOf(anna);
  const first = await runCommand(ctx, { command: "staff add", args, operator: { name: "root" } });
  if (!first.ok) throw new Error(first.sentence);
  await must(ctx, anna, "staff add", additionOf(boris));
  enrolledIn.set(ctx, [anna, boris]);
  return { anna, boris };
}
