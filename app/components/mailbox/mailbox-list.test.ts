import { expect, test } from "vitest";
import { listOf } from "./mailbox-list.ts";

const emails = Array.from({ length: 51 }, (_, at) => ({
  id: String(at),
  at: "2026-11-21T09:12:00.000Z",
  to: "anna@mail.com",
  subject: `Order ${at}`,
  kind: "created",
  language: "en",
  text: "a private link",
  html: "<p>a private link</p>",
}));

test.each([
  [1, "0", "24"],
  [2, "25", "49"],
  [3, "50", "50"],
  [99, "50", "50"],
  [-1, "0", "24"],
  [Number.NaN, "0", "24"],
])("page %s of the mailbox has emails %s to %s, without their contents", (page, first, last) => {
  const list = listOf(emails, { to: null, page });
  expect([list.emails[0]?.id, list.emails.at(-1)?.id]).toEqual([first, last]);
  expect(list.pages).toMatchObject({ total: 51, last_page: 3 });
  expect(JSON.stringify(list)).not.toContain("private");
});

test("an empty mailbox has one empty page", () => {
  expect(listOf([], { to: "anna@mail.com", page: 1 })).toMatchObject({ emails: [], pages: { page: 1, last_page: 1 } });
});
