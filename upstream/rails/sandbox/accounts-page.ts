import { asc } from "drizzle-orm";
import { asset } from "../../db/schema/index.ts";
import { html } from "../../shared/html.ts";
import { texts } from "../../shared/texts/texts.ts";
import { type Network, networkOf } from "./network.ts";
import type { SandboxPage } from "./pages/page.ts";
import { testAccount, testOutcomes } from "./test-accounts.ts";

/** The accounts to which a payout, refund or withdrawal does not simply arrive, by network: `accounts/test`. */
export const accountsPage: SandboxPage = {
  path: "accounts/:id",
  async show({ ctx, id, language }) {
    if (id !== "test") return undefined;
    const { sandbox, networks: names } = texts[language];
    const say = sandbox.accounts;
    const rows = await ctx.db.orm.select().from(asset).orderBy(asc(asset.sort), asc(asset.id));
    const networks = new Map<Network, string[]>();
    for (const { id: assetId, symbol } of rows) {
      const network = networkOf(assetId);
      if (network) networks.set(network, [...new Set([...(networks.get(network) ?? []), symbol])]);
    }
    const sections = [...networks].map(
      ([network, symbols]) => html`<h2>${names[network].name}: ${symbols.join(", ")}</h2>
<dl class="sheet">${testOutcomes.map(
        (outcome) => html`<dt>${say.outcomes[outcome]}</dt><dd><code>${testAccount(network, outcome)}</code></dd>
`,
      )}</dl>
`,
    );
    return { title: say.title, content: [html`<p class="note">${say.about}</p>`, ...sections] };
  },
  submit: async () => undefined,
};
