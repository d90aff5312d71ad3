import type { Wallet } from "../../../contract/balance/wallets.ts";
import { isZero } from "../../../contract/values/decimal.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useMemberTimes } from "../dashboard/use-member-times.ts";
import { useWalletMoney } from "./use-wallet-money.ts";

/** Why a part of a wallet cannot be used now, and what is still to come; null where there is nothing to say. */
export function useWalletReasons(wallet: Wallet) {
  const { t } = useTranslation("wallets");
  const money = useWalletMoney({});
  const times = useMemberTimes();
  return {
    settling: wallet.settles_at && t("reason.settling", { date: times.day(wallet.settles_at) }),
    held: isZero(wallet.held) ? null : t("reason.held"),
    pending: isZero(wallet.pending) ? null : t("reason.pending", { amount: money.figure(wallet.pending) }),
  };
}
