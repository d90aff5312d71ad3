import type { Pair } from "../../../contract/market/pairs.ts";
import type { Assets } from "../summary/assets.ts";

export type RatesProps = {
  pairs: readonly Pair[];
  assets: Assets;
  /** False where these pairs cannot be exchanged yet. */
  linked?: boolean;
};
