import { describe, expect, test } from "vitest";
import { z } from "zod/v4";
import { commands } from "../program/commands.ts";
import { momentArgument, reasonArgument } from "./arguments.ts";
import type { Outcome } from "./command.ts";
import { formatResult } from "./format-result.ts";
import { operatorProgram } from "./program.ts";
import type { Request } from "./request.ts";

/** Runs a command line on a program whose commands all give the same result. */
async function type(line: string[], outcome: Outcome = { ok: true, data: "Done." }) {
  const requests: Request[] = [];
  const printed = { out: "", err: "", code: -1, files: [] as [string, string][] };
  const program = operatorProgram(
    commands,
    "anna",
    async (request) => {
      requests.push(request);
      return outcome;
    },
    {
      out: (text) => {
        printed.out += text;
      },
      err: (text) => {
        printed.err += text;
      },
      save: (path, text) => {
        if (path.startsWith("/nowhere/")) throw new Error("no such folder");
        printed.files.push([path, text]);
      },
      exitCode: (code) => {
        printed.code = code;
      },
    },
  );
  program.exitOverride();
  for (const group of program.commands) {
    group.exitOverride();
    for (const verb of group.commands) verb.exitOverride();
  }
  await program
    .parseAsync(["node", "operator", ...line])
    .catch((error: unknown) => requests.length > 0 && Promise.reject(error));
  return { ...printed, asked: requests };
}

test("the help explains every argument and option of every command", () => {
  const silent = { out: () => {}, err: () => {}, save: () => {}, exitCode: () => {} };
  const program = operatorProgram(commands, "anna", async () => ({ ok: true, data: "" }), silent);
  const named = program.commands.flatMap((group) => (group.commands.length > 0 ? group.commands : [group]));
  expect(named).toHaveLength(commands.length);
  const unexplained = named.flatMap((line) => [
    ...line.registeredArguments.flatMap((argument) =>
      argument.description ? [] : `${line.parent?.name()} ${line.name()} ${argument.name()}`,
    ),
    ...line.options.flatMap((option) =>
      option.description ? [] : `${line.parent?.name()} ${line.name()} ${option.flags}`,
    ),
  ]);
  expect(unexplained).toEqual([]);
});

/** The schema below optional ones and defaults. */
const innermost = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? innermost(schema.unwrap()) : schema;

test("no command takes a date that does not exist for another day", () => {
  // What reads a date by itself takes 30 February for 2 March; momentArgument does not.
  const lenient = commands.flatMap(({ name, args }) =>
    Object.entries(args.shape).flatMap(([key, schema]) =>
      innermost(schema) instanceof z.ZodDate ? `${name} --${key}` : [],
    ),
  );
  expect(lenient).toEqual([]);
  const reading = z.object({ until: momentArgument }).safeParse({ until: "2026-02-30T00:00:00Z" });
  expect(reading.error?.issues).toMatchObject([
    { path: ["until"], message: expect.stringMatching(/^Enter a date that exists, 2026-12-31, or a time, /) },
  ]);
});

test.each([
  ["x", "Enter a reason of at least 3 characters."],
  ["x".repeat(501), "Enter a reason of at most 500 characters."],
])("a reason of a wrong length is refused with the length it may have", (reason, message) => {
  expect(reasonArgument.safeParse(reason).error?.issues).toMatchObject([{ message }]);
});

describe("the command line", () => {
  test("passes arguments and the operator's name", async () => {
    const line = ["pairs", "set", "btc_paypal-usd", "--margin-bps", "300", "--min-from", "0.001", "--reason", "autumn"];
    const { asked, out, code } = await type(line);
    expect(asked).toEqual([
      {
        command: "pairs set",
        args: { pair: "btc_paypal-usd", margin_bps: "300", min_from: "0.001", reason: "autumn" },
        operator: { name: "anna" },
      },
    ]);
    expect({ out, code }).toEqual({ out: "Done.\n", code: 0 });
  });

  test("uses another operator name when given", async () => {
    const { asked } = await type(["--operator", "boris", "orders", "show", "7Q2M-K9XW-3T"]);
    expect(asked[0]).toMatchObject({ args: { ref: "7Q2M-K9XW-3T" }, operator: { name: "boris" } });
  });

  test("prints a refusal and exits with 1", async () => {
    const refusal: Outcome = { ok: false, sentence: "There is no pair gold." };
    const { out, err, code } = await type(["pairs", "pause", "gold", "--reason", "a slip"], refusal);
    expect({ out, err, code }).toEqual({ out: "", err: "REFUSED: There is no pair gold.\n", code: 1 });
    const outcome: Outcome = { ok: false, sentence: "REFUSED: 5 is beyond the band." };
    expect((await type(["pairs", "pause", "gold", "--reason", "a slip"], outcome)).err).toBe(`${outcome.sentence}\n`);
    // What only looks is refused nothing: `ledger verify` tells what it has seen.
    expect((await type(["ledger", "verify"], refusal)).err).toBe("There is no pair gold.\n");
  });

  test("a change with a wrong option is refused in the same word as any other", async () => {
    const line = ["pairs", "set", "btc_paypal-usd", "--margin", "300"];
    expect((await type(line)).err).toMatch(/^REFUSED: unknown option '--margin'/);
    expect((await type(["pairs", "set"])).err).toMatch(/^REFUSED: missing required argument 'pair'/);
    expect((await type(["pairs", "list", "--margin", "300"])).err).toMatch(/^error: unknown option '--margin'/);
  });

  test("accepts flags without a value and one-word commands", async () => {
    const { asked } = await type(["orders", "list", "--held", "--mine", "--pair", "btc_paypal-usd"]);
    expect(asked).toMatchObject([{ args: { held: "yes", mine: "yes", pair: "btc_paypal-usd" } }]);
    expect((await type(["today"])).asked).toMatchObject([{ command: "today", args: {} }]);
  });

  test("describes options that may be left out", async () => {
    expect((await type(["incidents", "open", "--help"])).out).toMatch(/--next <value> +when we say more at the latest/);
  });

  test("writes a command's file in the current folder, and prints JSON as usual", async () => {
    const file = { path: "case.html", text: "<!doctype html>", message: "Written to case.html." };
    const outcome: Outcome = { ok: true, data: { ref: "7Q2M" }, file };
    const line = ["orders", "evidence", "7Q2M-K9XW-3T", "--out", "case.html"];
    expect(await type(line, outcome)).toMatchObject({
      out: "Written to case.html.\n",
      files: [["case.html", "<!doctype html>"]],
    });
    expect(JSON.parse((await type(["--json", ...line], outcome)).out)).toEqual({ ok: true, data: { ref: "7Q2M" } });
    const failed = await type(line, { ...outcome, file: { ...file, path: "/nowhere/x" } });
    expect(failed).toMatchObject({ out: "", err: "The file was not written: no such folder\n", code: 1 });
  });

  test("prints JSON, including refusals", async () => {
    const refusal: Outcome = { ok: false, sentence: "No." };
    expect(JSON.parse((await type(["--json", "reserve", "list"], refusal)).out)).toEqual(refusal);
  });

  test("lists every command by group and verb, with help", async () => {
    for (const { name, summary } of commands) {
      const { out, asked } = await type([...name.split(" "), "--help"]);
      expect(out.replace(/\s+/g, " ")).toContain(summary.replace(/\s+/g, " "));
      expect(asked).toEqual([]);
    }
  });

  test("runs nothing for an unknown command", async () => {
    const { asked, err } = await type(["orders", "frobnicate"]);
    expect(asked).toEqual([]);
    expect(err).toContain("unknown command 'frobnicate'");
  });
});

describe("text output", () => {
  test("prints rows as a table", () => {
    const rows = [
      { asset: "btc", reserve: "1.85", held: true },
      { asset: "usdt-trc20", reserve: null, held: false },
    ];
    expect(formatResult(rows).split("\n")).toEqual([
      "asset       reserve  held",
      "btc         1.85     true",
      "usdt-trc20  -        false",
    ]);
  });

  test("prints an object line by line, its lists below, and the empty ones in one line", () => {
    const orders = [{ ref: "7Q2M" }];
    expect(formatResult({ ref: "7Q2M", status: "draft", notes: [], orders, tags: [] })).toBe(
      "ref     7Q2M\nstatus  draft\n\norders\nref\n7Q2M\n\nnothing in notes, tags",
    );
  });

  test("removes control characters from customers' input", () => {
    expect(formatResult([{ account: "\u001b[2Janna" }])).toBe("account\n·[2Janna");
  });
});
