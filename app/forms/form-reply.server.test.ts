import { describe, expect, test } from "vitest";
import { refusedReply } from "./form-reply.server.ts";

describe("the reply to a form that a limit refuses", () => {
  const refused = (seconds: number | undefined) =>
    refusedReply("en", { email: "anna@example.com" }, { code: "too_many_requests", retry_after_seconds: seconds });

  test("names the minutes to wait, rounded up", () => {
    expect(refused(61)).toMatchObject({ waitMinutes: 2, values: { email: "anna@example.com" } });
    expect(refused(3600)).toMatchObject({ waitMinutes: 60 });
  });

  test("names none up to a minute, which its text tells to wait, and for another refusal", () => {
    for (const seconds of [60, 1, undefined]) expect(refused(seconds)).not.toHaveProperty("waitMinutes");
    expect(refusedReply("en", {}, { code: "maintenance", retry_after_seconds: 600 })).not.toHaveProperty("waitMinutes");
  });
});
