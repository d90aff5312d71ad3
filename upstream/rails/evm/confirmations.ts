import type { EvmNetwork } from "./settings.ts";
import type { EvmSource } from "./source.ts";

/** Two epochs: about as many blocks as the network needs to finalize one. Only shown; the network's word decides. */
const blocksUntilFinalized = 64;

/** How many confirmations a payment needs, as customers see it. */
export function requiredConfirmations({ confirmations }: Pick<EvmNetwork, "confirmations">): number {
  return confirmations === "finalized" ? blocksUntilFinalized : confirmations;
}

/** Confirmations of a payment in the block of a height: that block is the first one. All of them only once it is final. */
export function confirmationsOf(
  network: Pick<EvmNetwork, "confirmations">,
  { tip }: Pick<EvmSource, "tip">,
  { height, state }: { height: number; state: "seen" | "final" | "gone" },
): number {
  const required = requiredConfirmations(network);
  if (state === "final") return required;
  return state === "gone" ? 0 : Math.max(0, Math.min(required - 1, tip - height + 1));
}
