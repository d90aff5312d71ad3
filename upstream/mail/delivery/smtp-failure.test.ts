import { expect, test } from "vitest";
import { isFinalRefusal } from "./smtp-failure.ts";

const failure = (command: string, response: string) =>
  Object.assign(new Error(response), { command, response, responseCode: Number(response.slice(0, 3)) });

test.each([
  ["an unknown mailbox", failure("RCPT TO", "550 5.1.1 No such user"), true],
  ["a mailbox without an enhanced code", failure("RCPT TO", "550 No such user"), true],
  ["a text that is refused", failure("DATA", "554 5.6.0 Message rejected"), true],
  ["a full mailbox", failure("RCPT TO", "452 4.2.2 Mailbox full"), false],
  ["greylisting", failure("RCPT TO", "450 4.7.1 Try again later"), false],
  ["a relay that does not know us", failure("RCPT TO", "554 5.7.1 Relay access denied"), false],
  ["a wrong password of ours", failure("AUTH PLAIN", "535 5.7.8 Authentication failed"), false],
  ["a sender that is refused", failure("MAIL FROM", "550 5.1.8 Bad sender"), false],
  ["no connection", new Error("connect ECONNREFUSED"), false],
])("%s is final: %s", (_what, error, isFinal) => {
  expect(isFinalRefusal(error)).toBe(isFinal);
});
