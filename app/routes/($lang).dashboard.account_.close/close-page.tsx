import type { ReactNode } from "react";
import type { ClosingWallet } from "../../../contract/member/closing.ts";
import type { OrderSummary } from "../../../contract/order/member-orders.ts";
import { AccountFrame } from "../../components/account/account-frame.tsx";
import { PasswordFirst } from "../../components/account/proof/password-first.tsx";
import { TextWithParts } from "../../i18n/text-with-parts.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { FileClock, Trash2 } from "../../ui/icons/icons.tsx";
import { CloseForm, type CloseFormProps } from "./close-form.tsx";
import { MoneyFirst } from "./money-first.tsx";
import { BlockingOrders } from "./open-orders.tsx";

type ClosePageProps = CloseFormProps & {
  open: OrderSummary[];
  total: number;
  /** How long orders keep personal data: `5 years`. */
  recordTime: string;
  hasPassword: boolean;
  wallets: ClosingWallet[];
  rewardsDue: boolean;
};

/** What is deleted, what is kept and what has to be done first; the form is shown only if it can succeed. */
export function ClosePage({ open, total, recordTime, hasPassword, wallets, rewardsDue, ...form }: ClosePageProps) {
  const { t } = useTranslation("account");
  const href = useHref();
  const hasMoney = wallets.length > 0 || rewardsDue;
  const copy = (text: string) => (
    <a href={href("/dashboard/account/export")} className="text-link-inline">
      {text}
    </a>
  );
  return (
    <AccountFrame title={t("close.title")} lead={t("close.lead")} done={null}>
      <dl className="divide-y divide-line rounded-card border border-line bg-surface px-5">
        <Part icon={<Trash2 size={20} />} title={t("close.deleted")}>
          {t("close.deletedText")}
        </Part>
        <Part icon={<FileClock size={20} />} title={t("close.kept", { time: recordTime })}>
          {t("close.keptText", { time: recordTime })} {t("close.history")}
        </Part>
      </dl>
      <p className="text-body-2 text-ink-2">
        <TextWithParts text={t("close.links")} parts={{ copy }} />
      </p>
      {total > 0 && <BlockingOrders orders={open} total={total} />}
      {hasMoney && <MoneyFirst wallets={wallets} assets={form.assets} rewardsDue={rewardsDue} />}
      {total === 0 && !hasMoney && (hasPassword ? <CloseForm {...form} /> : <PasswordFirst />)}
    </AccountFrame>
  );
}

function Part({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className="py-4">
      <dt className="flex items-center gap-3 text-h4">
        <span className="text-ink-2">{icon}</span>
        {title}
      </dt>
      <dd className="mt-1 text-body-2 text-ink-2 sm:pl-8">{children}</dd>
    </div>
  );
}
