import type { JobName } from "../ports/jobs.ts";

/** Existing databases have jobs in these queues: renaming one would leave its jobs behind. */
export const queueOf: Readonly<Record<JobName, string>> = { email: "letter", payout: "payout", refund: "refund" };
