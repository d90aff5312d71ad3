import { maskAccount } from "../../components/order/mask-account.ts";
import { useTranslation } from "../../i18n/translation.ts";

type Destination = { account: string; label: string | null };

/** `“Ledger”, TWd4…5jwb`: where money was to go. */
export function useDestinationText(): (to: Destination) => string {
  const { t } = useTranslation("freeze");
  return ({ account, label }) => {
    const short = maskAccount(account);
    return label === null ? short : t("stopped.labelled", { label, account: short });
  };
}
