import type { Order } from "../../../../contract/order/order.ts";
import type { Lang } from "../../../../contract/values/languages.ts";
import { moneyIn } from "../../../components/order/use-money.ts";
import { timesIn } from "../../../components/order/use-times.ts";
import { type Assets, isAccount } from "../../../components/summary/assets.ts";
import { translatorOf } from "../../../i18n/texts/texts.server.ts";
import { wrongPayments } from "../order-facts.ts";
import { sandboxTexts } from "../sandbox/sandbox-choices.ts";
import { timelineLines } from "../timeline/timeline-lines.ts";
import { destinations } from "./destinations.ts";
import { headlineOf } from "./headline.ts";
import { holdTerms } from "./hold-terms.ts";
import { orderWords } from "./order-words.ts";

/** For whom the texts are. `zone`: the browser's time zone, null as long as it is not known. */
type Reader = { lang: Lang; zone: string | null; brand: string };

/**
 * What the page says of the order's state, as sentences: the loader chooses them, so that the browser gets neither the
 * texts of other states nor the code that chooses.
 */
export function stateTexts(order: Order, assets: Assets, { lang, zone, brand }: Reader) {
  const t = translatorOf(lang, "order");
  const formats = { lang, money: moneyIn(lang, assets), times: timesIn(lang, zone, order.server_time) };
  const targets = destinations(order, assets, { t, times: formats.times, brand });
  const words = orderWords(t, order, assets, formats, targets);
  const refundDetail = targets.refundTo && t("timeline.next.refundDetail", words);
  const isToAccount = {
    payout: isAccount(assets[order.to.asset]),
    refund: isAccount(assets[wrongPayments(order)[0]?.asset ?? order.from.asset]),
  };
  const { due, seen, rest, wrong, deadline, payoutTime, account, settles, refundTo } = words;
  return {
    ...headlineOf({ order: t, holds: translatorOf(lang, "holds") }, order, words, isToAccount),
    /** Values of the page's own sentences. */
    words: { due, seen, rest, wrong, deadline, payoutTime, account, settles, refundTo },
    refundAccount: targets.refundAccount,
    refundToWallet: targets.refundToWallet,
    keptAside: order.kept_aside.length > 0 ? t("state.keptAside", words) : null,
    holdTerms: holdTerms(t, order, { ...formats, words, refundDetail }),
    timeline: timelineLines(t, order, assets, { ...formats, words, refundDetail }),
    sandbox: order.sandbox ? sandboxTexts(t, order, isAccount(assets[order.from.asset]), formats.money) : null,
  };
}

export type StateTexts = ReturnType<typeof stateTexts>;
