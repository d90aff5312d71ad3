import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";
import sprite from "./icons.svg?url";

/** The assets' drawings in the sprite; their shapes are in scripts/sprite/. */
const drawings = ["asset-account", "asset-BTC", "asset-ETH", "asset-LTC", "asset-USDT", "asset-unknown"] as const;
export type AssetDrawing = (typeof drawings)[number];

type AssetMarkProps = {
  symbol: string /** An account is not a coin, whatever its currency. */;
  account: boolean;
  size?: number;
};

/** Decoration: the symbol and the network always stand beside it in words. */
export function AssetMark({ symbol, account, size = 32 }: AssetMarkProps) {
  const wanted = account ? "asset-account" : `asset-${symbol}`;
  const drawing: AssetDrawing = drawings.find((known) => known === wanted) ?? "asset-unknown";
  return (
    <svg width={size} height={size} aria-hidden="true" className="shrink-0">
      <use href={`${sprite}#${drawing}`} />
    </svg>
  );
}

/** What is sent lies over what is received, parted by a ring of the surface. */
export function PairMarks({ children, className }: { children: readonly [ReactNode, ReactNode]; className?: string }) {
  return (
    <span className={classNames("inline-flex shrink-0", className)}>
      {children[0]}
      <span className="-ml-1 rounded-[8px] ring-2 ring-surface">{children[1]}</span>
    </span>
  );
}
