import { describe, expect, test } from "vitest";
import type { ApiProblem } from "../../api/endpoint-types.ts";
import { failed, notFound } from "./fail.server.ts";

const request = new Request("http://site.test/Ru/order/1%20?x=1");
const page = (problem: ApiProblem) => failed(request, problem);

test("the 404 contains the requested path", async () => {
  expect(notFound(request).status).toBe(404);
  expect(await notFound(request).text()).toBe("Page Not Found: /Ru/order/1%20");
});

describe("the error page for a refusal of the API", () => {
  test.each([
    [{ status: 404, code: "not_found" }, 404, null],
    [{ status: 400, code: "bad_request" }, 400, null],
    [{ status: 422, code: "validation_failed" }, 400, null],
    [{ status: 429, code: "too_many_requests", retry_after_seconds: 12 }, 429, "12"],
    [{ status: 503, code: "upstream_unavailable" }, 503, "30"],
    [{ status: 503, code: "maintenance", retry_after_seconds: 600 }, 503, "600"],
    [{ status: 500, code: "internal_error" }, 500, null],
    [{ status: 409, code: "invalid_transition" }, 500, null],
  ] as const)("has the status and Retry-After of %j", (problem, status, retryAfter) => {
    expect(page(problem).status).toBe(status);
    expect(page(problem).headers.get("Retry-After")).toBe(retryAfter);
  });
});
