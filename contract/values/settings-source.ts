/** Settings by name, as the environment has them. */
export type SettingsSource = Readonly<Record<string, string | undefined>>;

/**
 * The settings without what a file of settings adds by mistake: a carriage return of Windows' line ends, spaces around a
 * value. Empty ones are left out: compose files pass those. Quotes around a value are reported, since not every program that
 * reads such a file removes them, and a secret may not be changed unasked.
 */
export function readSettings(
  source: SettingsSource,
  names: readonly string[],
): { values: Record<string, string>; problems: string[] } {
  const trimmed = Object.entries(source).map(([name, value]) => [name, value?.trim() ?? ""] as const);
  const values = Object.fromEntries(trimmed.filter(([, value]) => value !== ""));
  const quoted = names.filter((name) => /^(["'])[\s\S]*\1$/.test(values[name] ?? ""));
  return {
    values,
    problems: quoted.map((name) => `${name}: has quotes around its value, which are part of it: remove them`),
  };
}
