import { and, eq, isNull, like, lt, ne, or } from "drizzle-orm";
import { keptDays } from "../../../contract/member/kept-days.ts";
import { rewardsEmailJob } from "../../affiliates/rewards-emails.ts";
import {
  attempt,
  emailCode,
  memberSession,
  securityEvent,
  shownIdToken,
  signInStep,
  totp,
} from "../../db/schema/accounts.ts";
import { addressChange } from "../../db/schema/saved-addresses.ts";
import { emailMessage } from "../../db/schema/service.ts";
import { digestJob } from "../../mail/outbox/queue-digests.ts";
import type { Context } from "../../ports/context.ts";
import { ticketEmailJob } from "../../support/ticket-emails.ts";
import { accountEmailJob } from "../account-emails.ts";
import { noMember } from "../security/history.ts";
import { idleSeconds } from "../sign-in/sessions.ts";

const daySeconds = 86_400;
const codesKeptSeconds = keptDays.codes * daySeconds;
/** Beginnings of the ids of emails that forms without an account cause. */
const formEmails = ["reserve", "newsletter", "newsletter-confirm"];
const emailsKeptSeconds = keptDays.accountEmails * daySeconds;
/** Failed sign-ins to unknown addresses, for the investigation of attacks. */
const withoutMemberKeptSeconds = keptDays.unknownSignIns * daySeconds;
const historyKeptSeconds = keptDays.signInHistory * daySeconds;

/** Deletes account data whose retention period has ended. */
export async function deleteExpiredAccountRows({ db, clock }: Pick<Context, "db" | "clock">): Promise<void> {
  const now = clock.now();
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  const { orm } = db;
  await orm.delete(emailCode).where(lt(emailCode.expiresAt, before(codesKeptSeconds)));
  await orm.delete(attempt).where(lt(attempt.endsAt, now));
  await orm.delete(memberSession).where(lt(memberSession.expiresAt, now));
  const isIdle = lt(memberSession.lastUsedAt, before(idleSeconds));
  await orm.delete(memberSession).where(and(eq(memberSession.remembered, false), isIdle));
  await orm.delete(signInStep).where(lt(signInStep.expiresAt, now));
  await orm.delete(shownIdToken).where(lt(shownIdToken.expiresAt, now));
  await orm.delete(totp).where(and(isNull(totp.confirmedAt), lt(totp.expiresAt, now)));
  const hasNoMember = eq(securityEvent.memberId, noMember);
  await orm.delete(securityEvent).where(and(hasNoMember, lt(securityEvent.at, before(withoutMemberKeptSeconds))));
  const hasMember = ne(securityEvent.memberId, noMember);
  await orm.delete(securityEvent).where(and(hasMember, lt(securityEvent.at, before(historyKeptSeconds))));
  await orm.delete(addressChange).where(lt(addressChange.at, before(historyKeptSeconds)));
  const isOfAccount = or(
    ...[accountEmailJob, ticketEmailJob, rewardsEmailJob, digestJob, ...formEmails].map((job) =>
      like(emailMessage.id, `${job}:%`),
    ),
  );
  await orm.delete(emailMessage).where(and(isOfAccount, lt(emailMessage.createdAt, before(emailsKeptSeconds))));
}
