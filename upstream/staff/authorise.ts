import { z } from "zod/v4";
import type { Tx } from "../db/database.ts";
import { signedCommand } from "../db/schema/staff.ts";
import type { Context } from "../ports/context.ts";
import { loadRegister } from "./register.ts";
import { type MoneyEffect, roleMay } from "./rules/roles.ts";
import { isSignedBy, payloadText } from "./signed-payload.ts";

/** What comes with a signed command. `id`: new for each; `key`: which key has signed. */
export const commandSignature = z.object({
  id: z.string().min(16).max(64),
  key: z.string().max(64),
  at: z.iso.datetime(),
  value: z.string().max(200),
});
type CommandSignature = z.infer<typeof commandSignature>;

/** Between the clocks of the operator's machine and the service. */
const windowMs = 5 * 60_000;

/** Who has given a command. `commandId`: of the signed command; null while there are no staff. */
export type Author = { name: string; staffId: string | null; commandId: string | null };
export type Unauthorised = { refused: string };

type Asked = {
  command: string;
  args: Record<string, string>;
  effect: MoneyEffect;
  /** What the operator calls himself, while there are no staff. */
  typedName: string;
  signature: CommandSignature | undefined;
};

/**
 * Who gives a command that changes something: the member of staff who has signed it, or, while there are no staff, whoever
 * types it. Writes the signed command, once; a second time it is refused, whatever became of the first.
 */
export function authorise(ctx: Context, asked: Asked): Promise<Author | Unauthorised> {
  return ctx.db.transaction((tx) => authorised(ctx, tx, asked));
}

async function authorised(ctx: Context, tx: Tx, asked: Asked): Promise<Author | Unauthorised> {
  const register = await loadRegister(tx);
  if (register.isEmpty) return { name: asked.typedName, staffId: null, commandId: null };
  const { signature } = asked;
  if (!signature)
    return { refused: "This exchange has staff, so a command that changes something is signed: --key <file>." };
  const signer = register.credentials.find(({ id }) => id === signature.key);
  if (!signer) return { refused: `No member of staff has the key ${signature.key}.` };
  if (signer.state !== "active") return { refused: `${notActive[signer.state]}: ${signature.key} of ${signer.name}.` };
  const { command, args } = asked;
  const payload = payloadText({ origin: ctx.env.PUBLIC_ORIGIN, command, args, ...shownOf(signature) });
  if (!isSignedBy(signer.publicKey, payload, signature.value))
    return { refused: "The signature is not of this command, or of an exchange with another PUBLIC_ORIGIN." };
  // The sandbox's clock may be moved; an operator's machine has the time of day.
  const machineMs = ctx.clock.now().getTime() - ctx.clock.offsetSeconds() * 1000;
  if (Math.abs(machineMs - Date.parse(signature.at)) > windowMs)
    return {
      refused: `It was signed at ${signature.at}, too far from the time here: check the clock, and sign it again.`,
    };
  if (!roleMay(signer.role, asked.effect)) return { refused: `${signer.name} is ${signer.role}, and may not do this.` };
  const row = { id: signature.id, credentialId: signer.id, payload, signature: signature.value, at: ctx.clock.now() };
  const claimed = await tx.insert(signedCommand).values(row).onConflictDoNothing().returning({ id: signedCommand.id });
  if (claimed.length === 0) return { refused: "This signed command was given before: each runs once." };
  return { name: signer.name, staffId: signer.staffId, commandId: signature.id };
}

const notActive = {
  pending: "This key waits for a second person's approval",
  removed: "This key was removed",
  unproven: "No signature explains this key",
};

const shownOf = ({ id, key, at }: CommandSignature) => ({ id, key, at });
