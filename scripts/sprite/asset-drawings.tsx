import type { ReactNode } from "react";
import type { AssetDrawing } from "../../app/ui/icons/asset-mark.tsx";

const account = (
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
);

function coin(fill: string, shape: ReactNode): ReactNode {
  return (
    <>
      <circle cx="16" cy="16" r="15" fill={fill} />
      {shape}
    </>
  );
}

const bitcoin = (
  <path d="M11.5 8.5h5.2a3.7 3.7 0 0 1 0 7.2h-5.2zM11.5 16.5h6.2a3.6 3.6 0 0 1 0 7.2h-6.2z" fill="#fff" />
);
const ether = <path d="M9.5 9.5h13v2.6h-13zM11.5 14.7h9v2.6h-9zM9.5 19.9h13v2.6h-13z" fill="#fff" />;
const litecoin = (
  <>
    <path d="M12.2 8.5h3.2v12h7v3h-10.2z" fill="#fff" />
    <path d="M9.2 17.6l9.6-3.4" stroke="#fff" strokeWidth="2.2" />
  </>
);
const tether = (
  <>
    <path d="M9 9h14v3.2h-5.4V24h-3.2V12.2H9z" fill="#fff" />
    <path d="M10.5 16.2h11" stroke="#fff" strokeWidth="2.2" />
  </>
);

/** Circles are coins, rounded squares accounts. Our own geometry, not the brands' logos. */
export const assetDrawings: Record<AssetDrawing, ReactNode> = {
  "asset-account": account,
  "asset-BTC": coin("#a9691c", bitcoin),
  "asset-ETH": coin("#53657f", ether),
  "asset-LTC": coin("#6e7479", litecoin),
  "asset-USDT": coin("#1f7a68", tether),
  "asset-unknown": coin("#53657f", <circle cx="16" cy="16" r="6" fill="#fff" />),
};
