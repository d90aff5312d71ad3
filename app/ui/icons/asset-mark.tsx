import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";
import sprite from "./icons.svg?url";

/** The sprite's asset icons; their shapes are in scripts/sprite/. */
const drawings = ["asset-account", "asset-BTC", "asset-ETH", "asset-LTC", "asset-USDT", "asset-unknown"] as const;
export type AssetDrawing = (typeof drawings)[number];

type AssetMarkProps = {
  symbol: string /** An account is not a coin, whatever its currency. */;
  account: boolean;
  size?: number;
};

/** Decorative: symbol and network always stand beside it as text. */
export function AssetMark({ symbol, account, size = 32 }: AssetMarkProps) {
  const iconName = account ? "asset-account" : `asset-${symbol}`;
  const drawing: AssetDrawing = drawings.find((candidate) => candidate === iconName) ?? "asset-unknown";
  return (
    <svg width={size} height={size} aria-hidden="true" className="shrink-0">
      <use href={`${sprite}#${drawing}`} />
    </svg>
  );
}

/** The sent asset overlaps the received one, separated by a ring in the surface colour. */
export function PairMarks({ children, className }: { children: readonly [ReactNode, ReactNode]; className?: string }) {
  return (
    <span className={classNames("pair-marks", className)}>
      {children[0]}
      <span>{children[1]}</span>
    </span>
  );
}
