import type { CallDocs } from "./call-doc.ts";

const purpose = "Specified, not built: its payloads are not fixed yet. Do not rely on it.";
const repeat = "No effect.";

export const plannedDocs = {
  withdrawalsList: { purpose },
  withdrawalsCreate: { purpose, repeat },
  balanceWithdraw: { purpose, repeat },
} satisfies Partial<CallDocs>;
