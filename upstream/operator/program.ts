import { Command as Program } from "commander";
import type { Command, Outcome } from "./command.ts";
import { show } from "./show.ts";
import type { Request } from "./wire.ts";

/** Where a command's answer goes, and how the program ends. */
export type Terminal = { out(text: string): void; err(text: string): void; exitCode(code: number): void };

/** The command line, made from the table of commands; `execute` does one, here or in the process that owns the database. */
export function operatorProgram(
  commands: readonly Command[],
  user: string,
  execute: (request: Request) => Promise<Outcome>,
  terminal: Terminal,
): Program {
  const program = new Program("operator")
    .description("Runs the exchange: orders, rates, pairs, reserve, promo codes, the ledger.")
    .option("--json", "answer in JSON")
    .option("--operator <name>", "who you are, for the audit", user)
    .showHelpAfterError();
  program.configureOutput({ writeOut: (text) => terminal.out(text), writeErr: (text) => terminal.err(text) });

  for (const command of commands) {
    const { positional, line } = lineOf(program, command);
    line.action(async (...given: unknown[]) => {
      const { json, operator, ...options } = line.optsWithGlobals<Record<string, string>>();
      const args = Object.fromEntries(Object.entries(options).map(([name, value]) => [snake(name), value]));
      positional.forEach((name, at) => {
        const value = given[at];
        if (typeof value === "string") args[name] = value;
      });
      const outcome = await execute({ command: command.name, args, operator: { name: operator ?? user } });
      if (json) terminal.out(`${JSON.stringify(outcome, null, 2)}\n`);
      else if (outcome.ok) terminal.out(`${show(outcome.data)}\n`);
      else terminal.err(`${outcome.sentence}\n`);
      terminal.exitCode(outcome.ok ? 0 : 1);
    });
  }
  return program;
}

function lineOf(program: Program, { name, summary, positional, args }: Command) {
  const [groupName = "", verb = ""] = name.split(" ");
  const group = program.commands.find((known) => known.name() === groupName) ?? program.command(groupName);
  const line = group.command(verb).description(summary);
  for (const [key, schema] of Object.entries(args.shape)) {
    const description = schema.description ?? "";
    if (positional.includes(key)) line.argument(`<${key}>`, description);
    else line.option(`--${key.replaceAll("_", "-")} <value>`, description);
  }
  return { positional, line };
}

/** Commander names `--margin-bps` marginBps; our arguments are margin_bps. */
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
