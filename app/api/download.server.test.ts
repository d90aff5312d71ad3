import { describe, expect, test } from "vitest";
import { download } from "./download.server.ts";

const caller = {
  lang: "en",
  bearer: "session",
  isLocal: false,
  clientAddress: "198.51.100.1",
  clientAgent: null,
  requestId: "req_12345678",
} as const;
const to = { baseUrl: "http://service.test", clientId: "site", clientSecret: undefined, inProcess: true };
const csv = { headers: { "Content-Type": "text/csv; charset=utf-8" } };
/** Longer than a busy machine needs, unless the test is about the time limit. */
const get = (send: (request: Request) => Promise<Response>, timeLeftMs = 60_000) =>
  download(
    "memberTransactions",
    { query: { format: "csv" } },
    caller,
    to,
    send,
    new AbortController().signal,
    timeLeftMs,
  );

describe("a download", () => {
  test("is passed on while the service still writes it", async () => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode("id\n")),
    });
    const file = await get(async () => new Response(body, csv));
    if (!file.ok) throw new Error(file.problem.code);
    const reader = file.body.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe("id\n");
    await reader.cancel();
  });

  test("is refused with the problem of the service", async () => {
    const problem = {
      type: "about:blank",
      title: "Not available",
      status: 501,
      code: "not_available",
      request_id: "r",
    };
    const file = await get(async () =>
      Response.json(problem, { status: 501, headers: { "Content-Type": "application/problem+json" } }),
    );
    expect(file).toMatchObject({ ok: false, problem: { status: 501, code: "not_available" } });
  });

  test.each([
    ["another kind of answer", 502, async () => Response.json({ data: [] }), undefined],
    ["no answer in time", 504, () => new Promise<Response>(() => {}), 50],
  ] as const)("ends with the unavailable page after %s", async (_name, status, send, timeLeftMs) => {
    expect(await get(send, timeLeftMs)).toMatchObject({ ok: false, problem: { status, code: "upstream_unavailable" } });
  });
});
