import type { LegalValues } from "../../components/legal/legal-values.ts";

/** The groups of questions about what this exchange has. */
export function shownGroups<Group extends { id: string }>(groups: readonly Group[], { wallets }: LegalValues): Group[] {
  return groups.filter(({ id }) => id !== "wallets" || wallets !== "");
}
