/**
 * Who caused an email, and what it may therefore say and count. Every email names one; see docs/decisions/186.
 *
 * `phrase`: it may begin with the member's personal phrase. `quotes`: it may repeat what was typed by whoever caused it.
 * `counted`: the recipient did not ask for it, so it counts against the daily allowance of the mailbox.
 */
export const emailCauses = {
  /** The recipient's own session. */
  member: { phrase: true, quotes: true, counted: false },
  /** The recipient's mailbox: a link, a code or a reply of an email that was sent there. */
  mailbox: { phrase: true, quotes: true, counted: false },
  /** The service itself, about what is known to be the recipient's: a payment, a deadline, a subscription. */
  house: { phrase: true, quotes: true, counted: false },
  /** An operator, about what is known to be the recipient's. */
  operator: { phrase: true, quotes: true, counted: false },
  /** An operator or the service, about what somebody wrote who only typed the address. */
  unproven: { phrase: false, quotes: false, counted: false },
  /** Somebody who only typed the address. */
  stranger: { phrase: false, quotes: false, counted: true },
  /** Whatever operators are told at their own address. */
  desk: { phrase: false, quotes: true, counted: false },
} as const satisfies Record<string, { phrase: boolean; quotes: boolean; counted: boolean }>;

export type EmailCause = keyof typeof emailCauses;
export const emailCauseNames = ["member", "mailbox", "house", "operator", "unproven", "stranger", "desk"] as const;

/** The cause of what the service sends about a thing, by whether its customer has proven the mailbox. */
export const causeAbout = ({ isProven }: { isProven: boolean }): EmailCause => (isProven ? "house" : "stranger");
