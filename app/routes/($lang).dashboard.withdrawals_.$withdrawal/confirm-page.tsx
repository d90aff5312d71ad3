import { PageHead } from "../../components/dashboard/page-head.tsx";
import { useMemberTimes } from "../../components/dashboard/use-member-times.ts";
import { useLiveState } from "../../components/live/use-live-state.ts";
import { useWalletMoney } from "../../components/wallets/use-wallet-money.ts";
import { withdrawalState } from "../../components/withdrawals/withdrawal-state.ts";
import { WithdrawalSteps } from "../../components/withdrawals/withdrawal-steps.tsx";
import { TextWithParts } from "../../i18n/text-with-parts.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { Card } from "../../ui/card.tsx";
import { Amount } from "../../ui/figures/amount.tsx";
import { Slip, SlipRow } from "../../ui/figures/slip.tsx";
import { Clock, MailCheck } from "../../ui/icons/icons.tsx";
import { Note } from "../../ui/messages/note.tsx";
import { CodeForm } from "./code-form.tsx";
import type { ConfirmPageProps } from "./confirm-props.ts";
import { NotMe } from "./not-me.tsx";
import { Recipient } from "./recipient.tsx";

/** Everything that is confirmed, read from top to bottom, and the code last. */
export function ConfirmWithdrawalPage(page: ConfirmPageProps) {
  const { withdrawal, assets, email, now } = page;
  const { t } = useTranslation(["withdrawals", "wallets"]);
  const href = useHref();
  const money = useWalletMoney(assets);
  const times = useMemberTimes();
  const { asset, net, amount, fee, available_at: usableAt, confirm_with: proof } = withdrawal;
  useLiveState(href(`/dashboard/withdrawals/${withdrawal.id}/state.json`), withdrawalState(withdrawal), false);
  return (
    <div className="max-w-[35rem]">
      <PageHead title={t("confirm.title")} above={[{ name: t("list.title"), path: "/dashboard/withdrawals" }]} />
      <WithdrawalSteps current="confirm" />
      <Card main aria-label={t("confirm.title")} className="!p-0">
        <div className="space-y-4 p-4 lg:p-6">
          <div>
            <h2 className="text-small font-medium text-ink-2">{t("confirm.arrives")}</h2>
            <p>
              <Amount value={money.exact(net)} unit={money.symbol(asset)} size="huge" />
            </p>
          </div>
          <Slip>
            <SlipRow label={t("new.taken")}>{money.text(amount, asset)}</SlipRow>
            <SlipRow label={t("new.fee")}>−{money.text(fee, asset)}</SlipRow>
          </Slip>
        </div>
        <div className="space-y-4 border-t border-line p-4 lg:p-6">
          <Recipient withdrawal={withdrawal} assets={assets} isEditable />
          {usableAt && (
            <Note tone="primary" icon={Clock}>
              <strong className="font-semibold">{t("confirm.new", { time: times.until(usableAt, now) })}</strong>{" "}
              {t("confirm.newText")}
            </Note>
          )}
        </div>
        <div className="border-t border-line p-4 lg:p-6">
          <CodeForm {...page} />
        </div>
      </Card>
      <p className="mt-4 flex gap-2.5 text-small text-ink-2">
        <MailCheck size={18} className="shrink-0 text-success-700" />
        <span className="min-w-0 [overflow-wrap:anywhere]">{t("confirm.letter", { email })}</span>
      </p>
      {proof === "email" && <TurnOn />}
      <div className="mt-6">
        <NotMe withdrawal={withdrawal} days={page.freezeDays} />
      </div>
    </div>
  );
}

function TurnOn() {
  const { t } = useTranslation("withdrawals");
  const href = useHref();
  const link = (text: string) => (
    <a href={href("/dashboard/account/two-factor")} className="text-link-inline">
      {text}
    </a>
  );
  return (
    <p className="mt-3 text-small text-ink-2">
      <TextWithParts text={t("confirm.turnOn")} parts={{ link }} />
    </p>
  );
}
