import { expect, test } from "vitest";
import { partnerAnswerCookie, partnerAnswerOf } from "./partner-answer.ts";

const answerIn = (cookie: string, signal = "0") =>
  partnerAnswerOf(new Request("https://kursa.example/En", { headers: { Cookie: cookie, "Sec-GPC": signal } }));
const pairOf = (setCookie: string) => setCookie.split(";")[0] ?? "";

test("the answer about the partner is read from its cookie only", () => {
  expect(answerIn(`theme=dark; ${pairOf(partnerAnswerCookie("yes"))}`)).toBe("yes");
  expect(answerIn(pairOf(partnerAnswerCookie("no")))).toBe("no");
  for (const other of ["", "partner-answer=yes", "partner-answer=yes.2020-01-01", "consent=yes.2026-11-28.1"])
    expect(answerIn(other), other).toBe("ask");
});

test("a Yes lasts as long as the partner cookie, and Global Privacy Control overrides any answer", () => {
  expect(partnerAnswerCookie("yes")).toContain(`Max-Age=${90 * 86_400};`);
  expect(answerIn(pairOf(partnerAnswerCookie("yes")), "1")).toBe("signal");
});
