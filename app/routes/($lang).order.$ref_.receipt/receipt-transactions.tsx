import type { ReceiptMove } from "../../../contract/order/receipt.ts";
import { isZero } from "../../../contract/values/decimal.ts";
import { useMoney } from "../../components/order/use-money.ts";
import { useTranslation } from "../../i18n/translation.ts";
import type { ReceiptProps } from "./receipt-props.ts";
import { useMoments } from "./use-receipt-times.ts";

const statuses = ["seen", "final", "vanished", "sending", "sent", "returned", "failed"] as const;
const directions = ["in", "out", "back"] as const;

/** Every transaction with its full id: a shortened one proves nothing. */
export function ReceiptMoves({ receipt: { moves }, assets }: ReceiptProps) {
  const { t } = useTranslation("receipt");
  return (
    <section aria-labelledby="moves">
      <h2 id="moves" className="mb-2 text-h4">
        {t("moves.title")}
      </h2>
      {moves.length === 0 ? (
        <p className="text-body-2 text-ink-2">{t("moves.none")}</p>
      ) : (
        <ol className="border-t border-line text-body-2">
          {moves.map((move) => (
            <Move key={`${move.direction}:${move.id}`} move={move} assets={assets} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Move({ move, assets }: { move: ReceiptMove; assets: ReceiptProps["assets"] }) {
  const { t } = useTranslation("receipt");
  const money = useMoney(assets);
  const moment = useMoments();
  const status = statuses.find((known) => known === move.status);
  const direction = directions.find((known) => known === move.direction);
  return (
    <li className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-0.5 break-inside-avoid border-b border-line py-3 print:py-1.5">
      <span>
        <strong className="font-semibold">{direction && t(`moves.direction.${direction}`)}</strong>
        {status && `, ${t(`moves.status.${status}`)}`}
      </span>
      <strong className="figures text-right font-semibold">{money.text(move.amount, move.asset)}</strong>
      <span className="text-small text-ink-2">{moment(move.at)}</span>
      <span className="text-right text-small text-ink-2">
        {!isZero(move.fee) && t("moves.fee", { fee: money.text(move.fee, move.asset) })}
      </span>
      <span className="col-span-2 text-small text-ink-2 [overflow-wrap:anywhere]">
        {move.account && `${t("moves.to", { account: move.account })} · `}
        {t("moves.transaction")}{" "}
        {move.url ? (
          <a href={move.url} rel="noreferrer" className="text-link-inline">
            {move.id}
          </a>
        ) : (
          move.id
        )}
      </span>
    </li>
  );
}
