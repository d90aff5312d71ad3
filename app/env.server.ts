import { readEnv } from "./env-schema.server.ts";

/** The settings of the site, read once. Reports all invalid ones, then exits with 78. */
const reading = readEnv(process.env);
if (!reading.ok) {
  process.stderr.write(`The settings are wrong:\n${reading.problems.map((line) => `  ${line}\n`).join("")}`);
  // EX_CONFIG of sysexits.h: a supervisor can tell it from a crash and need not restart.
  process.exit(78);
}
export const env = reading.env;
