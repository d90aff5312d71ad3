import { z } from "zod/v4";

/** What a transaction is for; each has its own sending account and its own limits. */
export const signSteps = ["payout", "topup", "sweep"] as const;

/** A whole number as decimal text without leading zeros: minor units of an asset, or wei. At most 256 bits. */
export const amountText = z
  .string()
  .regex(/^(0|[1-9]\d{0,77})$/)
  .transform(BigInt)
  .refine((amount) => amount < 1n << 256n);

/** The number of a deposit address: of `0/number` below the account. */
export const depositIndex = z.number().int().min(0).max(2_147_483_647);

/** An operator's signature over `approvalText`. `key`: the public key, Base64 of its SPKI, as `operator key show` prints it. */
export const signApproval = z.object({
  key: z.string().max(200),
  until: z.iso.datetime(),
  signature: z.string().max(200),
});

export type SignApproval = z.output<typeof signApproval>;

/** Where the owner of the money has confirmed that it goes. `amount`: null where any amount is confirmed. */
const destination = z.object({
  account: z.string().max(200),
  amount: amountText.nullable(),
  memo: z.string().max(200).nullable(),
});

/**
 * The body of `POST /sign`. `id`: the movement's; with step and deposit it identifies one transaction permanently. `to`: an
 * address of 20 bytes. `amount`: minor units of the asset. `maxFee`: the most that one unit of gas may cost, in wei.
 * `deposit`: the deposit address that a top-up goes to and a sweep leaves from; missing for a payout. `byOperator`: an
 * operator's word has created or redirected the money. Unknown fields are ignored.
 */
export const signRequest = z
  .object({
    id: z.string().regex(/^[\w:.-]{1,80}$/),
    step: z.enum(signSteps),
    asset: z.string().max(40),
    to: z.string().max(60),
    amount: amountText.refine((amount) => amount > 0n),
    maxFee: amountText.refine((fee) => fee > 0n),
    deposit: depositIndex.optional(),
    approvals: z.array(signApproval).max(20).default([]),
    destination: destination.optional(),
    byOperator: z.boolean().default(false),
  })
  .refine(({ step, deposit }) => (step === "payout") === (deposit === undefined));

/** As it is sent: whole numbers as decimal text. */
export type SignRequestBody = z.input<typeof signRequest>;
export type SignRequest = z.output<typeof signRequest>;
