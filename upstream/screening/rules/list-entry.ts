/** Whose lists there are. `plain`: one name, email or address a line, under a name of its own. */
export const listFormats = ["ofac", "ofac_advanced", "ofac_csv", "eu", "un", "plain"] as const;
export type ListFormat = (typeof listFormats)[number];

/** `other`: ships and aircraft, whose names are not compared with those of customers. */
export const partyKinds = ["person", "entity", "other"] as const;
export type PartyKind = (typeof partyKinds)[number];

/**
 * One party of a list. `id`: its number there. `births`: dates as `1966-12-07`, or years. `accounts`: addresses on chains and
 * emails, as the list spells them.
 */
export type ListEntry = { id: string; kind: PartyKind; names: string[]; births: string[]; accounts: string[] };

/** What the file says of itself; null where its format does not. `isWhole`: whether it has its end mark, where it has one. */
export type ListHead = { date: string | null; count: number | null; isWhole: boolean };

/** Who gives out the lists of a format. */
export const issuerOf: Record<ListFormat, "ofac" | "eu" | "un" | "own"> = {
  ...{ ofac: "ofac", ofac_advanced: "ofac", ofac_csv: "ofac" },
  ...{ eu: "eu", un: "un", plain: "own" },
};
