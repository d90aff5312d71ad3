import type { Withdrawal } from "../../../contract/balance/withdrawals.ts";
import { useMemberTimes } from "../../components/dashboard/use-member-times.ts";
import type { Assets } from "../../components/summary/assets.ts";
import { useWalletMoney } from "../../components/wallets/use-wallet-money.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { type WaitingStage, waitingStage } from "./waiting-stage.ts";

const titled = [
  "cooling_off",
  "approved",
  "processing",
  "completed",
  "cancelled",
  "rejected",
  "failed",
  "returned",
  "preparing",
  "review",
  "check",
  "waiting",
  "sent_after_failure",
] as const;

/** The withdrawal is ready; what it waits for concerns all payouts. */
const commonWaits: readonly WaitingStage[] = ["release", "paused", "network_fee"];

/** What became of it, in a line. */
export function useFollowTitle(withdrawal: Withdrawal, assets: Assets): string {
  const { asset, net, status, reason, available_at: at } = withdrawal;
  const { t } = useTranslation("withdrawals");
  const money = useWalletMoney(assets);
  const times = useMemberTimes();
  const amount = money.short(net, asset);
  const stage = waitingStage(withdrawal);
  const named = [reason, stage !== null && commonWaits.includes(stage) ? "waiting" : stage, status];
  const titleName =
    named.flatMap((titleCandidate) => titled.find((name) => name === titleCandidate) ?? [])[0] ?? "other";
  return t(`one.title.${titleName}`, { amount, day: at === null ? "" : times.day(at) });
}
