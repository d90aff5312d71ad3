import { z } from "zod/v4";
import { decimal, openEnum, time } from "../values/amount.ts";
import { depositStatuses, sandboxDepositEvents, walletTotalCurrencies } from "./balance-lists.ts";
import { walletTransaction } from "./transactions.ts";

const typed = z.string().trim().max(500);

/** What can be kept here; amounts in units of the asset. */
const walletCurrency = z
  .object({
    asset: z.string(),
    deposit_enabled: z.boolean(),
    withdraw_enabled: z.boolean(),
    min_deposit: decimal.describe("Smaller deposits are kept and added up until they reach it; `0`: no minimum."),
    min_withdraw: decimal.nullable(),
    withdraw_fee: decimal.nullable(),
    confirmations: z.int(),
    simulated: z.boolean().describe("True in test mode: `sandbox/deposits` can simulate deposits of this asset."),
  })
  .meta({ id: "WalletCurrency" });
export type WalletCurrency = z.infer<typeof walletCurrency>;
export const walletCurrenciesReply = z.object({ data: z.array(walletCurrency) });

/** Where to send a deposit. */
const depositPlace = z
  .object({
    address: z.string(),
    memo: z.string().nullable(),
    uri: z.string().nullable().describe("Content of a QR code where the network has a standard; else the address."),
    min: decimal,
    confirmations: z.int(),
    warning: z.string().describe("What may be sent there, in the caller’s language; show it beside the address."),
  })
  .meta({ id: "DepositPlace" });

/**
 * A member's money in one asset. `posted` is all of it; of that `settling` came in a way that can be taken back and
 * cannot leave yet, `held` is on its way out, and `available` is the rest.
 */
const wallet = z
  .object({
    asset: z.string(),
    posted: decimal,
    available: decimal,
    settling: decimal,
    settles_at: time.nullable().describe("When the next part of `settling` becomes available; null without any."),
    held: decimal,
    pending: decimal.describe("Deposits seen and not final; not in `posted`."),
    debt: decimal.describe(
      "What a network took back after it was final and the wallet could not cover. Repaid first by what comes in; until then nothing can leave.",
    ),
    worth: decimal.nullable().describe("`posted` in `meta.currency`; null where there is no rate."),
    deposit: depositPlace.nullable().describe("Null while the asset takes no deposits."),
    created_at: time,
  })
  .meta({ id: "Wallet" });
export type Wallet = z.infer<typeof wallet>;

/**
 * A deposit. `pending`: seen, nothing booked; `collecting`: below the minimum, kept until more arrives; `unclaimed`: another
 * asset than the wallet's, kept until our team decides; `returned`: our team sends it to an account outside; `gone`: not
 * included by the network; `taken_back`: undone after it was final; `checking`: our team looks at it before it is credited.
 */
const deposit = z
  .object({
    id: z.string(),
    wallet: z.string().describe("The asset of the wallet to whose address it came."),
    asset: z.string(),
    amount: decimal,
    status: openEnum(depositStatuses),
    address: z.string(),
    confirmations: z.int(),
    required: z.int(),
    tx: z.object({ id: z.string(), url: z.string().nullable() }),
    seen_at: time,
    final_at: time.nullable(),
    check_by: time
      .nullable()
      .default(null)
      .describe("While `checking`: by when our team looks at it; null where it is late, or decided."),
  })
  .meta({ id: "Deposit" });
export type Deposit = z.infer<typeof deposit>;

const currency = z.enum(walletTotalCurrencies).default("usd").describe("The currency of `worth` and the total.");

export const walletCreateBody = z.object({
  asset: typed,
  new_address: z
    .boolean()
    .default(false)
    .describe("Gives an existing wallet another address; the earlier ones stay valid."),
});
export const walletsQuery = z.object({ currency });
export const walletQuery = z.object({ asset: typed, currency });

/** `total` sums what has a rate; `is_complete` is false where some asset has none. */
const walletsMeta = z
  .object({ currency: z.enum(walletTotalCurrencies), total: decimal, is_complete: z.boolean(), rates_at: time })
  .meta({ id: "WalletsMeta" });
export const walletReply = z.object({ data: wallet, meta: walletsMeta });
export const walletsReply = z.object({ data: z.array(wallet), meta: walletsMeta });
export const walletDetailsReply = z.object({
  data: wallet.extend({
    deposits: z.array(deposit).describe("The newest 20 to this wallet’s addresses, whatever their status."),
    transactions: z.array(walletTransaction).describe("The newest 20."),
  }),
  meta: walletsMeta,
});

/** `asset`: the wallet's. `pay` without an amount sends a typical one; the others concern the newest deposit there. */
export const sandboxDepositBody = z.object({
  asset: typed,
  event: z.enum(sandboxDepositEvents).default("pay"),
  amount: typed.nullish(),
});
