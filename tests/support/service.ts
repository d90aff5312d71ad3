import { type Problem, problem } from "../../contract/problem.ts";
import { api } from "../../upstream/http/api.ts";
import { noLimits } from "../../upstream/http/limits.ts";
import { routes } from "../../upstream/http/routes.ts";
import { type TestContext, testContext } from "./context.ts";
import { freshDatabase } from "./database.ts";

export type Asked = {
  query?: Record<string, string>;
  body?: unknown;
  token?: string;
  key?: string;
  language?: "en" | "ru";
  headers?: Record<string, string>;
};

export type Answer = { status: number; headers: Headers; body: unknown };

/** The service as its callers know it: `/api/v1` over a fresh database with the demo market. */
export type Service = { ctx: TestContext; call(method: "GET" | "POST", path: string, asked?: Asked): Promise<Answer> };

export async function service(settings: Record<string, string> = {}): Promise<Service> {
  const ctx = await testContext(await freshDatabase(), settings);
  const app = api({ ctx, limits: noLimits }, routes, { ready: async () => true });
  return {
    ctx,
    async call(method, path, asked = {}) {
      const url = `http://service/api/v1/${path}?${new URLSearchParams(asked.query)}`;
      const request = new Request(url, { method, headers: headersOf(asked), body: bodyOf(asked) });
      const response = await app.fetch(request, { peer: { address: "127.0.0.1", isTrusted: true } });
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
    },
  };
}

/** What a refusal says, in the parts that tests compare. */
export function refused({ status, body }: Answer): Pick<Problem, "code" | "errors"> & { status: number } {
  const { code, errors } = problem.parse(body);
  return errors ? { status, code, errors } : { status, code };
}

function headersOf(asked: Asked): Record<string, string> {
  return {
    "client-id": "tests",
    "Accept-Language": asked.language ?? "en",
    ...(asked.body === undefined ? {} : { "Content-Type": "application/json" }),
    ...(asked.token ? { "Order-Token": asked.token } : {}),
    ...(asked.key ? { "Idempotency-Key": asked.key } : {}),
    ...asked.headers,
  };
}

function bodyOf({ body }: Asked): string | null {
  if (body === undefined) return null;
  return typeof body === "string" ? body : JSON.stringify(body);
}
