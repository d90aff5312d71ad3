import type { StatementLine } from "../../../contract/balance/transactions.ts";
import type { Assets } from "../../components/summary/assets.ts";
import { useWalletMoney } from "../../components/wallets/use-wallet-money.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { Card } from "../../ui/card.tsx";
import { Slip, SlipRow } from "../../ui/figures/slip.tsx";
import { sums } from "./statement-table.tsx";

/** The lines on phones. */
export function StatementCards({ lines, assets }: { lines: readonly StatementLine[]; assets: Assets }) {
  const { t } = useTranslation("wallets");
  const money = useWalletMoney(assets);
  return (
    <ul className="space-y-4 wide:hidden print:hidden">
      {lines.map((line) => (
        <li key={line.asset}>
          <Card className="space-y-3">
            <h3 className="text-h4">{money.name(line.asset)}</h3>
            <Slip>
              {sums.map((name) => (
                <SlipRow key={name} label={t(`statement.column.${name}`)} total={name === "closing"}>
                  {money.exact(line[name])}
                </SlipRow>
              ))}
              <SlipRow label={t("statement.column.count")}>{line.transactions}</SlipRow>
            </Slip>
          </Card>
        </li>
      ))}
    </ul>
  );
}
