import { type PartState, partStates } from "../../contract/market/service-parts.ts";

export function worstOf(states: readonly PartState[]): PartState {
  return partStates.toReversed().find((state) => states.includes(state)) ?? "works";
}
