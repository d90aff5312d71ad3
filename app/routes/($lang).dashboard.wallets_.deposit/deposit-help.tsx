import type { WalletCurrency } from "../../../contract/balance/wallets.ts";
import type { Asset } from "../../../contract/market/pairs.ts";
import { isZero } from "../../../contract/values/decimal.ts";
import { type Assets, placeOf } from "../../components/summary/assets.ts";
import { useWalletMoney } from "../../components/wallets/use-wallet-money.ts";
import { TextWithParts } from "../../i18n/text-with-parts.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { Disclosure } from "../../ui/disclosure.tsx";

type DepositHelpProps = { currency: WalletCurrency; asset: Asset; assets: Assets };

/** Folded: what happens when something is not as usual. */
export function DepositHelp({ currency, asset, assets }: DepositHelpProps) {
  const { t } = useTranslation("wallets");
  const href = useHref();
  const money = useWalletMoney(assets);
  const network = placeOf(asset);
  const min = money.short(currency.min_deposit, asset.id);
  const support = (text: string) => (
    <a href={href("/company/contact-us")} className="text-link-inline">
      {text}
    </a>
  );
  const words = { symbol: asset.symbol, network, count: currency.confirmations };
  return (
    <section
      aria-label={t("help.title")}
      className="divide-y divide-line rounded-card border border-line bg-surface px-4 lg:px-6"
    >
      {!isZero(currency.min_deposit) && (
        <Disclosure title={t("help.less", { min })} className="py-2">
          <p className="pb-2 text-body-2 text-ink-2">{t("help.lessText", { min })}</p>
        </Disclosure>
      )}
      <Disclosure title={t("help.network")} className="py-2">
        <p className="pb-2 text-body-2 text-ink-2">
          {t(sharesAddresses(asset) ? "help.sameAddress" : "help.otherAddress", words)}{" "}
          <TextWithParts text={t("help.networkText", words)} parts={{ support }} />
        </p>
      </Disclosure>
      <Disclosure title={t("help.missing")} className="py-2">
        <p className="pb-2 text-body-2 text-ink-2">
          <TextWithParts text={t("help.missingText", words)} parts={{ support }} />
        </p>
      </Disclosure>
    </section>
  );
}

/** Networks of Ethereum's kind: the same address exists on all of them, which a sender's wallet does not say. */
const sharesAddresses = ({ network }: Asset) => network === "ethereum";
