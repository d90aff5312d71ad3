import { Form } from "@remix-run/react";
import { type Assets, isAccount, placeOf } from "../../components/summary/assets.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import { Card } from "../../ui/card.tsx";
import { classNames } from "../../ui/class-names.ts";
import { AssetMark } from "../../ui/icons/asset-mark.tsx";
import { Wallet } from "../../ui/icons/icons.tsx";

type OpenWalletProps = { others: string[]; assets: Assets; isFirst?: boolean };

/** A button per currency that has no wallet yet: one press opens it. */
export function OpenWallet({ others, assets, isFirst = false }: OpenWalletProps) {
  const { t } = useTranslation("wallets");
  return (
    <Card
      id="open"
      aria-labelledby="open-title"
      className={classNames("scroll-mt-6", isFirst && "flex flex-col items-center gap-3 py-10 text-center")}
    >
      {isFirst && (
        <span className="mb-1 grid size-12 place-items-center rounded-full bg-primary-100 text-primary-700">
          <Wallet size={22} />
        </span>
      )}
      <h2 id="open-title" className={isFirst ? "text-h3" : "text-h4"}>
        {t(isFirst ? "list.empty" : "list.another")}
      </h2>
      <p className={classNames("text-body-2 text-ink-2", isFirst && "max-w-md")}>
        {t(isFirst ? "list.emptyText" : "list.anotherText")}
      </p>
      {isFirst && <p className="mt-2 text-body-2 text-ink-2">{t("list.which")}</p>}
      <Form
        method="post"
        className={classNames(
          "grid w-full grid-cols-2 gap-3 sm:flex sm:flex-wrap",
          isFirst ? "sm:justify-center" : "mt-4",
        )}
      >
        {others.map((id) => (
          <OpenButton key={id} id={id} assets={assets} />
        ))}
      </Form>
    </Card>
  );
}

function OpenButton({ id, assets }: { id: string; assets: Assets }) {
  const { t } = useTranslation("wallets");
  const asset = assets[id];
  const symbol = asset?.symbol ?? id;
  const network = asset ? placeOf(asset) : "";
  return (
    <button
      type="submit"
      name="asset"
      value={id}
      aria-label={t("list.openOne", { wallet: `${symbol} ${network}` })}
      className={`${buttonClass({})} min-h-14 !justify-start`}
    >
      <AssetMark symbol={symbol} account={isAccount(asset)} size={24} />
      <span className="text-left leading-tight">
        <span className="block">{symbol}</span>
        <span className="block text-small font-normal text-ink-2">{network}</span>
      </span>
    </button>
  );
}
