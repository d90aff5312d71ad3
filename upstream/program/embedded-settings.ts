import { registeredRails } from "../rails/registered.ts";
import { readEnv } from "../settings/env.ts";

/** What is wrong with the settings of a service inside the website's process; the website lists it with its own. */
export function serviceSettingProblems(source: Readonly<Record<string, string | undefined>>): string[] {
  const reading = readEnv(source, registeredRails);
  return reading.ok ? [] : reading.problems;
}
