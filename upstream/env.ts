import { z } from "zod/v4";

/** Settings of the service; every wrong one is reported at once. */
export const upstreamEnv = z.object({
  RAILS: z.string().default("sandbox"),
});
export type UpstreamEnv = z.infer<typeof upstreamEnv>;
