import type { Order } from "../../../../contract/order/order.ts";
import { isZero } from "../../../../contract/values/decimal.ts";
import { useTranslation } from "../../../i18n/translation.ts";
import { Slip, SlipRow } from "../../../ui/figures/slip.tsx";
import type { OrderTexts } from "../texts/use-order-texts.ts";

/** What became of the money of a refunded or charged-back order, as far as it is not in the sentence above. */
export function EndedSums({ order, texts: { money } }: { order: Order; texts: OrderTexts }) {
  const { t } = useTranslation("order");
  const { from, to, refund, status } = order;
  const fee = refund.sent?.fee;
  const reversed = status === "charged_back" && from.reversed && !isZero(from.reversed) ? from.reversed : null;
  const refundFee =
    status === "refunded" && refund.sent && fee && !isZero(fee) ? { fee, asset: refund.sent.asset } : null;
  if (reversed === null && refundFee === null) return null;
  return (
    <Slip className="mt-5 border-t border-line pt-5">
      {reversed !== null && <SlipRow label={t("outcome.reversed")}>{money.text(reversed, from.asset)}</SlipRow>}
      {reversed !== null && !isZero(to.sent) && (
        <SlipRow label={t("outcome.hadSent")}>{money.text(to.sent, to.asset)}</SlipRow>
      )}
      {refundFee?.asset === from.asset && (
        <SlipRow label={t("outcome.arrived")}>{money.text(from.received, from.asset)}</SlipRow>
      )}
      {refundFee && <SlipRow label={t("outcome.refundFee")}>−{money.text(refundFee.fee, refundFee.asset)}</SlipRow>}
    </Slip>
  );
}
