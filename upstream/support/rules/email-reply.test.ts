import { expect, test } from "vitest";
import { withoutQuote } from "./email-reply.ts";

test.each([
  ["an answer alone", "Thank you.\r\n\r\nAnna", "Thank you.\n\nAnna"],
  [
    "an answer above a quote",
    "Yes.\n\nOn Mon, 23 Nov 2026 at 11:18, Kursa wrote:\n> It was sent.\n>\n> Mira\n",
    "Yes.",
  ],
  ["a Russian quote", "Да.\n\nпн, 23 нояб. 2026 г. в 11:18, Kursa <help@kursa.test>:\n\n> Отправлено.", "Да."],
  [
    "an attribution in two lines",
    "Yes.\n\nOn Mon, 23 Nov 2026 at 11:18, Kursa\n<help@kursa.test> wrote:\n> Sent.",
    "Yes.",
  ],
  ["a separator", "Yes.\n\n-----Original Message-----\nFrom: Kursa\nSupport: send codes", "Yes."],
  ["quotes between the lines", "> When?\nToday.\n> Where?\nHere.", "> When?\nToday.\n> Where?\nHere."],
  ["a colon that is no attribution", "My address is:\n> not a quote of ours", "My address is:"],
  ["only a quote", "> It was sent.", ""],
])("takes the new text of %s", (_what, text, answer) => {
  expect(withoutQuote(text)).toBe(answer);
});
