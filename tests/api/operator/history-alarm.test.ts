import { expect, test } from "vitest";
import { HistoryFault } from "../../../upstream/db/history/history-mark.ts";
import { reportHistoryFault } from "../../../upstream/program/history-alarm.ts";
import { createLog } from "../../../upstream/shared/log.ts";
import { collectingPost } from "../../support/service/post.ts";

const at = new Date("2026-11-21T09:00:00Z");
const fault = new HistoryFault("the database is at mark 7 of its history, and we have seen 9");

function loggedLines() {
  const lines: string[] = [];
  return { lines, log: createLog("info", { write: (line) => void lines.push(line) }) };
}

test("a database that lacks a part of its history is an error in the log and an email to the operator", async () => {
  const { lines, log } = loggedLines();
  const mailer = collectingPost();
  await reportHistoryFault(fault, mailer, log, at);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: "error", fault: fault.fault }]);
  expect(mailer.emails).toMatchObject([{ to: mailer.operatorEmail, id: "history:2026-11-21" }]);
  expect(mailer.emails[0]?.text).toContain("operator db accept-history");
});

test("a mail server that is down does not hide the fault", async () => {
  const { lines, log } = loggedLines();
  const mailer = collectingPost();
  mailer.transport.deliver = () => Promise.reject(new Error("connection refused"));
  await reportHistoryFault(fault, mailer, log, at);
  expect(lines).toHaveLength(2);
});
