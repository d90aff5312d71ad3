import { transactionTypes } from "../../../contract/balance/balance-lists.ts";
import { useTranslation } from "../../i18n/translation.ts";

/** A type that this site does not know is a movement like any other. */
export function TransactionTitle({ type }: { type: string }) {
  const { t } = useTranslation("wallets");
  const knownType = transactionTypes.find((name) => name === type);
  return <>{t(knownType ? `type.${knownType}` : "type.other")}</>;
}
