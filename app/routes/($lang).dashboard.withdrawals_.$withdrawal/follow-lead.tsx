import { withdrawalReasons } from "../../../contract/balance/withdrawal-lists.ts";
import { useMemberTimes } from "../../components/dashboard/use-member-times.ts";
import { type Assets, placeOf } from "../../components/summary/assets.ts";
import { useWalletMoney } from "../../components/wallets/use-wallet-money.ts";
import { TextWithParts } from "../../i18n/text-with-parts.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { ProgressBar } from "../../ui/progress/progress-bar.tsx";
import type { FollowPageProps } from "./follow-props.ts";
import { waitingStage } from "./waiting-stage.ts";

/** When it leaves, or why it ended as it has. */
export function FollowLead({ withdrawal, assets, frozenUntil, now }: FollowPageProps) {
  const { t } = useTranslation("withdrawals");
  const money = useWalletMoney(assets);
  const times = useMemberTimes();
  const href = useHref();
  const { asset, amount, status, reason, available_at: usableAt, created_at: since, check_by: checkBy } = withdrawal;
  const network = placeName(assets, asset);
  const knownReason = withdrawalReasons.find((name) => name === reason);
  if (knownReason)
    return <p className="text-body-2">{t(`one.reason.${knownReason}`, { amount: money.short(amount, asset) })}</p>;
  if (status === "cooling_off" && usableAt) {
    return (
      <div className="space-y-2">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="text-body-2 text-ink-2">{t("one.leaves")}</span>
          <strong className="figures text-h3">{times.until(usableAt, now)}</strong>
        </p>
        <ProgressBar percent={passed(since, usableAt, now)} />
        <p className="text-small text-ink-2">
          {frozenUntil ? t("one.frozen", { time: times.until(frozenUntil, now) }) : t("one.leavesWhy")}
        </p>
      </div>
    );
  }
  if (status === "completed") {
    return <p className="text-body-2">{t("one.completed", { network })}</p>;
  }
  const stage = waitingStage(withdrawal);
  if (stage === "check" || (stage === "review" && checkBy !== null)) {
    const aml = (words: string) => (
      <a href={href("/legal/aml-kyc")} className="text-link-inline">
        {words}
      </a>
    );
    const text = checkBy === null ? t("one.checkAlone") : t("one.check", { time: times.until(checkBy, now) });
    return (
      <p className="text-body-2">
        <TextWithParts text={text} parts={{ aml }} />
      </p>
    );
  }
  return <p className="text-body-2">{t(`one.${stage ?? "processing"}`, { network })}</p>;
}

const placeName = (assets: Assets, asset: string) => (assets[asset] ? placeOf(assets[asset]) : asset);

/** How much of the time has passed, in percent. */
function passed(from: string, until: string, now: string): number {
  const wholeMs = Date.parse(until) - Date.parse(from);
  const passedMs = Date.parse(now) - Date.parse(from);
  return wholeMs <= 0 ? 100 : Math.max(0, Math.min(100, Math.round((passedMs * 100) / wholeMs)));
}
