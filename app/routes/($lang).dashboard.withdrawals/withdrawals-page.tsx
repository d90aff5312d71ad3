import type { z } from "zod/v4";
import type { Withdrawal, withdrawalsReply } from "../../../contract/balance/withdrawals.ts";
import { PageHead } from "../../components/dashboard/page-head.tsx";
import { Pages } from "../../components/dashboard/pages.tsx";
import type { Assets } from "../../components/summary/assets.ts";
import { FrozenNote } from "../../components/wallets/frozen-note.tsx";
import { LimitBar } from "../../components/withdrawals/limit-bar.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import { Card } from "../../ui/card.tsx";
import { ArrowUpRight, BookUser } from "../../ui/icons/icons.tsx";
import { EmptyState } from "../../ui/messages/empty-state.tsx";
import { AddressesOnly, type AddressesOnlyProps } from "./addresses-only.tsx";
import { WithdrawalRows } from "./withdrawal-rows.tsx";

type WithdrawalsPageProps = AddressesOnlyProps & {
  withdrawals: Withdrawal[];
  pages: z.output<typeof withdrawalsReply>["meta"];
  assets: Assets;
  frozenUntil: string | null;
};

export function WithdrawalsPage({ withdrawals, pages, assets, frozenUntil, ...safety }: WithdrawalsPageProps) {
  const { t } = useTranslation(["withdrawals", "wallets"]);
  const href = useHref();
  const { now } = safety;
  const act = (
    <a href={href("/dashboard/withdrawals/new")} className={buttonClass({})}>
      <ArrowUpRight size={18} />
      {t("list.new")}
    </a>
  );
  return (
    <>
      <PageHead
        title={t("list.title")}
        above={[{ name: t("wallets:list.title"), path: "/dashboard/wallets" }]}
        action={
          <span className="flex flex-wrap gap-3">
            <a href={href("/dashboard/account/addresses")} className={buttonClass({})}>
              <BookUser size={18} />
              {t("list.addresses")}
            </a>
            {withdrawals.length > 0 && act}
          </span>
        }
      />
      <div className="space-y-6">
        <FrozenNote until={frozenUntil} now={now} />
        {withdrawals.length > 0 ? (
          <WithdrawalRows withdrawals={withdrawals} assets={assets} now={now} />
        ) : (
          <EmptyState title={t("list.empty")} action={act}>
            {t("list.emptyText")}
          </EmptyState>
        )}
        {pages.last_page > 1 && (
          <Pages pages={pages} addressOf={(page) => href(`/dashboard/withdrawals?page=${page}`)} />
        )}
        <Card className="max-w-[35rem]">
          <LimitBar limit={pages.limit} />
        </Card>
        <AddressesOnly {...safety} />
      </div>
    </>
  );
}
