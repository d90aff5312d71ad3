import type { LineHandler } from "../db/pglite/lock.ts";
import { type Command, type Operator, type Outcome, refused } from "../operator/command.ts";
import { moneyEffectOf, recoveryName } from "../operator/money-effects.ts";
import { contentsOfFiles } from "../operator/named-files.ts";
import { type Request, request } from "../operator/request.ts";
import { runChange } from "../operator/run-change.ts";
import type { Context } from "../ports/context.ts";
import { authorise, type Unauthorised } from "../staff/authorise.ts";
import { commands } from "./commands.ts";

/** Runs a command; `isAlone` where no service has the database open. An unexpected error is logged with its stack and reported in one sentence. */
export async function runCommand(ctx: Context, asked: Request, isAlone = false): Promise<Outcome> {
  const { command: name, args } = asked;
  const listedCommand = commands.find((command) => command.name === name);
  const existing = listedCommand && withFiles(listedCommand, asked.files);
  if (!existing) return refused(`There is no command "${name}". Does the running site have another version?`);
  try {
    if (!existing.changes) return await existing.run(ctx, args, asked.operator);
    if (existing.discloses && args.dry_run !== undefined) return refused("What this command shows is not rehearsed.");
    const authorOf = (inside: Context) => operatorOf(inside, name, asked, isAlone);
    if (args.dry_run === "yes") return await runChange(ctx, args, rehearsedBy(existing, asked, authorOf));
    const operator = await authorOf(ctx);
    if ("refused" in operator) return refused(`REFUSED: ${operator.refused}`);
    return await runChange(ctx, args, (inside, typed) => existing.run(inside, typed, operator));
  } catch (error) {
    ctx.log.error({ err: error, command: name }, "operator command failed");
    return refused(`The command failed: ${error instanceof Error ? error.message : "unknown error"}`);
  }
}

/** The signature is of the digests; the command itself gets what is in the files. */
function withFiles(command: Command, files: Request["files"]): Command {
  if (!command.files) return command;
  return {
    ...command,
    async run(ctx, typed, operator) {
      const filled = contentsOfFiles(command, typed, files);
      return "refused" in filled ? refused(filled.refused) : command.run(ctx, filled.args, operator);
    },
  };
}

type AuthorOf = (inside: Context) => Promise<Operator | Unauthorised>;

/**
 * Nobody has to prove who they are to rehearse; a signature that comes with it counts inside, where it is rolled back with
 * everything else.
 */
function rehearsedBy({ run }: Command, { operator, signature }: Request, authorOf: AuthorOf) {
  let author: Operator | Unauthorised | undefined;
  return async (inside: Context, typed: Request["args"]) => {
    author ??= signature ? await authorOf(inside) : operator;
    return "refused" in author ? refused(`REFUSED: ${author.refused}`) : run(inside, typed, author);
  };
}

async function operatorOf(
  ctx: Context,
  name: string,
  { args, operator, signature }: Request,
  isAlone: boolean,
): Promise<Operator | Unauthorised> {
  const effect = moneyEffectOf[name];
  if (effect === undefined) return { refused: `${name} is not classified in upstream/operator/money-effects.ts.` };
  // Keys were lost, so nobody may be left who can sign: the command itself wants the owner of the database.
  if (name === recoveryName) return { name: operator.name, effect, isAlone };
  const author = await authorise(ctx, { command: name, args, effect, typedName: operator.name, signature });
  return "refused" in author ? author : { ...author, effect };
}

/** Answers operator commands in a running service. */
export function commandHandler(ctx: Context): LineHandler {
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
