import { useTranslation } from "react-i18next";
import type { ReceiptMove } from "../../../contract/receipt.ts";
import { isZero } from "../../components/order/decimal.ts";
import { useMoney } from "../../components/order/use-money.ts";
import { Cell, HeadCell, Table } from "../../ui/table.tsx";
import type { ReceiptProps } from "./receipt-page.tsx";
import { useMoments } from "./use-moments.ts";

const statuses = ["seen", "final", "vanished", "sending", "sent", "returned", "failed"] as const;
const directions = ["in", "out", "back"] as const;

/** Every transaction, with its whole id: a shortened one proves nothing. */
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
        <Table>
          <thead className="max-sm:sr-only">
            <tr>
              <HeadCell className="pl-0">{t("moves.time")}</HeadCell>
              <HeadCell>{t("moves.what")}</HeadCell>
              <HeadCell figures className="pr-0">
                {t("moves.amount")}
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {moves.map((move) => (
              <Move key={`${move.direction}:${move.id}`} move={move} assets={assets} />
            ))}
          </tbody>
        </Table>
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
    <tr className="align-top">
      <Cell className="w-[11rem] pl-0 text-small text-ink-2">{moment(move.at)}</Cell>
      <Cell className="[overflow-wrap:anywhere]">
        <span className="font-semibold">{direction && t(`moves.direction.${direction}`)}</span>
        {status && `, ${t(`moves.status.${status}`)}`}
        {move.account && (
          <span className="block text-small text-ink-2">{t("moves.to", { account: move.account })}</span>
        )}
        <span className="block text-small text-ink-2">
          {move.url ? (
            <a href={move.url} rel="noreferrer" className="text-link-inline">
              {move.id}
            </a>
          ) : (
            move.id
          )}
        </span>
      </Cell>
      <Cell figures className="pr-0">
        <span className="whitespace-nowrap font-semibold">{money.text(move.amount, move.asset)}</span>
        {!isZero(move.fee) && (
          <span className="block whitespace-nowrap text-small text-ink-2">
            {t("moves.fee", { fee: money.text(move.fee, move.asset) })}
          </span>
        )}
      </Cell>
    </tr>
  );
}
