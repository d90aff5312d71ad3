import type { WalletTransaction } from "../../../contract/balance/transactions.ts";
import { useMemberTimes } from "../../components/dashboard/use-member-times.ts";
import type { HistoryQuery } from "../../components/wallets/history-query.server.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import { ChevronRight } from "../../ui/icons/icons.tsx";
import { historyAddress } from "./history-address.ts";

type HistoryPagesProps = {
  query: HistoryQuery;
  transactions: readonly WalletTransaction[];
  nextCursor: string | null;
};

/** Without page numbers: a page starts where the one before ended, whatever arrives meanwhile. */
export function HistoryPages({ query, transactions, nextCursor }: HistoryPagesProps) {
  const { t } = useTranslation("wallets");
  const href = useHref();
  const times = useMemberTimes();
  const [newest, oldest] = [transactions.at(0), transactions.at(-1)];
  const span = [oldest, newest].flatMap((end) => (end ? times.date(end.at) : []));
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <nav aria-label={t("history.pages")} className="flex flex-wrap items-center gap-3">
        <span className="figures text-small text-ink-2">{[...new Set(span)].join(" – ")}</span>
        {query.cursor !== "" && (
          <a href={href(historyAddress({ ...query, cursor: "" }))} className={buttonClass({ size: "small" })}>
            {t("history.newest")}
          </a>
        )}
        {nextCursor !== null && (
          <a
            href={href(historyAddress({ ...query, cursor: nextCursor }))}
            rel="next"
            className={buttonClass({ size: "small" })}
          >
            {t("history.older")}
            <ChevronRight size={16} />
          </a>
        )}
      </nav>
      <a
        href={href(historyAddress({ ...query, cursor: "" }, "/dashboard/transactions.csv"))}
        className="inline-flex min-h-11 items-center text-small font-semibold text-link hover:underline"
      >
        {t("history.csv")}
      </a>
    </div>
  );
}
