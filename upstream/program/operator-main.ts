import { writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import type { Where } from "../db/open.ts";
import { connectToOwner } from "../db/pglite/lock-owner.ts";
import { connectToService } from "../db/postgres/service-socket.ts";
import { type Command, type Outcome, refused } from "../operator/command.ts";
import { acceptHistoryName } from "../operator/commands/database.ts";
import { attachFiles } from "../operator/named-files.ts";
import { type NamedKey, operatorProgram } from "../operator/program.ts";
import { outcome, type Request } from "../operator/request.ts";
import { signRequest } from "../operator/sign-request.ts";
import { registeredRails } from "../rails/registered.ts";
import { databaseLocationOf, processEnv } from "../settings/env.ts";
import { commands } from "./commands.ts";
import { runCommand } from "./run-command.ts";

/**
 * The operator's command line: sends the command to a running service on the same database, or opens the database
 * itself. Only the latter loads the service: where one runs, a command should be answered at once.
 */
const env = processEnv(registeredRails, {
  report: (problems) =>
    process.stderr.write(`The settings are wrong:\n${problems.map((line) => `  ${line}\n`).join("")}`),
});
const program = operatorProgram(commands, userInfo().username, reported(execute), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  save: (path, text, encoding) => writeFileSync(path, text, { mode: 0o600, encoding }),
  exitCode: (code) => {
    process.exitCode = code;
  },
});
await program.parseAsync();

async function execute(typed: Request, { keyFile, passphraseFile }: NamedKey): Promise<Outcome> {
  const where = databaseLocationOf(env);
  const command = commands.find(({ name }) => name === typed.command);
  const owner = await runningService(where, command);
  const isOwned = owner !== undefined && !("databaseUrl" in where);
  const early = await command?.beforeOpening?.(typed.args, { where, isOwned });
  const file = keyFile ?? env.OPERATOR_KEY_FILE;
  const isSigned = file !== undefined && command?.changes !== undefined;
  const key = { keyFile: file ?? "", passphraseFile: passphraseFile ?? env.OPERATOR_PASSPHRASE_FILE };
  const attached = early ? typed : attachFiles(command, typed);
  const request =
    isSigned && !early && !("refused" in attached)
      ? await signRequest(attached, key, env.PUBLIC_ORIGIN, new Date())
      : attached;
  if (early || "refused" in request) {
    owner?.close();
    return early ?? refused("refused" in request ? request.refused : "");
  }
  if (owner) {
    const reply = await owner.request(JSON.stringify(request)).finally(owner.close);
    return outcome.parse(JSON.parse(reply));
  }
  const [{ openUpstream }, { createLog }] = await Promise.all([import("./open.ts"), import("../shared/log.ts")]);
  // Nothing is logged, because stdout is for the result only.
  const upstream = await openUpstream(env, createLog("silent"), "operator");
  const work = upstream.fault && isChange(request.command) ? refusedFor(upstream.fault) : runCommand;
  return work(upstream.context, request, true).finally(upstream.stop);
}

/** The process that runs the command for us, where there is one. */
function runningService(where: Where, command: Command | undefined) {
  if (!("databaseUrl" in where)) return connectToOwner(where.dataDir);
  return command?.connects ? undefined : connectToService(where);
}

/** Changes wait until the history of the database is accepted, which is a change itself. */
function isChange(name: string): boolean {
  return name !== acceptHistoryName && commands.find((command) => command.name === name)?.changes !== undefined;
}

// A function, not a constant: the program above runs before constants down here have their values.
function refusedFor(fault: Error) {
  return async () => refused(fault.message);
}

/** An unreachable database is reported like a refusal. */
function reported(work: typeof execute): typeof execute {
  return async (request, key) => {
    try {
      return await work(request, key);
    } catch (error) {
      return refused(error instanceof Error ? error.message : String(error));
    }
  };
}
