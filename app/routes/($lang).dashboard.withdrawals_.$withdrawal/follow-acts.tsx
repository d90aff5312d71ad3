import { Form } from "@remix-run/react";
import { useMemberTimes } from "../../components/dashboard/use-member-times.ts";
import { useWalletMoney } from "../../components/wallets/use-wallet-money.ts";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import { X } from "../../ui/icons/icons.tsx";
import type { FollowPageProps } from "./follow-props.ts";

/** Cancelling while it is possible; after the end, what to do next. */
export function FollowActs({ withdrawal, assets, now, isEnded }: FollowPageProps & { isEnded: boolean }) {
  const { t } = useTranslation("withdrawals");
  const href = useHref();
  const money = useWalletMoney(assets);
  const times = useMemberTimes();
  const { id, asset, amount, status, actions } = withdrawal;
  if (isEnded) {
    return (
      <div className="flex flex-wrap gap-3 border-t border-line p-4 lg:p-6">
        {status !== "completed" && (
          <a href={href(`/dashboard/withdrawals/new?again=${id}`)} className={buttonClass({})}>
            {t("one.again")}
          </a>
        )}
        {status === "rejected" && (
          <a href={href("/company/contact-us")} className={buttonClass({})}>
            {t("one.support")}
          </a>
        )}
        <a href={href(`/dashboard/wallets/${asset}`)} className={buttonClass({})}>
          {t("one.wallet")}
        </a>
      </div>
    );
  }
  return (
    <div className="space-y-3 border-t border-line p-4 lg:p-6">
      <p className="text-small text-ink-3">{t("one.checked", { time: times.exact(now) })}</p>
      {actions.some(({ name }) => name === "cancel") && (
        <Form method="post">
          <SubmitButton intent="cancel" pressed={t("one.cancelPressed")} className="w-full">
            <X size={18} />
            {t("one.cancel", { amount: money.short(amount, asset) })}
          </SubmitButton>
        </Form>
      )}
    </div>
  );
}
