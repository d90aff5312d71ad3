import type { EndpointName } from "../../../contract/calls/endpoints.ts";
import type { Problem } from "../../../contract/calls/problem.ts";
import { createUpstream } from "../../../upstream/app.ts";
import type { Context } from "../../../upstream/context.ts";
import { seed } from "../../../upstream/demo/seed.ts";
import { randomIds } from "../../../upstream/ids.ts";
import { createLog } from "../../../upstream/log.ts";
import { type Answer, answerOf, type Wire, wireRequest } from "./api-client.ts";
import { freshDatabase } from "./database.ts";
import { testClock, testEnv } from "./exchange.ts";
import { inlineJobs } from "./inline-jobs.ts";

/**
 * The calls alone, over a fresh database with the demo market: no jobs are done and no letters written. Takes wrong
 * input too, and may be shared by tests that change nothing.
 */
export type Service = {
  ctx: Context;
  call<Name extends EndpointName>(name: Name, sent?: Wire): Promise<Answer<Name>>;
};

export async function service(): Promise<Service> {
  const db = await freshDatabase();
  const clock = testClock();
  await seed(db, clock.now());
  const nothing = async () => {};
  const idle = { prepare: nothing, start: nothing, releaseAbandoned: nothing, stop: nothing };
  const upstream = createUpstream({
    db,
    env: testEnv({}),
    clock,
    ids: randomIds,
    log: createLog("silent"),
    jobs: { ...inlineJobs(), ...idle },
  });
  return {
    ctx: upstream.context,
    call: async (name, sent) => answerOf(name, await upstream.fetch(wireRequest(name, sent))),
  };
}

/** What a refusal says, in the parts that tests compare. */
export function refused(answer: Answer<EndpointName>): Pick<Problem, "code" | "errors"> & { status: number } {
  const { code, errors } = answer.problem();
  return errors ? { status: answer.status, code, errors } : { status: answer.status, code };
}
