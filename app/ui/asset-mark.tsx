import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

type Drawing = { fill: string; shape: ReactNode };

/** Circles are coins, rounded squares are accounts. Our own plain geometry, never the brands' logos. */
const coins: Record<string, Drawing> = {
  BTC: {
    fill: "#a9691c",
    shape: <path d="M11.5 8.5h5.2a3.7 3.7 0 0 1 0 7.2h-5.2zM11.5 16.5h6.2a3.6 3.6 0 0 1 0 7.2h-6.2z" fill="#fff" />,
  },
  ETH: {
    fill: "#53657f",
    shape: <path d="M9.5 9.5h13v2.6h-13zM11.5 14.7h9v2.6h-9zM9.5 19.9h13v2.6h-13z" fill="#fff" />,
  },
  LTC: {
    fill: "#6e7479",
    shape: (
      <>
        <path d="M12.2 8.5h3.2v12h7v3h-10.2z" fill="#fff" />
        <path d="M9.2 17.6l9.6-3.4" stroke="#fff" strokeWidth="2.2" />
      </>
    ),
  },
  USDT: {
    fill: "#1f7a68",
    shape: (
      <>
        <path d="M9 9h14v3.2h-5.4V24h-3.2V12.2H9z" fill="#fff" />
        <path d="M10.5 16.2h11" stroke="#fff" strokeWidth="2.2" />
      </>
    ),
  },
};
const unknownCoin: Drawing = { fill: "#53657f", shape: <circle cx="16" cy="16" r="6" fill="#fff" /> };

type AssetMarkProps = {
  symbol: string /** An account is not a coin, whatever its currency. */;
  account: boolean;
  size?: number;
};

/** Decoration: the symbol and the network always stand beside it in words. */
export function AssetMark({ symbol, account, size = 32 }: AssetMarkProps) {
  const coin = coins[symbol] ?? unknownCoin;
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className="shrink-0">
      {account ? (
        <>
          <rect x="1" y="1" width="30" height="30" rx="9" fill="#27496d" />
          <path
            d="M8.5 12.5v9a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2v-7a2 2 0 0 0-2-2h-13zm0 0a2 2 0 0 1 1.5-1.9l9.5-2.3v4.2"
            fill="none"
            stroke="#fff"
            strokeWidth="2"
            strokeLinejoin="round"
          />
          <circle cx="19.6" cy="18" r="1.7" fill="#fff" />
        </>
      ) : (
        <>
          <circle cx="16" cy="16" r="15" fill={coin.fill} />
          {coin.shape}
        </>
      )}
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
