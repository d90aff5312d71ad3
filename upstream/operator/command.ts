import type { z } from "zod/v4";
import type { Context } from "../context.ts";

/** What an operator is told: something to show, or one plain sentence why not (the program then exits with 1). */
export type Outcome = { ok: true; data: Shown; file?: NewFile } | { ok: false; sentence: string };
/** A file for the operator's own machine, which may not be where the command runs; `said` stands for it on a screen. */
type NewFile = { path: string; text: string; said: string };
/** Text, a list of rows, or a thing with parts; the same as JSON and on a screen. Amounts are decimal text by now. */
export type Shown = string | ShownRow | Shown[];
export type ShownRow = { [name: string]: string | number | boolean | null | Shown };

/** Who gave the command, for the audit. */
export type Operator = { name: string };

export type Command = {
  /** `orders show`: the group and the verb; or one word alone. */
  name: string;
  summary: string;
  /** Which of the arguments stand without a name, in this order. */
  positional: readonly string[];
  args: z.ZodObject;
  /** Takes arguments as they were typed. A wrong one is a sentence, like any other refusal. */
  run(ctx: Context, typed: Record<string, string>, operator: Operator): Promise<Outcome>;
};

type Definition<Args extends z.ZodObject> = Omit<Command, "args" | "run" | "positional"> & {
  args: Args;
  positional?: readonly (keyof z.infer<Args> & string)[];
  run(ctx: Context, args: z.infer<Args>, operator: Operator): Promise<Outcome>;
};

/** One command: everything the terminal, the owner's socket and the help need to know about it. */
export function command<Args extends z.ZodObject>(definition: Definition<Args>): Command {
  return {
    ...definition,
    positional: definition.positional ?? [],
    async run(ctx, typed, operator) {
      const unstorable = Object.keys(typed).find((name) => typed[name]?.includes("\u0000"));
      if (unstorable !== undefined) return refused(`${unstorable}: it contains an invalid character.`);
      const args = definition.args.safeParse(typed);
      if (args.success) return definition.run(ctx, args.data, operator);
      const [fault] = args.error.issues;
      return refused(`${fault?.path.join(".") || "arguments"}: ${fault?.message ?? "invalid"}`);
    },
  };
}

export const done = (data: Shown): Outcome => ({ ok: true, data });
export const refused = (sentence: string): Outcome => ({ ok: false, sentence });
