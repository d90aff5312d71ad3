import { expect, onTestFinished, test, vi } from "vitest";
import { startFront } from "../../tests/support/site/front.ts";

test("requests are measured by kind and route pattern, never by their path", async () => {
  const seen: string[] = [];
  const metrics = {
    request: (kind: string, route: string, status: number) => void seen.push(`${kind} ${route} ${status}`),
    health: (path: string) => void seen.push(path),
    commit: vi.fn(),
    readOnlyError: vi.fn(),
    read: vi.fn(),
    ready: vi.fn(),
    inFlight: vi.fn(),
    text: vi.fn(),
  };
  const file = { status: 200, headers: {}, body: "x", kind: "file" } as const;
  const front = await startFront({
    metrics,
    files: ({ path }) => (path === "/favicon.ico" ? file : undefined),
    api: ({ path }) => (path.startsWith("/api/v1/") ? { ...file, kind: "service" } : undefined),
    remix: async (request, context) => {
      if (context) context.route = "($lang).$";
      return new Response(null, { status: new URL(request.url).pathname.endsWith("fails") ? 500 : 404 });
    },
  });
  onTestFinished(front.stop);
  for (const path of [
    "/healthz",
    "/favicon.ico",
    "/api/v1/exchange/pairs?x=1",
    '/En/"}{x="',
    "/En/a?t=secret",
    "/fails",
  ])
    await front.ask(path);
  await front.ask("/En", {}, "TRACE");
  expect(seen).toEqual([
    "/healthz",
    "file  200",
    "api  200",
    "page ($lang).$ 404",
    "page ($lang).$ 404",
    "page ($lang).$ 500",
    "refused  405",
  ]);
  expect(metrics.ready).toHaveBeenCalledOnce();
  const [count] = metrics.inFlight.mock.calls[0] ?? [];
  expect(count()).toBe(0);
});
