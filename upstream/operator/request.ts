import { z } from "zod/v4";
import { commandSignature } from "../staff/authorise.ts";
import type { Shown } from "./command.ts";

/** One command sent to the process that owns the embedded database: one line of JSON each way. */
export const request = z.object({
  command: z.string(),
  args: z.record(z.string(), z.string()),
  operator: z.object({ name: z.string().min(1).max(100) }),
  /** By a member of staff, of command and arguments. */
  signature: commandSignature.optional(),
  /** What files of the operator's machine hold, in base64, by the digests that stand in the arguments. */
  files: z.record(z.string(), z.string()).optional(),
});
export type Request = z.infer<typeof request>;

const replyData: z.ZodType<Shown> = z.lazy(() =>
  z.union([
    z.string(),
    z.array(replyData),
    z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null(), replyData])),
  ]),
);
export const outcome = z.union([
  z.object({
    ok: z.literal(true),
    data: replyData,
    file: z
      .object({
        path: z.string(),
        text: z.string(),
        message: z.string(),
        encoding: z.enum(["utf8", "base64"]).optional(),
      })
      .optional(),
  }),
  z.object({ ok: z.literal(false), sentence: z.string() }),
]);
