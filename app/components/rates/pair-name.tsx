import type { Pair } from "../../../contract/market/pairs.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { AssetMark, PairMarks } from "../../ui/icons/asset-mark.tsx";
import { MoveRight } from "../../ui/icons/icons.tsx";
import { type Assets, isAccount, placeOf } from "../summary/assets.ts";

type PairNameProps = { pair: Pick<Pair, "from" | "to">; assets: Assets };

export function PairPicture({ pair, assets }: PairNameProps) {
  return (
    <PairMarks>
      {[<PictureOf key="from" id={pair.from} assets={assets} />, <PictureOf key="to" id={pair.to} assets={assets} />]}
    </PairMarks>
  );
}

function PictureOf({ id, assets }: { id: string; assets: Assets }) {
  return <AssetMark symbol={assets[id]?.symbol ?? id} account={isAccount(assets[id])} size={26} />;
}

/** "USDT TRC20 → USD in PayPal": "PayPal USD" would be the name of a coin. the arrow is an icon, since the typeface has none. */
export function PairText({ pair, assets, href }: PairNameProps & { /** The pair's page. */ href?: string }) {
  const names = (
    <>
      <NameOf id={pair.from} assets={assets} />
      <MoveRight size={14} className="text-ink-3" />
      <NameOf id={pair.to} assets={assets} />
    </>
  );
  if (!href) return <span className="pair-text">{names}</span>;
  return (
    <a href={href} className="pair-text hover:underline">
      {names}
    </a>
  );
}

function NameOf({ id, assets }: { id: string; assets: Assets }) {
  const { t } = useTranslation("rates");
  const asset = assets[id];
  return (
    <span>
      <strong>{asset?.symbol ?? id}</strong>{" "}
      {asset && (
        <span className="text-ink-3">
          {isAccount(asset) ? t("inAccount", { service: placeOf(asset) }) : placeOf(asset)}
        </span>
      )}
    </span>
  );
}
