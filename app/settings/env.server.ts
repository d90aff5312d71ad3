import { reportSettings } from "../../upstream/shared/report-failure.ts";
import { readEnv } from "./env-schema.server.ts";

/**
 * The settings of the site, read once. Reports all invalid ones, then exits with 78; also those of the service, where it
 * runs in this process and would report its own only at the next start.
 */
const reading = readEnv(process.env);
if (!reading.ok) {
  const problems = new Set(reading.problems);
  if (!process.env.API_BASE_URL) {
    const { serviceSettingProblems } = await import("../../upstream/program/embedded-settings.ts");
    for (const problem of serviceSettingProblems(process.env)) problems.add(problem);
  }
  reportSettings([...problems]);
  // EX_CONFIG of sysexits.h: a supervisor can tell it from a crash and need not restart.
  process.exit(78);
}
export const env = reading.env;
/** Whether browsers reach this site over https. */
export const isHttps = env.PUBLIC_ORIGIN?.startsWith("https://") === true;
