/**
 * Why a mailbox could not be read. `timeout`: no answer in time; `connection`: none, or it broke; `sign_in`: name or password; `folder`:
 * there is none of this name; `protocol`: an answer that is none of IMAP.
 */
export const mailboxFaults = ["timeout", "connection", "sign_in", "folder", "protocol"] as const;
export type MailboxFault = (typeof mailboxFaults)[number];
