import { createHash } from "node:crypto";
import { mailboxOf } from "../mail/rules/mailbox.ts";
import type { Party } from "./blocks/rules/block-keys.ts";
import type { AnswersOf } from "./identity/identity-party.ts";
import type { MatchedField, ScreenedKind, ScreeningOccasion } from "./rules/hit.ts";

/** What is compared, and for whom. `customer`: a member's id, or an email; a decision counts for all of the same. */
export type Screened = {
  kind: ScreenedKind;
  id: string;
  occasion: ScreeningOccasion;
  party: Party;
  /** Whose answers to the identity questions belong to the party; left out where it has them, or is an account alone. */
  answersOf?: AnswersOf;
  customer: { memberId: string | null; email: string | null };
};

/** What agrees with a customer: an entry of a list, a block, or what the provider says. */
export type Match = { list: string; entry: string; fingerprint: string; field: MatchedField; score: number };

/** What a hit holds, and the hash of whom it is about. */
export type HitSubject = { subjectKind: ScreenedKind; subjectId: string; customer: string };

/**
 * A hash, since decisions outlast personal data; without a key, since they outlast secrets, too. A guest is the mailbox.
 */
export function customerKey({ memberId, email }: Screened["customer"]): string {
  const who = memberId === null ? `email ${mailboxOf(email ?? "")}` : `member ${memberId}`;
  return createHash("sha256").update(who).digest("hex");
}
