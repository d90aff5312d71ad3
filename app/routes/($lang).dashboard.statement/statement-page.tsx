import type { z } from "zod/v4";
import type { statementReply } from "../../../contract/balance/transactions.ts";
import { PageHead } from "../../components/dashboard/page-head.tsx";
import type { Assets } from "../../components/summary/assets.ts";
import { formatDate, formatDateTime, formatMonth } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref, useLang } from "../../i18n/use-lang.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import { FieldFrame } from "../../ui/fields/field-frame.tsx";
import { SelectInput } from "../../ui/fields/select-input.tsx";
import { Clock, Download, Info } from "../../ui/icons/icons.tsx";
import { EmptyState } from "../../ui/messages/empty-state.tsx";
import { Note } from "../../ui/messages/note.tsx";
import { monthsBetween } from "./months.ts";
import { StatementCards } from "./statement-cards.tsx";
import { StatementTable } from "./statement-table.tsx";

type Reply = z.output<typeof statementReply>;

type StatementPageProps = {
  statement: Reply["data"];
  span: Reply["meta"];
  /** The address asked for another month. */
  isBadMonth: boolean;
  email: string;
  assets: Assets;
  now: string;
};

/** A page to print; the browser makes a PDF of it. */
export function StatementPage({ statement, span, isBadMonth, email, assets, now }: StatementPageProps) {
  const { t } = useTranslation("wallets");
  const lang = useLang();
  const month = formatMonth(lang, statement.month);
  const isRunning = statement.to > now;
  // The end of the period is exclusive.
  const lastDay = new Date(Date.parse(statement.to) - 1).toISOString();
  return (
    <>
      <PageHead
        title={t("statement.title")}
        above={[
          { name: t("list.title"), path: "/dashboard/wallets" },
          { name: t("history.title"), path: "/dashboard/transactions" },
        ]}
      />
      <div className="space-y-6">
        <p className="text-body text-ink-2 print:hidden">{t("statement.lead")}</p>
        <MonthForm month={statement.month} span={span} />
        {isBadMonth && <Note icon={Info}>{t("statement.badMonth", { month })}</Note>}
        <section aria-labelledby="statement" className="space-y-4">
          <h2 id="statement" className="text-h3">
            {t("statement.of", { month })}
          </h2>
          <p className="text-small text-ink-2">
            {t("statement.period", { from: formatDate(lang, statement.from), until: formatDate(lang, lastDay) })}
            <br />
            {t("statement.made", { time: formatDateTime(lang, now), email })}
          </p>
          {isRunning && <Note icon={Clock}>{t("statement.running")}</Note>}
          {statement.lines.length > 0 ? (
            <>
              <StatementTable lines={statement.lines} assets={assets} />
              <StatementCards lines={statement.lines} assets={assets} />
            </>
          ) : (
            <EmptyState title={t("statement.empty")}>{t("statement.emptyText")}</EmptyState>
          )}
        </section>
        {statement.lines.length > 0 && <MonthCsv from={statement.from} until={lastDay} />}
      </div>
    </>
  );
}

function MonthForm({ month, span }: { month: string; span: Reply["meta"] }) {
  const { t } = useTranslation("wallets");
  const lang = useLang();
  const href = useHref();
  const months = monthsBetween(span.first_month ?? span.last_month, span.last_month);
  return (
    <form method="get" action={href("/dashboard/statement")} className="flex flex-wrap items-end gap-3 print:hidden">
      <div className="min-w-0 flex-1 sm:max-w-64">
        <FieldFrame id="month" label={t("statement.month")}>
          <SelectInput id="month" name="month" defaultValue={month}>
            {months.map((name) => (
              <option key={name} value={name}>
                {formatMonth(lang, name)}
              </option>
            ))}
          </SelectInput>
        </FieldFrame>
      </div>
      <button type="submit" className={`${buttonClass({})} min-h-12`}>
        {t("statement.show")}
      </button>
    </form>
  );
}

function MonthCsv({ from, until }: { from: string; until: string }) {
  const { t } = useTranslation("wallets");
  const href = useHref();
  const query = new URLSearchParams({ from: from.slice(0, 10), until: until.slice(0, 10) });
  return (
    <p className="print:hidden">
      <a href={href(`/dashboard/transactions.csv?${query}`)} className={buttonClass({})}>
        <Download size={18} />
        {t("statement.csv")}
      </a>
      <span className="mt-2 block text-small text-ink-3">{t("statement.print")}</span>
    </p>
  );
}
