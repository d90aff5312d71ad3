import { endedWithdrawalStatuses } from "../../../contract/balance/withdrawal-lists.ts";
import { PageHead } from "../../components/dashboard/page-head.tsx";
import { useMemberTimes } from "../../components/dashboard/use-member-times.ts";
import { NoScriptRefresh } from "../../components/live/no-script-refresh.tsx";
import { useLiveState } from "../../components/live/use-live-state.ts";
import { WithdrawalBadge } from "../../components/withdrawals/withdrawal-badge.tsx";
import { withdrawalState } from "../../components/withdrawals/withdrawal-state.ts";
import { WithdrawalSteps } from "../../components/withdrawals/withdrawal-steps.tsx";
import { FormProblem } from "../../forms/form-problem.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { Card } from "../../ui/card.tsx";
import { LiveRegion } from "../../ui/messages/live-region.tsx";
import { Timeline } from "../../ui/progress/timeline.tsx";
import { FollowActs } from "./follow-acts.tsx";
import { FollowLead } from "./follow-lead.tsx";
import type { FollowPageProps } from "./follow-props.ts";
import { FollowSums } from "./follow-sums.tsx";
import { NotMe } from "./not-me.tsx";
import { SaveAddress } from "./save-address.tsx";
import { useFollowTitle } from "./use-follow-title.ts";
import { useTimeline } from "./use-timeline.ts";

export function FollowPage(page: FollowPageProps) {
  const { withdrawal, assets, isSaved, now, reply } = page;
  const { t } = useTranslation("withdrawals");
  const href = useHref();
  const times = useMemberTimes();
  const title = useFollowTitle(withdrawal, assets);
  const entries = useTimeline(page);
  const isEnded = endedWithdrawalStatuses.some((status) => status === withdrawal.status);
  const address = href(`/dashboard/withdrawals/${withdrawal.id}/state.json`);
  useLiveState(isEnded ? null : address, withdrawalState(withdrawal), withdrawal.status !== "cooling_off");
  return (
    <div className="max-w-[35rem]">
      {!isEnded && <NoScriptRefresh isUnderWay={withdrawal.status !== "cooling_off"} />}
      <PageHead title={title} above={[{ name: t("list.title"), path: "/dashboard/withdrawals" }]} />
      {!isEnded && <WithdrawalSteps current="follow" />}
      <div className="space-y-6">
        <Card main aria-label={title} className="!p-0">
          <div className="space-y-4 p-4 lg:p-6">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <span className="text-small text-ink-2">
                {t("one.of", { time: times.until(withdrawal.created_at, now) })}
              </span>
              <WithdrawalBadge status={withdrawal.status} waitsFor={withdrawal.waits_for} />
            </div>
            <FormProblem reply={reply} labels={{}} />
            <FollowLead {...page} />
            <LiveRegion>{title}</LiveRegion>
          </div>
          <div className="border-t border-line p-4 lg:p-6">
            <Timeline entries={entries} />
            <FollowSums withdrawal={withdrawal} assets={assets} />
          </div>
          <FollowActs {...page} isEnded={isEnded} />
        </Card>
        {!isSaved && !["rejected", "cancelled"].includes(withdrawal.status) && <SaveAddress withdrawal={withdrawal} />}
        <NotMe withdrawal={withdrawal} days={page.freezeDays} />
      </div>
    </div>
  );
}
