import type { JobWork } from "../../jobs/boss.ts";
import { inSpan, type Tracing } from "./tracing.ts";

/** The same work, with a trace for each run of a job. */
export function tracedJobs(work: JobWork, tracing: Tracing): JobWork {
  const traced =
    (name: keyof JobWork): JobWork[keyof JobWork] =>
    (payload) =>
      inSpan(tracing, { name: `job ${name}`, kind: "consumer", isRoot: true }, () => work[name](payload));
  return { email: traced("email"), payout: traced("payout"), refund: traced("refund") };
}
