import type { AffiliateSummary } from "../../../contract/affiliate/affiliate.ts";
import { formatDay } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useLang } from "../../i18n/use-lang.ts";
import { Clock, TriangleAlert } from "../../ui/icons/icons.tsx";
import { Note } from "../../ui/messages/note.tsx";
import type { Programme } from "./affiliates-page.server.ts";
import { useRewardMoney } from "./use-reward-money.ts";

type PartnerNotesProps = { summary: AffiliateSummary; assets: Programme["assets"] };

/** What keeps the partner from earning or being paid, and why, in our team's own words where it decided. */
export function PartnerNotes({ summary, assets }: PartnerNotesProps) {
  const { t } = useTranslation("affiliates");
  const money = useRewardMoney(assets, summary.asset);
  return (
    <>
      {summary.status === "paused" && (
        <Note tone="warning" icon={TriangleAlert}>
          {t("paused")}
          {summary.paused_reason && <Reason words={summary.paused_reason} />}
        </Note>
      )}
      {summary.payout && <PayoutNote payout={summary.payout} amount={money.text(summary.payout.amount)} />}
      {/[1-9]/.test(summary.debt) && (
        <Note tone="warning" icon={TriangleAlert}>
          {t("debt", { amount: money.text(summary.debt) })}
        </Note>
      )}
    </>
  );
}

function PayoutNote({ payout, amount }: { payout: NonNullable<AffiliateSummary["payout"]>; amount: string }) {
  const { t } = useTranslation("affiliates");
  const lang = useLang();
  if (payout.state === "waiting") {
    const day = formatDay(lang, payout.asked_at.slice(0, 10));
    return (
      <Note tone="secondary" icon={Clock}>
        {t("payout.waiting", { amount, day })}
      </Note>
    );
  }
  return (
    <Note tone="warning" icon={TriangleAlert}>
      {t("payout.refused", { amount })}
      {payout.reason && <Reason words={payout.reason} />}
    </Note>
  );
}

function Reason({ words }: { words: string }) {
  const { t } = useTranslation("affiliates");
  return <span className="mt-1 block [overflow-wrap:anywhere]">{t("reasonGiven", { words })}</span>;
}
