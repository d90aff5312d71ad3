/** What a provider is asked about. `address`: one on a chain; emails are never sent. */
export const askedKinds = ["address", "name"] as const;
export type AskedKind = (typeof askedKinds)[number];

/** `silent`: no answer came in time. */
export const questionStates = ["waiting", "clear", "listed", "silent"] as const;

/** For how long an answer counts for whoever has the same name or address. */
export const answerHours = 24;

/** What is recorded of an answer beside the comparison with lists. `at`: when it came. */
export type ProviderAnswer = {
  provider: string;
  kind: AskedKind;
  result: Exclude<(typeof questionStates)[number], "waiting">;
  reference: string | null;
  at: string;
};
