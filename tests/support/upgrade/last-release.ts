import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { Database } from "../../../upstream/db/database.ts";

/** Shortly after its first orders were written. */
export const afterLastRelease = new Date("2026-11-23T04:20:00Z");

/** Orders of the first release as 1.1.0 left them, with the tokens that their customers have. */
export const releasedOrders = [
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

/**
 * Fills an empty database with tables and rows as release 1.1.0 left them: a dump (`pg_dump --inserts`) of a database that the first
 * release had written, all migrations up to 0123 had upgraded, and 1.1.0 had served three exchanges on. Without the tables of the
 * job queue, which a start makes, and without the key that signed its receipts.
 */
export async function fillAsLastRelease(owner: Database): Promise<void> {
  const dump = readFileSync("tests/support/upgrade/release-1.1.0.sql.gz");
  await owner.query(gunzipSync(dump).toString());
}
