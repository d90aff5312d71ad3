import { readFileSync } from "node:fs";
import type { Database } from "../../../upstream/db/database.ts";

/** The newest migration of the first release. */
export const firstRelease = "0002_rate_limit";
/** Shortly after its data was written. */
export const afterFirstRelease = new Date("2026-11-23T04:20:00Z");

/** Its orders as it left them, with the tokens that it gave to their customers. */
export const firstOrders = [
  { ref: "DV44H7JQM7", token: "fk4sylojq7tg3v7unaupauieb7", status: "draft", hold: null },
  { ref: "28GK6QGDZ8", token: "vk6r34jqsbf3zhjo4ejgs4y4sd", status: "awaiting_payment", hold: null },
  { ref: "MHK5HFP4T0", token: "6alusig26fasc6qwvryz5rbxmt", status: "completed", hold: null },
  { ref: "X8QSHRDYTX", token: "tyfvnzq3pdopjbh4bjjbykqbrq", status: "on_hold", hold: "below_minimum" },
  { ref: "717QDQA9GV", token: "c5hgmb7c5p3ciapjz7vtp7adgm", status: "on_hold", hold: "payout_error" },
  { ref: "B26JNHE167", token: "7fqan3fhhlchmksaudqo2fzdd5", status: "on_hold", hold: "amount_mismatch" },
  { ref: "DNH0JC3KX3", token: "nghcstrbmemm4lei2w425wrzvm", status: "on_hold", hold: "wrong_asset" },
  { ref: "G25X9X4XS5", token: "5j6b5mjbux2qiacwqvugbijdaz", status: "completed", hold: null },
  { ref: "9MBV1C16SZ", token: "znbqgd43exvxpts7ygh5tvlzmw", status: "completed", hold: null },
  { ref: "F3J7N2PW84", token: "7wwacvsfrmneh3jdnocazskmgt", status: "refunded", hold: null },
] as const;

/** Fills a database with the first release's tables. Triggers do not run: the balances are among the rows. */
export async function fillAsFirstRelease(owner: Database): Promise<void> {
  await owner.query(readFileSync("tests/support/upgrade/first-release.sql", "utf8"));
}
