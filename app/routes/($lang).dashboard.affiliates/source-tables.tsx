import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/translation.ts";
import { Card } from "../../ui/card.tsx";
import { Cell, HeadCell, Table } from "../../ui/figures/table.tsx";
import type { Partner, Programme } from "./affiliates-page.server.ts";
import { PartnerCode } from "./code.tsx";
import { useRewardMoney } from "./use-reward-money.ts";

type SourceTablesProps = { partner: Partner; assets: Programme["assets"] };

/** The same period by link and by pair. */
export function SourceTables({ partner, assets }: SourceTablesProps) {
  const { t } = useTranslation("affiliates");
  const labels = new Map(partner.links.map(({ code, label }) => [code, label]));
  const byLink = partner.byLink.map((row) => ({
    ...row,
    name: row.key === "" ? t("links.second") : <LinkName code={row.key} label={labels.get(row.key) ?? null} />,
  }));
  const byPair = partner.byPair.map((row) => ({ ...row, name: pairName(row.key, assets) }));
  if (byLink.length === 0) return null;
  return (
    <div className="grid grid-cols-1 gap-5 lg:grid-cols-2 lg:gap-6">
      <Source title={t("table.byLink")} head={t("table.link")} rows={byLink} partner={partner} assets={assets} />
      {byPair.length > 0 && (
        <Source title={t("table.byPair")} head={t("table.pair")} rows={byPair} partner={partner} assets={assets} />
      )}
    </div>
  );
}

type Row = Partner["byLink"][number] & { name: ReactNode };
type SourceProps = SourceTablesProps & { title: string; head: string; rows: readonly Row[] };

function Source({ title, head, rows, partner, assets }: SourceProps) {
  const { t } = useTranslation("affiliates");
  const money = useRewardMoney(assets, partner.summary.asset);
  return (
    <Card>
      <h2 className="mb-2 text-h4">{title}</h2>
      <section
        aria-label={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it where it is wider than a phone.
        tabIndex={0}
        className="overflow-x-auto"
      >
        <Table>
          <thead>
            <tr>
              <HeadCell>{head}</HeadCell>
              <HeadCell figures>{t("period.orders")}</HeadCell>
              <HeadCell figures>{t("chart.ready")}</HeadCell>
              <HeadCell figures>{t("chart.waiting")}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, orders, ready, waiting }) => (
              <tr key={key}>
                <Cell className="[overflow-wrap:anywhere]">{name}</Cell>
                <Cell figures>{orders}</Cell>
                <Cell figures>{money.figure(ready)}</Cell>
                <Cell figures>{money.figure(waiting)}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </section>
    </Card>
  );
}

function LinkName({ code, label }: { code: string; label: string | null }) {
  return (
    <>
      {label && <span className="block">{label}</span>}
      <PartnerCode code={code} />
    </>
  );
}

/** `usdt-trc20_paypal-usd` -> "USDT – USD". */
function pairName(id: string, assets: Programme["assets"]): string {
  return id
    .split("_")
    .map((asset) => assets[asset]?.symbol ?? asset)
    .join(" – ");
}
