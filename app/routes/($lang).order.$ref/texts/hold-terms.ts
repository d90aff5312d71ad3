import type { TFunction } from "i18next";
import type { Order } from "../../../../contract/order/order.ts";
import { holdDefaults } from "../../../../contract/order/order-states.ts";
import type { Times } from "../../../components/order/use-times.ts";
import { refundAsk } from "../choices.ts";
import { answeredAt } from "../order-facts.ts";
import type { OrderWords } from "./order-words.ts";

type Values = {
  times: Times;
  words: OrderWords /** Null where it is not known where a refund goes. */;
  refundDetail: string | null;
};

/** Who has to act on the hold (or that an answer was received), and what happens at the deadline, if something does. */
export function holdTerms(t: TFunction<"order">, order: Order, { times, words, refundDetail }: Values) {
  const { hold } = order;
  if (!hold) return null;
  const who = (["operator", "system"] as const).find((name) => name === hold.action_by) ?? "client";
  const answered = answeredAt(order);
  const defaultOutcome = holdDefaults.find((name) => name === hold.default);
  // A refund in progress cannot start again at the deadline.
  const outcome = order.status === "refund_pending" && defaultOutcome === "request_refund" ? "wait" : defaultOutcome;
  const hasNoAddress = refundDetail === null || refundAsk(order)?.missing === true;
  const nowhere = outcome === "request_refund" && hasNoAddress;
  const side = who === "client" ? "client" : "other";
  return {
    who: answered ? t("hold.answered", { time: times.moment(answered) }) : t(`hold.who.${who}`),
    outcome:
      outcome && hold.deadline
        ? t(`hold.default.${side}.${nowhere ? "request_refund_nowhere" : outcome}`, words)
        : null,
  };
}
