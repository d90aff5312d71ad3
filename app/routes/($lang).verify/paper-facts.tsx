import { shownRef } from "../../../contract/order/order-number.ts";
import { orderStatuses } from "../../../contract/order/order-states.ts";
import type { ReceiptInShort } from "../../../contract/verify/verify.ts";
import { useMoney } from "../../components/order/use-money.ts";
import type { Assets } from "../../components/summary/assets.ts";
import { formatDate, formatTime } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useLang } from "../../i18n/use-lang.ts";
import { Slip, SlipRow } from "../../ui/figures/slip.tsx";

/** What a genuine paper says, for comparison. Nothing of a person: anybody may have found it. */
export function PaperFacts({ receipt, assets }: { receipt: ReceiptInShort; assets: Assets }) {
  const { t } = useTranslation("verify");
  const words = useTranslation("order").t;
  const lang = useLang();
  const money = useMoney(assets);
  const { order, created_at: createdAt, from, to } = receipt;
  const status = orderStatuses.find((name) => name === receipt.status);
  return (
    <Slip className="mt-3 max-w-[28rem]">
      <SlipRow label={t("paper.order")}>{shownRef(order)}</SlipRow>
      <SlipRow label={t("paper.status")}>{status ? words(`status.${status}`) : receipt.status}</SlipRow>
      <SlipRow label={t("paper.created")}>
        {formatDate(lang, createdAt)}, {formatTime(lang, createdAt)}&nbsp;UTC
      </SlipRow>
      <SlipRow label={t("paper.send")}>{money.text(from.amount, from.asset)}</SlipRow>
      <SlipRow label={t("paper.received")}>{money.text(from.received, from.asset)}</SlipRow>
      <SlipRow label={t("paper.get")}>{money.text(to.amount, to.asset)}</SlipRow>
      <SlipRow label={t("paper.sent")}>{money.text(to.sent, to.asset)}</SlipRow>
    </Slip>
  );
}
