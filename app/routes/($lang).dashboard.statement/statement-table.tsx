import type { StatementLine } from "../../../contract/balance/transactions.ts";
import type { Assets } from "../../components/summary/assets.ts";
import { useWalletMoney } from "../../components/wallets/use-wallet-money.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { Cell, HeadCell, Table } from "../../ui/figures/table.tsx";

export const sums = ["opening", "credited", "debited", "closing"] as const;

/** On desktops and on paper. To the last decimal: the figures of a line add up. */
export function StatementTable({ lines, assets }: { lines: readonly StatementLine[]; assets: Assets }) {
  const { t } = useTranslation("wallets");
  const money = useWalletMoney(assets);
  return (
    <div className="hidden overflow-x-auto rounded-card border border-line bg-surface px-3 wide:block print:block">
      <Table>
        <thead>
          <tr>
            <HeadCell>{t("statement.column.wallet")}</HeadCell>
            {sums.map((name) => (
              <HeadCell key={name} figures>
                {t(`statement.column.${name}`)}
              </HeadCell>
            ))}
            <HeadCell figures>{t("statement.column.count")}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.asset}>
              <Cell className="whitespace-nowrap font-semibold">{money.name(line.asset)}</Cell>
              {sums.map((name) => (
                <Cell key={name} figures className={name === "closing" ? "font-semibold" : undefined}>
                  {money.exact(line[name])}
                </Cell>
              ))}
              <Cell figures>{line.transactions}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
