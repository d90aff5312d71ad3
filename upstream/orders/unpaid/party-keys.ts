import { createHmac } from "node:crypto";
import type { PartyKey } from "../../db/sql/unpaid-statements.ts";
import { mailboxOf } from "../../mail/rules/mailbox.ts";
import type { UnpaidParty } from "../rules/unpaid-limits.ts";

/**
 * Who executes an order. `network` is an address block or "unknown". `isProven`: the email is the customer's own, and not
 * only typed; the two are counted apart, so that a stranger who types it uses up nothing of its owner's.
 */
export type Parties = { network: string; email: string; isProven: boolean; memberId: string | null };

/**
 * The parties as keyed hashes: equal for the same network or mailbox, and telling nothing else to who has no secret. The
 * key of a day differs from day to day. Members have ids of our own, which are no secret.
 */
export function partyKeys(
  secrets: readonly string[],
  { network, email, isProven, memberId }: Parties,
  day: string,
): PartyKey[] {
  const keys: { party: UnpaidParty; key: string }[] = [
    { party: "network", key: hashOf(secrets, `network:${network}`) },
    { party: "email", key: hashOf(secrets, `${isProven ? "proven" : "email"}:${mailboxOf(email)}`) },
    ...(memberId === null ? [] : [{ party: "member", key: memberId } as const]),
  ];
  return keys.map((named) => ({ ...named, dayKey: dayKeyOf(secrets, named.key, day) }));
}

/** The name of a stored key on a day. */
export const dayKeyOf = (secrets: readonly string[], key: string, day: string) => hashOf(secrets, `day:${day}:${key}`);

function hashOf([secret]: readonly string[], text: string): string {
  if (secret === undefined) throw new Error("Parties of unpaid orders need a secret");
  return createHmac("sha256", secret).update(`unpaid:${text}`).digest("base64url").slice(0, 22);
}
