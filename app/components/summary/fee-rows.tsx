import type { Order } from "../../../contract/order/order.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { SlipRow } from "../../ui/figures/slip.tsx";
import { useMoney } from "../order/use-money.ts";
import type { Assets } from "./assets.ts";
import { feeKind } from "./fee-kind.ts";

/** One row per fee of an order's price. */
export function FeeRows({ fees, assets }: { fees: Order["fees"]; assets: Assets }) {
  const { t } = useTranslation("summary");
  const money = useMoney(assets);
  return fees.map((fee) => (
    <SlipRow key={fee.kind} label={t(`fee.${feeKind(fee.kind)}`)}>
      {money.text(fee.amount, fee.asset)}
    </SlipRow>
  ));
}
