import { expect, test } from "vitest";
import { isFinalRefusal } from "./smtp-failure.ts";

const failure = (command: string, response: string) =>
  Object.assign(new Error(response), { command, response, responseCode: Number(response.slice(0, 3)) });

test.each([
  ["an unknown mailbox", failure("RCPT TO", "550 5.1.1 No such user"), true],
  ["a mailbox without an enhanced code", failure("RCPT TO", "550 No such user"), true],
  ["a mailbox that is named after the text", failure("DATA", "550 5.1.1 User unknown"), true],
  ["a disabled mailbox", failure("RCPT TO", "550 5.2.1 The account is disabled"), true],
  ["a domain that takes no email", failure("RCPT TO", "556 5.1.10 Recipient address has a null MX"), true],
  ["a domain that takes no email, without an enhanced code", failure("RCPT TO", "556 No mail here"), true],
  ["a mailbox of Exim", failure("RCPT TO", "550 Unrouteable address"), true],
  ["a text that is refused", failure("DATA", "554 5.6.0 Message rejected"), false],
  ["a text that is taken for spam", failure("DATA", "554 Message rejected as spam"), false],
  ["our rate", failure("DATA", "550 5.4.6 Rate limit exceeded"), false],
  ["our quota", failure("RCPT TO", "550 5.4.5 Daily user sending quota exceeded"), false],
  ["a full mailbox for good", failure("RCPT TO", "552 5.2.2 Mailbox full"), false],
  ["a full mailbox without an enhanced code", failure("RCPT TO", "552 Mailbox full"), false],
  ["a relay that does not know us, without an enhanced code", failure("RCPT TO", "550 relay not permitted"), false],
  ["a login that is missing", failure("RCPT TO", "530 Authentication required"), false],
  ["a sequence that is wrong", failure("RCPT TO", "503 bad sequence of commands"), false],
  ["a sender that is not believed", failure("RCPT TO", "550 Sender verify failed"), false],
  ["a sender's domain that is not found", failure("RCPT TO", "550 5.1.8 Sender domain not found"), false],
  ["a sender's mailbox", failure("RCPT TO", "553 5.1.7 Sender address rejected"), false],
  ["a blocklist", failure("RCPT TO", "554 Client host blocked using zen.spamhaus.org"), false],
  ["a reply that says nothing", failure("RCPT TO", "550 Requested action not taken"), false],
  ["a full mailbox for now", failure("RCPT TO", "452 4.2.2 Mailbox full"), false],
  ["greylisting", failure("RCPT TO", "450 4.7.1 Try again later"), false],
  ["a relay that does not know us", failure("RCPT TO", "554 5.7.1 Relay access denied"), false],
  ["a wrong password of ours", failure("AUTH PLAIN", "535 5.7.8 Authentication failed"), false],
  ["a sender that is refused", failure("MAIL FROM", "550 5.1.8 Bad sender"), false],
  ["no connection", new Error("connect ECONNREFUSED"), false],
])("%s is final: %s", (_what, error, isFinal) => {
  expect(isFinalRefusal(error)).toBe(isFinal);
});
