/** What a message is about; each has its own hint on the form. */
export const supportTopics = ["order", "payment", "account", "partner", "other"] as const;
export type SupportTopic = (typeof supportTopics)[number];

/** Who has to act next: our team, the customer, or nobody. */
export const ticketStatuses = ["awaiting_support", "awaiting_customer", "closed"] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

/**
 * Who wrote an entry of a ticket. `unverified`: an email from another address than the customer's; `note`: for operators
 * only.
 */
export const ticketAuthors = ["customer", "support", "system", "unverified", "note"] as const;
/** What a system entry reports. */
export const ticketEvents = [
  "received",
  "solved",
  "closed",
  "closed_unanswered",
  "reopened",
  "author_confirmed",
  "author_denied",
] as const;

export const maxAttachments = 3;
export const maxMessageLength = 4000;
