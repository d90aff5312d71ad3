import { useFreezeTimes } from "../../components/freeze/use-freeze-times.ts";
import { maskAccount } from "../../components/order/mask-account.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { MoneyRow } from "./money-row.tsx";
import type { StoppedPageProps } from "./stopped-page-props.ts";
import { useDestinationText } from "./use-destination-text.ts";

/** What is back needs no word. */
const toldStates = ["returning", "held", "leaving"] as const;

/** Each movement that was stopped, what is in the wallets again, and the addresses that were removed. */
export function CancelledMoney({ freeze, assets, now }: StoppedPageProps) {
  const { t } = useTranslation("freeze");
  const times = useFreezeTimes(freeze.timezone);
  const destinationText = useDestinationText();
  const { stopped, returned, addresses_removed: removed } = freeze;
  if (stopped.length === 0 && removed.length === 0)
    return <p className="font-semibold">{t("stopped.cancelled.none")}</p>;
  return (
    <>
      {stopped.map((movement) => {
        const to = t("stopped.to", { place: destinationText(movement) });
        const state = toldStates.find((told) => told === movement.state);
        const at = movement.would_leave_at;
        const was = at && (movement.state === "returned" || movement.state === "returning") ? times.on(at, now) : null;
        return (
          <MoneyRow
            key={movement.id}
            name={movement.kind === "order" ? t("stopped.order", { ref: movement.id }) : t("stopped.withdrawal")}
            amount={movement.amount}
            asset={movement.asset}
            assets={assets}
          >
            {was === null ? to : t("stopped.cancelled.was", { to, time: was })}
            {state && <span className="block">{t(`stopped.state.${state}`)}</span>}
          </MoneyRow>
        );
      })}
      {returned.length > 0 && (
        <div className="border-t border-line pt-2">
          {returned.map(({ asset, amount }) => (
            <MoneyRow key={asset} name={t("stopped.cancelled.back")} amount={amount} asset={asset} assets={assets} />
          ))}
        </div>
      )}
      {removed.map(({ account, saved_at: at }) => (
        <p key={`${account} ${at}`} className="pt-1 text-small text-ink-2">
          {t("stopped.cancelled.address", { account: maskAccount(account), time: times.on(at, now) })}
        </p>
      ))}
    </>
  );
}
