import { serve } from "../../../http/serve.ts";
import { termsAt } from "../terms-states.ts";

export const acceptedTermsCalls = [
  serve("exchangeTerms", async ({ ctx, query }) => {
    const { row, isPresent, changes } = await termsAt(ctx, query.version, query.at ? new Date(query.at) : null);
    const state = row && {
      since: row.since.toISOString(),
      operator: row.operator,
      rules: row.rules,
      is_present: isPresent,
    };
    return { data: { version: query.version, state, changes: changes.map((since) => since.toISOString()) } };
  }),
];
