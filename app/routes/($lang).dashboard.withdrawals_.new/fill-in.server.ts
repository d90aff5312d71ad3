import { api } from "../../api/client.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { filledIn } from "./ask-withdrawal.server.ts";
import { typedDecimal } from "./withdrawal-form.server.ts";

/** Buttons that fill in a field, for browsers without scripts: a saved address (`saved`), or the whole balance. */
export async function fillIn(args: RouteArgs, form: FormData) {
  const text = (name: string) => String(form.get(name) ?? "").slice(0, 500);
  const values = {
    source: text("source"),
    asset: text("asset"),
    amount: text("amount"),
    account: text("account"),
    memo: text("memo"),
  };
  const { asset } = values;
  if (form.has("saved")) {
    const saved = await api(args, "memberAddresses", { query: { asset } });
    const chosen = saved.ok ? saved.data.data.find(({ id }) => id === form.get("saved")) : undefined;
    return filledIn({ ...values, ...(chosen && { account: chosen.account, memo: chosen.memo ?? "" }) });
  }
  const all = await (values.source === "affiliate" ? freeRewards(args) : availableIn(args, asset));
  return filledIn(all === null ? values : { ...values, amount: typedDecimal(all, langOf(args.request)) });
}

async function availableIn(args: RouteArgs, asset: string): Promise<string | null> {
  const walletAnswer = await api(args, "balanceCoin", { query: { asset } });
  return walletAnswer.ok ? walletAnswer.data.data.available : null;
}

async function freeRewards(args: RouteArgs): Promise<string | null> {
  const summaryAnswer = await api(args, "affiliateSummary", { query: {} });
  return summaryAnswer.ok ? (summaryAnswer.data.data?.without_review ?? null) : null;
}
