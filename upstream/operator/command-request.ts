import { z } from "zod/v4";
import type { Context } from "../context.ts";
import type { LineAnswer } from "../db/pglite/lock.ts";
import { type Outcome, refused, type Shown } from "./command.ts";
import { commands } from "./commands.ts";
import { runChange } from "./run-change.ts";

/** One command sent to the process that owns the embedded database: one line of JSON each way. */
const request = z.object({
  command: z.string(),
  args: z.record(z.string(), z.string()),
  operator: z.object({ name: z.string().min(1).max(100) }),
});
export type Request = z.infer<typeof request>;

const shown: z.ZodType<Shown> = z.lazy(() =>
  z.union([
    z.string(),
    z.array(shown),
    z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null(), shown])),
  ]),
);
export const outcome = z.union([
  z.object({
    ok: z.literal(true),
    data: shown,
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

/** Runs a command. An unexpected error is logged with its stack and reported in one sentence. */
export async function runCommand(ctx: Context, { command: name, args, operator }: Request): Promise<Outcome> {
  const found = commands.find((known) => known.name === name);
  if (!found) return refused(`There is no command "${name}". Does the running site have another version?`);
  try {
    const run = (inside: Context, typed: Request["args"]) => found.run(inside, typed, operator);
    return await (found.changes ? runChange(ctx, args, run) : run(ctx, args));
  } catch (error) {
    ctx.log.error({ err: error, command: name }, "operator command failed");
    return refused(`The command failed: ${error instanceof Error ? error.message : "unknown error"}`);
  }
}

/** Answers operator commands in a running service. */
export function commandAnswers(ctx: Context): LineAnswer {
  return async (line) => {
    const parsedRequest = request.safeParse(parsed(line));
    return JSON.stringify(
      parsedRequest.success ? await runCommand(ctx, parsedRequest.data) : refused("Not a command."),
    );
  };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
