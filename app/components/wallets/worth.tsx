import type { Wallet } from "../../../contract/balance/wallets.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useWalletMoney } from "./use-wallet-money.ts";

/** What all of a wallet is worth in the currency of the total; says so where there is no rate. */
export function Worth({ wallet, unit }: { wallet: Pick<Wallet, "worth">; unit: string }) {
  const { t } = useTranslation("wallets");
  const money = useWalletMoney({});
  return (
    <span className="block text-small text-ink-3">
      {wallet.worth === null ? t("noRate") : t("worth", { amount: money.exact(wallet.worth), unit })}
    </span>
  );
}
