import type { z } from "zod/v4";
import type { Where } from "../db/open.ts";
import type { Context } from "../ports/context.ts";
import type { MoneyEffect } from "../staff/rules/roles.ts";
import { dryRunArgument } from "./arguments.ts";

/** The result of a command: something to show, or a refusal in one sentence (the program then exits with 1). */
export type Outcome = { ok: true; data: Shown; file?: NewFile | undefined } | { ok: false; sentence: string };
/** A file for the operator's machine, which may not be where the command runs; `message` is printed instead. */
type NewFile = { path: string; text: string; message: string; encoding?: "utf8" | "base64" | undefined };
/**
 * A text, a list of rows, or an object with parts; the same for JSON and for the terminal. Amounts are decimal text.
 */
export type Shown = string | ShownRow | Shown[];
export type ShownRow = { [name: string]: string | number | boolean | null | Shown };

/**
 * Who gave the command, for the audit log. With staff: the person who has signed it as `commandId`. `effect`: what the
 * command does to money. `isAlone`: no other process has the database open.
 */
export type Operator = {
  name: string;
  staffId?: string | null;
  commandId?: string | null;
  effect?: MoneyEffect;
  isAlone?: boolean;
};

export type Command = {
  /** `orders show`: group and verb; or one word. */
  name: string;
  summary: string;
  /** Positional arguments, in this order. */
  positional: readonly string[];
  args: z.ZodObject;
  /** Arguments that name a file on the operator's machine: the command gets its content, in base64. */
  files?: readonly string[] | undefined;
  /** For every command that changes something: what makes it ask for `--anyway`, or why nothing does. */
  changes?: Change | undefined;
  /** Shows what must not be seen unsigned and unlogged: it cannot be rehearsed, since a rehearsal needs no signature and leaves no entry. */
  discloses?: boolean | undefined;
  /**
   * On PostgreSQL it connects by itself although a service runs: it reads more than a service may in a statement, or needs the
   * operator's own account there.
   */
  connects?: boolean | undefined;
  /** Runs in the operator's own process before the database is opened, which migrates it. Its outcome ends the command. */
  beforeOpening?(typed: Record<string, string>, database: OpenedDatabase): Promise<Outcome | undefined>;
  /** Parses the arguments. An invalid one is refused with a sentence. */
  run(ctx: Context, typed: Record<string, string>, operator: Operator): Promise<Outcome>;
};

/** `isOwned`: another process has the embedded database open, and will run the command. */
type OpenedDatabase = { where: Where; isOwned: boolean };

type Change = { asks: string } | { asksNothing: string };

type Definition<Args extends z.ZodObject> = Omit<Command, "args" | "files" | "run" | "beforeOpening" | "positional"> & {
  args: Args;
  files?: readonly (keyof z.infer<Args> & string)[];
  beforeOpening?(args: z.infer<Args>, database: OpenedDatabase): Promise<Outcome | undefined>;
  positional?: readonly (keyof z.infer<Args> & string)[];
  run(ctx: Context, args: z.infer<Args>, operator: Operator): Promise<Outcome>;
};

/** One operator command, with all that the terminal, the owner's socket and the help need. */
export function command<Args extends z.ZodObject>(definition: Definition<Args>): Command {
  const { beforeOpening, ...described } = definition;
  return {
    ...described,
    args: definition.changes ? definition.args.extend({ dry_run: dryRunArgument }) : definition.args,
    positional: definition.positional ?? [],
    ...(beforeOpening && {
      beforeOpening: (typed, database) => withArguments(definition, typed, (args) => beforeOpening(args, database)),
    }),
    run: (ctx, typed, operator) => withArguments(definition, typed, (args) => definition.run(ctx, args, operator)),
  };
}

async function withArguments<Args extends z.ZodObject, Result>(
  definition: Definition<Args>,
  typed: Record<string, string>,
  work: (args: z.infer<Args>) => Promise<Result>,
): Promise<Result | Outcome> {
  const unstorable = Object.keys(typed).find((name) => typed[name]?.includes("\u0000"));
  if (unstorable !== undefined) return refused(`${unstorable}: it contains an invalid character.`);
  const args = definition.args.safeParse(typed);
  if (args.success) return work(args.data);
  const [fault] = args.error.issues;
  return refused(`${fault?.path.join(".") || "arguments"}: ${fault?.message ?? "invalid"}`);
}

export const done = (data: Shown): Outcome => ({ ok: true, data });
export const refused = (sentence: string): Outcome => ({ ok: false, sentence });
