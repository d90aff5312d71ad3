import type { FetchMessageObject, FetchQueryObject, ImapFlow, ImapFlowError } from "imapflow";
import type { MailboxFault } from "../rules/mailbox-fault.ts";
import type { ImapAddress } from "./imap-url.ts";

/**
 * A message as the server has it. `content`: `larger` than what is read, or one at which the connection `breaks` each time.
 * `receivedAt`: by the server's clock.
 */
export type MailboxMessage = { uid: number; content: Uint8Array | "larger" | "breaks"; receivedAt: Date | null };

/** `unread`: messages that are left. `fault`: why the reading ended early. */
export type MailboxReading = { unread: number; fault: MailboxFault | null };

/** `messages`: of one reading; `bytes`: of one message; `waitMs`: for all together. */
export type MailboxLimits = { messages: number; bytes: number; waitMs: number };

/** How often the connection broke at a message, by its number in the folder. */
export type BrokenReadings = Map<number, number>;

/** After so many it is not asked for again. */
const mostBreaks = 3;

/**
 * Reads unread messages, the oldest first, and gives each to `take`. A message is marked as read after that: one that the process or the
 * connection did not survive is read again, after all others. Never throws for what the server does; what `take` throws ends the
 * reading, and its message stays unread.
 */
export async function readMailbox(
  address: ImapAddress,
  limits: MailboxLimits,
  broken: BrokenReadings,
  take: (message: MailboxMessage) => Promise<void>,
): Promise<MailboxReading> {
  const client = await clientOf(address, limits);
  const deadline = setTimeout(() => client.close(), limits.waitMs);
  const began = performance.now();
  const reading: MailboxReading = { unread: 0, fault: null };
  let step: "sign_in" | "folder" | "messages" | "take" = "sign_in";
  try {
    await client.connect();
    step = "folder";
    await client.mailboxOpen(address.folder);
    step = "messages";
    const uids = await unreadOf(client, broken);
    reading.unread = uids.length;
    for (const uid of uids.slice(0, limits.messages)) {
      // What is begun has as much time again.
      if (performance.now() - began > limits.waitMs / 2) break;
      const message = await messageOf(client, uid, { mostBytes: limits.bytes, broken });
      if (message === null) continue;
      step = "take";
      await take(message);
      step = "messages";
      await client.messageFlagsAdd(String(uid), ["\\Seen"], { uid: true });
      reading.unread -= 1;
    }
    await client.logout();
  } catch (error) {
    if (step === "take") throw error;
    reading.fault = performance.now() - began >= limits.waitMs ? "timeout" : faultOf(error, step === "folder");
  } finally {
    clearTimeout(deadline);
    client.close();
  }
  return reading;
}

/** Beside the message itself: the flags and numbers of an answer. */
const answerBytes = 65_536;
/** The numbers of all unread messages are one line. */
const lineBytes = 8 * 1024 * 1024;

/** Logs nothing: commands have the password, and messages are strangers'. */
async function clientOf({ host, port, isEncrypted, user, password }: ImapAddress, { bytes, waitMs }: MailboxLimits) {
  // Loaded for the first reading: a start without a mailbox does not pay for it.
  const { ImapFlow } = await import("imapflow");
  const client = new ImapFlow({
    ...{ host, port, secure: isEncrypted, auth: { user, pass: password } },
    ...{ logger: false, disableAutoIdle: true, clientInfo: { name: "kursa" } },
    ...{ connectionTimeout: waitMs, greetingTimeout: waitMs, socketTimeout: waitMs },
    ...{ maxLiteralSize: bytes + answerBytes, maxLineLength: lineBytes, maxResponseSize: lineBytes + bytes },
    // Not encrypted is this machine alone, which has no certificate.
    ...(!isEncrypted && { doSTARTTLS: false }),
  });
  // Whatever breaks is rejected where it is awaited, too; without a listener it would end the process.
  client.on("error", () => {});
  return client;
}

async function unreadOf(client: ImapFlow, broken: BrokenReadings): Promise<number[]> {
  const uids = (await client.search({ seen: false }, { uid: true })) || [];
  const timesBroken = (uid: number) => broken.get(uid) ?? 0;
  return uids.sort((a, b) => timesBroken(a) - timesBroken(b) || a - b);
}

/** Null for one that the server does not give, or has no more. Nothing is asked that sets a flag. */
async function messageOf(
  client: ImapFlow,
  uid: number,
  { mostBytes, broken }: { mostBytes: number; broken: BrokenReadings },
): Promise<MailboxMessage | null> {
  const breaks = broken.get(uid) ?? 0;
  if (breaks >= mostBreaks) return { uid, content: "breaks", receivedAt: null };
  broken.set(uid, breaks + 1);
  // One byte more says that there are more.
  const source = { start: 0, maxLength: mostBytes + 1 };
  const message = await fetched(client, uid, { internalDate: true, source });
  broken.delete(uid);
  if (!message?.source) return null;
  const receivedAt = message.internalDate === undefined ? null : new Date(message.internalDate);
  return { uid, content: message.source.length > mostBytes ? "larger" : message.source, receivedAt };
}

async function fetched(client: ImapFlow, uid: number, query: FetchQueryObject): Promise<FetchMessageObject | null> {
  try {
    return (await client.fetchOne(String(uid), query, { uid: true })) || null;
  } catch (error) {
    if (!client.usable) throw error;
    return null;
  }
}

const timeouts = ["CONNECT_TIMEOUT", "GREETING_TIMEOUT", "ETIMEOUT", "UPGRADE_TIMEOUT"];

function faultOf(error: unknown, isOpeningFolder: boolean): MailboxFault {
  const {
    authenticationFailed,
    code = "",
    responseStatus,
  }: Partial<ImapFlowError> = error instanceof Error ? error : {};
  if (authenticationFailed) return "sign_in";
  if (isOpeningFolder && responseStatus !== undefined) return "folder";
  if (timeouts.includes(code)) return "timeout";
  return responseStatus !== undefined || /Parser|Large|TooMany|InvalidResponse|Tag$/.test(code)
    ? "protocol"
    : "connection";
}
