import { describe, expect, test } from "vitest";
import { problem, problemCodes, problemStatus } from "../../contract/values/problem.ts";
import { problemResponse } from "./problem.ts";

const occasion = { path: "/api/v1/exchange/cancel", requestId: "req_1" };

describe("a problem", () => {
  test.each(problemCodes)("%s has texts in both languages and an HTTP status", async (code) => {
    const [en, ru] = await Promise.all(
      (["en", "ru"] as const).map(async (language) => {
        const response = problemResponse({ refused: code }, { ...occasion, language });
        expect(response.status).toBe(problemStatus[code]);
        return problem.parse(await response.json());
      }),
    );
    expect(en).toMatchObject({ type: `/problems/${code}`, code, instance: occasion.path, request_id: "req_1" });
    for (const texts of [ru?.title, ru?.detail]) expect(texts).toMatch(/[а-яё]/i);
    for (const words of [en?.title, en?.detail]) expect(words).toMatch(/^[^а-яё!]+$/i);
  });

  test("has the fields of its code, and Retry-After as a header too", async () => {
    const refusal = { refused: "too_many_requests", extra: { retry_after_seconds: 7 } } as const;
    const response = problemResponse(refusal, { ...occasion, language: "en" });
    expect(response.headers.get("Retry-After")).toBe("7");
    expect(await response.json()).toMatchObject({ retry_after_seconds: 7 });
  });
});
