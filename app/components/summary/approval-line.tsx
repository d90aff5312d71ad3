import type { Price } from "../../../contract/market/price.ts";
import { isMore, isZero } from "../../../contract/values/decimal.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { ShieldCheck } from "../../ui/icons/icons.tsx";
import { useMoney } from "../order/use-money.ts";
import type { Assets } from "./assets.ts";

/** Whether a payout of this amount needs manual approval, by the payout caps of the service. */
export function needsApproval(price: Pick<Price, "to">, assets: Assets): boolean {
  const above = assets[price.to.asset]?.manual_approval_above;
  return typeof above === "string" && isMore(price.to.amount, above);
}

/** States the approval threshold below the price, if this payout exceeds it. */
export function ApprovalLine({ price, assets }: { price: Pick<Price, "to"> | null; assets: Assets }) {
  const sentence = useApprovalSentence(price, assets);
  if (sentence === null) return null;
  return (
    <p className="mt-3 flex gap-2 text-small text-ink-2">
      <ShieldCheck size={16} className="mt-0.5 shrink-0" />
      <span>{sentence}</span>
    </p>
  );
}

/** The sentence about manual approval; null if this payout needs none. */
export function useApprovalSentence(price: Pick<Price, "to"> | null, assets: Assets): string | null {
  const { t } = useTranslation("summary");
  const money = useMoney(assets);
  const { asset } = price?.to ?? { asset: "" };
  const above = assets[asset]?.manual_approval_above;
  if (!price || !above || !needsApproval(price, assets)) return null;
  return isZero(above) ? t("approvalOfAll") : t("approval", { amount: money.text(above, asset) });
}
