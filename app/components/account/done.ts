const doneActions = [
  "profile",
  "password",
  "on",
  "off",
  "session",
  "sessions",
  "removed",
  "picture",
  "noPicture",
  "email",
  "phrase",
  "noPhrase",
] as const;

/** The last completed action; the texts are `account:done.<name>`. */
export type Done = (typeof doneActions)[number];

export function doneIn(url: string): Done | null {
  const done = new URL(url).searchParams.get("done");
  return doneActions.find((action) => action === done) ?? null;
}
