import type { z } from "zod/v4";
import type { walletDetailsReply } from "../../../contract/balance/wallets.ts";

/** A wallet with its latest deposits and transactions. */
export type WalletDetails = z.output<typeof walletDetailsReply>["data"];
