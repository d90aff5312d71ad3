import type { OrderTx } from "../../../contract/order/order.ts";
import { shortId } from "../../components/order/mask-account.ts";
import { useTranslation } from "../../i18n/translation.ts";

/** A transfer's id at its rail, a link where an explorer has it. Nothing while the rail has not named one. */
export function TransactionId({ tx: { id, url } }: { tx: Pick<OrderTx, "id" | "url"> }) {
  const { t } = useTranslation("order");
  if (id === null) return null;
  if (url === null) return <span className="text-small text-ink-3">{t("progress.txPlain", { tx: shortId(id) })}</span>;
  return (
    <a href={url} rel="noreferrer" target="_blank" className="inline-block py-1 text-small text-link-inline">
      {t("progress.tx", { tx: shortId(id) })}
    </a>
  );
}
