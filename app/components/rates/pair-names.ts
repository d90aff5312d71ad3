import type { Asset } from "../../../contract/market/pairs.ts";
import { useTranslation } from "../../i18n/translation.ts";

type NamedAsset = Pick<Asset, "kind" | "name" | "symbol" | "network_label">;
type PairNames = { from: string; to: string };
/** "in PayPal" of a service, `rates:inAccount`. */
type InAccount = (service: string) => string;

const noBreakSpace = "\u00a0";

/** The names of a pair's assets for titles: "USDT TRC20", "Bitcoin", "USD in PayPal". "PayPal USD" is the name of a coin. */
export function pairNames(from: NamedAsset, to: NamedAsset, inAccount: InAccount): PairNames {
  return { from: nameOf(from, inAccount), to: nameOf(to, inAccount) };
}

/** The same in components. */
export function usePairNames(): (from: NamedAsset, to: NamedAsset) => PairNames {
  const { t } = useTranslation("rates");
  return (from, to) => pairNames(from, to, (service) => t("inAccount", { service }));
}

function nameOf({ kind, name, symbol, network_label }: NamedAsset, inAccount: InAccount): string {
  if (kind === "ewallet") return `${symbol} ${inAccount(name)}`.replaceAll(" ", noBreakSpace);
  return network_label === null || network_label === name ? name : `${symbol}${noBreakSpace}${network_label}`;
}
