import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { z } from "zod/v4";

const compiled = z.object({
  contracts: z.object({
    "tokens.sol": z.record(z.string(), z.object({ evm: z.object({ bytecode: z.object({ object: z.string() }) }) })),
  }),
});
const codes = z.record(z.string(), z.string());

/** Not the folder of temporary files, which every test run has anew. */
const cacheFolder = "node_modules/.cache/kursa";

export type ContractName = "ReturnsNothing" | "TakesFee" | "PaysMany";

/** The creation code of a contract of `tokens.sol`, hexadecimal. Compiled once for each version of the source on this machine. */
export function creationCode(name: ContractName): string {
  const source = readFileSync(new URL("tokens.sol", import.meta.url), "utf8");
  const version = createHash("sha256").update(source).digest("hex").slice(0, 16);
  const cache = join(cacheFolder, `test-contracts-${version}.json`);
  if (!existsSync(cache)) {
    mkdirSync(cacheFolder, { recursive: true });
    const temporary = `${cache}.${process.pid}`;
    writeFileSync(temporary, JSON.stringify(compile(source)));
    // Other test processes see the whole file or none.
    renameSync(temporary, cache);
  }
  const code = codes.parse(JSON.parse(readFileSync(cache, "utf8")))[name];
  if (code === undefined) throw new Error(`tokens.sol has no contract ${name}`);
  return `0x${code}`;
}

function compile(source: string): Record<string, string> {
  // Eight megabytes that are read only when the source has changed; the package has no types.
  const require = createRequire(import.meta.url);
  const compiler: { compile(input: string): string } = require("solc");
  const input = {
    language: "Solidity",
    sources: { "tokens.sol": { content: source } },
    settings: { optimizer: { enabled: true }, outputSelection: { "*": { "*": ["evm.bytecode.object"] } } },
  };
  const { contracts } = compiled.parse(JSON.parse(compiler.compile(JSON.stringify(input))));
  return Object.fromEntries(
    Object.entries(contracts["tokens.sol"]).map(([name, { evm }]) => [name, evm.bytecode.object]),
  );
}
