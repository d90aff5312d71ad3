import type { WithdrawalLimit } from "../../../contract/balance/withdrawals.ts";
import { LimitBar } from "../../components/withdrawals/limit-bar.tsx";
import { formatAmount } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useLang } from "../../i18n/use-lang.ts";

/** The amount is above what is left of the day: how much that is, and the way to more. */
export function LimitReached({ limit }: { limit: WithdrawalLimit }) {
  const { t } = useTranslation("withdrawals");
  const lang = useLang();
  return (
    <div className="space-y-3 rounded-note border border-warning-200 bg-warning-50 p-4">
      <p className="text-small">{t("limit.reached", { left: formatAmount(lang, limit.left_usd, 2) })}</p>
      <LimitBar limit={limit} />
    </div>
  );
}
