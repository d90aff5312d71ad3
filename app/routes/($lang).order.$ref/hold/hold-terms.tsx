import type { Order } from "../../../../contract/order/order.ts";
import { useTranslation } from "../../../i18n/translation.ts";
import { Info } from "../../../ui/icons/icons.tsx";
import { Note } from "../../../ui/messages/note.tsx";
import { refundAsk } from "../choices.ts";
import { answeredAt } from "../order-facts.ts";
import type { OrderTexts } from "../texts/use-order-texts.ts";

type HoldTermsProps = {
  order: Order;
  texts: OrderTexts /** One small line, where a decision is shown before it. */;
  plain?: boolean;
};

/** Who has to act on the hold, until when, and what happens at the deadline. */
export function HoldTerms({ order, texts, plain = false }: HoldTermsProps) {
  const { t } = useTranslation("order");
  const { hold } = order;
  if (!hold) return null;
  const who = (["operator", "system"] as const).find((known) => known === hold.action_by) ?? "client";
  const answered = answeredAt(order);
  const known = outcomes.find((one) => one === hold.default);
  // A refund in progress cannot start again at the deadline.
  const outcome = order.status === "refund_pending" && known === "request_refund" ? "wait" : known;
  const hasNoAddress = texts.refundDetail === null || refundAsk(order)?.missing === true;
  const nowhere = outcome === "request_refund" && hasNoAddress;
  const terms = (
    <>
      <strong className="font-semibold">
        {answered ? t("hold.answered", { time: texts.times.moment(answered) }) : t(`hold.who.${who}`)}
      </strong>{" "}
      {outcome &&
        hold.deadline &&
        t(
          `hold.default.${who === "client" ? "client" : "other"}.${nowhere ? "request_refund_nowhere" : outcome}`,
          texts.words,
        )}
    </>
  );
  return plain ? <p className="text-small text-ink-2">{terms}</p> : <Note icon={Info}>{terms}</Note>;
}

const outcomes = ["request_refund", "wait", "resume"] as const;
