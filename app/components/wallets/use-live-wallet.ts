import { useHref } from "../../i18n/use-lang.ts";
import { useLiveState } from "../live/use-live-state.ts";

/** Reads the page again when the wallet has changed. */
export function useLiveWallet(asset: string | null, state: string, isUnderWay: boolean): void {
  const href = useHref();
  useLiveState(asset === null ? null : href(`/dashboard/wallets/${asset}/state.json`), state, isUnderWay);
}
