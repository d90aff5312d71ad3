import type { Wallet } from "../../../contract/balance/wallets.ts";
import { isZero } from "../../../contract/values/decimal.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { TriangleAlert } from "../../ui/icons/icons.tsx";
import { Note } from "../../ui/messages/note.tsx";
import type { Assets } from "../summary/assets.ts";
import { useWalletMoney } from "./use-wallet-money.ts";

/** What the member owes after a network took back a deposit that was already spent. */
export function DebtNote({ wallet, assets }: { wallet: Pick<Wallet, "asset" | "debt">; assets: Assets }) {
  const { t } = useTranslation("wallets");
  const money = useWalletMoney(assets);
  if (isZero(wallet.debt)) return null;
  return (
    <Note tone="warning" icon={TriangleAlert}>
      <strong className="block font-semibold">
        {t("debt.title", { amount: money.text(wallet.debt, wallet.asset) })}
      </strong>
      {t("debt.text")}
    </Note>
  );
}
