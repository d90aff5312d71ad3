import { readEnv } from "./env-schema.server.ts";

/** The settings of the website, read once. Every wrong one is reported, then the process ends with 78. */
const reading = readEnv(process.env);
if (!reading.ok) {
  process.stderr.write(`The settings are wrong:\n${reading.problems.map((line) => `  ${line}\n`).join("")}`);
  // EX_CONFIG of sysexits.h: a supervisor can tell it from a crash and need not try again.
  process.exit(78);
}
export const env = reading.env;
