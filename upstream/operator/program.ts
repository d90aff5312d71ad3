import { Command as Program } from "commander";
import { z } from "zod/v4";
import { isFlag } from "./arguments.ts";
import { type Command, type Outcome, refused } from "./command.ts";
import { formatResult } from "./format-result.ts";
import type { Request } from "./request.ts";

/** Output of a command and the exit code. */
export type Terminal = {
  out(text: string): void;
  err(text: string): void;
  /** Writes a file that a command produced; throws when that fails. */
  save(path: string, text: string, encoding: "utf8" | "base64"): void;
  exitCode(code: number): void;
};

/**
 * The command line, built from the table of commands; `execute` runs one, here or in the process that owns the
 * database.
 */
export function operatorProgram(
  commands: readonly Command[],
  user: string,
  execute: (request: Request, key: NamedKey) => Promise<Outcome>,
  terminal: Terminal,
): Program {
  const program = new Program("operator")
    .description("Runs the exchange: orders, rates, pairs, reserve, promo codes, the ledger.")
    .option("--json", "answer in JSON")
    .option("--operator <name>", "who you are, for the audit, while there are no staff", user)
    .option("--key-file <file>", "your key, which signs what changes something (default: OPERATOR_KEY_FILE)")
    .option("--passphrase-file <file>", "file with its passphrase, which only you can read; else it is asked for")
    .showHelpAfterError();
  program.configureOutput({ writeOut: (text) => terminal.out(text), writeErr: (text) => terminal.err(text) });

  for (const command of commands) {
    const { positional, line } = lineOf(program, command);
    line.action(async (...actionArgs: unknown[]) => {
      const { json, operator, keyFile, passphraseFile, ...options } = line.optsWithGlobals<Given>();
      const args = Object.fromEntries(Object.entries(options).map(([name, value]) => [snake(name), textOf(value)]));
      positional.forEach((name, at) => {
        const value = actionArgs[at];
        if (typeof value === "string") args[name] = value;
      });
      const key = { keyFile: namedFile(keyFile), passphraseFile: namedFile(passphraseFile) };
      if ("passphrase_file" in command.args.shape && key.passphraseFile) args.passphrase_file = key.passphraseFile;
      const request = { command: command.name, args, operator: { name: textOf(operator ?? user) } };
      const outcome = await execute(request, key);
      print(terminal, command, saved(terminal, outcome), json !== undefined);
    });
  }
  return program;
}

const refusalWord = "REFUSED:";

type Given = Record<string, string | true>;
/** The operator's key, as far as the command line names it. */
export type NamedKey = { keyFile: string | undefined; passphraseFile: string | undefined };

const namedFile = (value: string | true | undefined) => (typeof value === "string" ? value : undefined);

/** The file is written here, on the operator's machine. */
function saved(terminal: Terminal, outcome: Outcome): Outcome {
  if (!outcome.ok || !outcome.file) return outcome;
  try {
    terminal.save(outcome.file.path, outcome.file.text, outcome.file.encoding ?? "utf8");
    return outcome;
  } catch (error) {
    return refused(`The file was not written: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** A change that was refused begins with that word, so that it does not read like one that was made, or planned. */
function print(terminal: Terminal, { changes }: Command, outcome: Outcome, isJson: boolean): void {
  if (isJson) {
    const reply = outcome.ok ? { ok: true, data: outcome.data } : outcome;
    terminal.out(`${JSON.stringify(reply, null, 2)}\n`);
  } else if (outcome.ok) terminal.out(`${outcome.file?.message ?? formatResult(outcome.data)}\n`);
  else if (changes && !outcome.sentence.startsWith(refusalWord)) terminal.err(`${refusalWord} ${outcome.sentence}\n`);
  else terminal.err(`${outcome.sentence}\n`);
  terminal.exitCode(outcome.ok ? 0 : 1);
}

function lineOf(program: Program, { name, summary, positional, args, changes }: Command) {
  const [groupName = "", verb] = name.split(" ");
  const group = program.commands.find((command) => command.name() === groupName) ?? program.command(groupName);
  const line = (verb === undefined ? group : group.command(verb)).description(
    [summary, ...askingOf(changes)].join(" "),
  );
  if (changes) line.configureOutput({ outputError: (text, write) => write(text.replace(/^error:/, refusalWord)) });
  for (const [key, schema] of Object.entries(args.shape)) {
    const description = descriptionOf(schema);
    const option = `--${key.replaceAll("_", "-")}`;
    // It is an option of every command.
    if (key === "passphrase_file") continue;
    if (positional.includes(key)) line.argument(isOptional(schema) ? `[${key}]` : `<${key}>`, description);
    // A flag may be given without a value; its schema interprets it.
    else if (isFlag(schema)) line.option(`${option} [yes]`, description);
    else line.option(`${option} <value>`, description);
  }
  return { positional, line };
}

/** When a command asks for `--anyway`, for its help. */
function askingOf(changes: Command["changes"]): string[] {
  if (!changes) return [];
  return "asks" in changes ? [`Asks when: ${changes.asks}.`] : [`Never asks: ${changes.asksNothing}.`];
}

/** Zod keeps the description of what may be left out inside. */
const descriptionOf = (schema: z.core.$ZodType): string =>
  z.globalRegistry.get(schema)?.description ?? (schema instanceof z.ZodOptional ? descriptionOf(schema.unwrap()) : "");

const isOptional = (schema: z.core.$ZodType) => z.safeParse(schema, undefined).success;

const textOf = (value: string | true) => (value === true ? "yes" : value);

/** Commander converts `--margin-bps` to marginBps; our arguments are margin_bps. */
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
