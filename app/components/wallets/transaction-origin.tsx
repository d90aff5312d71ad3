import type { WalletTransaction } from "../../../contract/balance/transactions.ts";
import { explorerLink } from "../../../contract/market/explorer-link.ts";
import { shownRef } from "../../../contract/order/order-number.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { shortId } from "../order/mask-account.ts";
import type { Assets } from "../summary/assets.ts";

type TransactionOriginProps = { transaction: WalletTransaction; assets: Assets };

/** Where a movement came from: its order or withdrawal, its transaction on the network, or the reason of a correction. */
export function TransactionOrigin({ transaction, assets }: TransactionOriginProps) {
  const { t } = useTranslation("wallets");
  const href = useHref();
  const { order_ref: ref, withdrawal_id: withdrawal, external_id: id, asset, note } = transaction;
  const link = "inline-block py-0.5 text-ink-2 underline decoration-line-strong underline-offset-4 hover:text-link";
  if (ref) {
    return (
      <a href={href(`/order/${ref}`)} aria-label={t("row.order", { ref: shownRef(ref) })} className={link}>
        {shownRef(ref)}
      </a>
    );
  }
  if (withdrawal) {
    return (
      <a href={href(`/dashboard/withdrawals/${withdrawal}`)} className={link}>
        {t("row.withdrawal")}
      </a>
    );
  }
  if (!id) return note ? <span className="[overflow-wrap:anywhere]">{note}</span> : null;
  const explorer = explorerLink(assets[asset]?.explorer_tx, id);
  if (!explorer) return <span>{t("row.transaction", { id: shortId(id) })}</span>;
  return (
    <a
      href={explorer}
      rel="noreferrer"
      target="_blank"
      aria-label={t("row.transaction", { id: shortId(id) })}
      className={link}
    >
      {shortId(id)}
    </a>
  );
}
