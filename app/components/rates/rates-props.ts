import type { Pair } from "../../../contract/market/pairs.ts";
import type { Assets } from "../summary/assets.ts";

export type RatesProps = {
  pairs: readonly Pair[];
  assets: Assets;
  /** False where these pairs are not on sale yet. */
  linked?: boolean;
};
