import { Form } from "@remix-run/react";
import type { AffiliateSummary } from "../../../contract/affiliate/affiliate.ts";
import { isMore } from "../../../contract/values/decimal.ts";
import { FormProblem } from "../../forms/form-problem.tsx";
import type { FormReply } from "../../forms/reply.ts";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { formatDuration } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref, useLang } from "../../i18n/use-lang.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import { Card } from "../../ui/card.tsx";
import { Amount } from "../../ui/figures/amount.tsx";
import { Slip, SlipRow } from "../../ui/figures/slip.tsx";
import type { Programme } from "./affiliates-page.server.ts";
import { useRewardMoney } from "./use-reward-money.ts";

type BalanceCardProps = {
  summary: AffiliateSummary;
  assets: Programme["assets"];
  /** Rewards leave through a wallet only. */
  canPayOut: boolean;
  /** Time within which support answers and payouts are reviewed. */
  answerHours: number;
  /** Why nothing was paid out. */
  reply: FormReply | undefined;
};

/** What can be paid out. Waiting money is beside it, never in it. */
export function BalanceCard({ summary, assets, canPayOut, answerHours, reply }: BalanceCardProps) {
  const { t } = useTranslation("affiliates");
  const money = useRewardMoney(assets, summary.asset);
  const isOffered = canPayOut && summary.status === "active";
  const isShort = /[1-9]/.test(summary.missing);
  return (
    <Card main aria-labelledby="ready">
      <h2 id="ready" className="text-body-2 text-ink-2">
        {t("balance.ready")}
      </h2>
      <p>
        <Amount value={money.figure(summary.ready)} unit={money.unit} size="huge" />
      </p>
      <Slip className="mt-4">
        <SlipRow label={t("balance.waiting")}>{money.text(summary.waiting)}</SlipRow>
        {/[1-9]/.test(summary.in_payout) && (
          <SlipRow label={t("balance.inPayout")}>{money.text(summary.in_payout)}</SlipRow>
        )}
        <SlipRow label={t("balance.paidOut")}>{money.text(summary.paid_out)}</SlipRow>
      </Slip>
      <FormProblem reply={reply} labels={{}} />
      {!isShort && isOffered && <WaysOut summary={summary} answerHours={answerHours} text={money.text} />}
      {isShort && (
        <p className="mt-4 rounded-note bg-inset px-3.5 py-3 text-body-2">
          {t("balance.missing", { amount: money.text(summary.missing) })}
        </p>
      )}
      <p className="mt-3 text-small text-ink-2">
        {t(canPayOut ? "balance.where" : "balance.noWallets", {
          minimum: money.text(summary.min_payout),
          above: money.text(summary.review_above),
        })}
      </p>
    </Card>
  );
}

type WaysOutProps = Pick<BalanceCardProps, "summary" | "answerHours"> & { text: (amount: string) => string };

/** Pays out into the wallet or to an address; says before the press whether our team reviews it first. */
function WaysOut({ summary, answerHours, text }: WaysOutProps) {
  const { t } = useTranslation("affiliates");
  const lang = useLang();
  const href = useHref();
  const { ready, without_review: free, min_payout: least, payout } = summary;
  const isReviewed = isMore(ready, free);
  if (isReviewed && payout?.state === "waiting") {
    return <p className="mt-4 rounded-note bg-inset px-3.5 py-3 text-body-2">{t("balance.next")}</p>;
  }
  const amount = text(ready);
  const isFree = !isMore(least, free);
  return (
    <>
      {isReviewed && (
        <p className="mt-4 rounded-note bg-inset px-3.5 py-3 text-small">
          <span className="block">{t("balance.review", { time: formatDuration(lang, answerHours * 3600) })}</span>
          {isFree && <span className="mt-2 block">{t("balance.free", { amount: text(free) })}</span>}
        </p>
      )}
      <Form method="post" className="mt-4 flex flex-col">
        <input type="hidden" name="total" value={requestOf(summary)} />
        <SubmitButton variant="filled" intent="payout" pressed={t("balance.paying")}>
          {isReviewed ? t("balance.request", { amount }) : t("balance.payOut", { amount })}
        </SubmitButton>
      </Form>
      {isFree && (
        <a href={href("/dashboard/withdrawals/new?from=rewards")} className={`${buttonClass({})} mt-3 w-full`}>
          {isReviewed ? t("balance.withdrawUpTo", { amount: text(free) }) : t("balance.withdraw")}
        </a>
      )}
    </>
  );
}

/** Of the figures that the page shows, and of the payout that was refused: asked again after that, it is another request. */
const requestOf = ({ paid_out: paid, ready, payout }: AffiliateSummary) =>
  [paid, ready, payout?.asked_at.replace(/\D/g, "") ?? "0"].join(" ");
