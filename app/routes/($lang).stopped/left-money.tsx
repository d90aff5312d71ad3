import { useFreezeTimes } from "../../components/freeze/use-freeze-times.ts";
import { useWalletMoney } from "../../components/wallets/use-wallet-money.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { MoneyRow } from "./money-row.tsx";
import type { StoppedPageProps } from "./stopped-page-props.ts";
import { useDestinationText } from "./use-destination-text.ts";

const dayMs = 86_400_000;

/** What had left before the freeze, and the last before that: the owner may say of each that it was not theirs. */
export function LeftMoney({ freeze, assets, now }: StoppedPageProps) {
  const { t } = useTranslation("freeze");
  const times = useFreezeTimes(freeze.timezone);
  const money = useWalletMoney(assets);
  const destinationText = useDestinationText();
  const { left, left_before: before } = freeze;
  const days = Math.round((Date.parse(freeze.frozen_at) - Date.parse(freeze.left_since)) / dayMs);
  return (
    <>
      {left.length === 0 && <p className="font-semibold">{t("stopped.left.none", { count: days })}</p>}
      {left.map((movement) => (
        <MoneyRow
          key={movement.id}
          name={movement.kind === "order" ? t("stopped.order", { ref: movement.id }) : t("stopped.withdrawal")}
          amount={movement.amount}
          asset={movement.asset}
          assets={assets}
        >
          {t("stopped.left.sent", {
            to: t("stopped.to", { place: destinationText(movement) }),
            time: times.on(movement.sent_at, now),
          })}
          {movement.tx?.url && (
            <a href={movement.tx.url} rel="noreferrer" className="ml-2 text-link underline underline-offset-4">
              {t("stopped.left.tx")}
            </a>
          )}
        </MoneyRow>
      ))}
      <p className="text-small text-ink-2">
        {before
          ? t("stopped.left.before", {
              amount: money.text(before.amount, before.asset),
              day: times.longDay(before.sent_at),
              place: destinationText(before),
            })
          : t("stopped.left.first")}
      </p>
    </>
  );
}
