import type { EndpointName } from "../../contract/endpoints.ts";
import type { Problem } from "../../contract/problem.ts";
import { api } from "../../upstream/http/api.ts";
import { noLimits } from "../../upstream/http/limits.ts";
import { routes } from "../../upstream/http/routes.ts";
import { type Answer, answerOf, type Wire, wireRequest } from "./api-client.ts";
import { type TestContext, testContext } from "./context.ts";
import { freshDatabase } from "./database.ts";

/**
 * The calls alone, over a fresh database with the demo market: no jobs are done and no letters written. Takes wrong
 * input too, and may be shared by tests that change nothing.
 */
export type Service = {
  ctx: TestContext;
  call<Name extends EndpointName>(name: Name, sent?: Wire): Promise<Answer<Name>>;
};

export async function service(): Promise<Service> {
  const ctx = await testContext(await freshDatabase());
  const app = api({ ctx, limits: noLimits }, routes, { ready: async () => true });
  const peer = { address: "127.0.0.1", isTrusted: true };
  return { ctx, call: async (name, sent) => answerOf(name, await app.fetch(wireRequest(name, sent), { peer })) };
}

/** What a refusal says, in the parts that tests compare. */
export function refused(answer: Answer<EndpointName>): Pick<Problem, "code" | "errors"> & { status: number } {
  const { code, errors } = answer.problem();
  return errors ? { status: answer.status, code, errors } : { status: answer.status, code };
}
