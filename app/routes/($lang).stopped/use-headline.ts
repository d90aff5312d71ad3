import type { AccountFreeze } from "../../../contract/member/freeze.ts";
import type { Assets } from "../../components/summary/assets.ts";
import { useWalletMoney } from "../../components/wallets/use-wallet-money.ts";
import { formatList } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useLang } from "../../i18n/use-lang.ts";

/** The amount, and the answer to the only question: has anything left? */
export function useHeadline({ returned, held_sums: held, left_sums: left }: AccountFreeze, assets: Assets): string {
  const { t } = useTranslation("freeze");
  const lang = useLang();
  const money = useWalletMoney(assets);
  const list = (sums: AccountFreeze["returned"]) =>
    formatList(
      lang,
      sums.map(({ asset, amount }) => money.short(amount, asset)),
    );
  const moneyState = returned.length > 0 ? "returned" : held.length > 0 ? "held" : "none";
  const amount = list(returned.length > 0 ? returned : held);
  return t(`stopped.title.${moneyState}.${left.length > 0 ? "left" : "nothing"}`, { amount, left: list(left) });
}
