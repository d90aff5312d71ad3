import { z } from "zod/v4";
import { orderStatuses } from "../order/order-states.ts";
import { decimal, openEnum, time } from "../values/amount.ts";

export const foundKinds = ["link", "email", "messenger", "address", "receipt", "code", "order", "text"] as const;
export const verdicts = ["not_ours", "unknown", "ours"] as const;

/**
 * Why: `letters`, `spelling` and `name` imitate ours with letters of another alphabet, with another spelling, or by
 * containing it. `changed`: a receipt that is not as we signed it. `mistyped`: no address of any network.
 * `address_form`: the name of our site in a form that we never use, with another scheme or port, or with hidden characters.
 * `outdated`: the check code of an earlier receipt, whose order has changed since. `issued`: that of a receipt as it is now.
 * `no_code`: a check code that we have not made.
 * `pays_out`: an address or e-wallet account that we pay out from; customers never pay to such an address.
 * `own_domain`: an unlisted mailbox of our domain. `bare_name`: a word or a telephone number alone, which none of our accounts has.
 */
export const verdictReasons = [
  "letters",
  "spelling",
  "name",
  "changed",
  "no_code",
  "mistyped",
  "address_form",
  "other",
  "own_domain",
  "order_number",
  "outdated",
  "nothing",
  "bare_name",
  "listed",
  "given_out",
  "pays_out",
  "signed",
  "issued",
] as const;

export const mostVerifiedText = 10_000;
export const verifyBody = z.object({ text: z.string().trim().min(1).max(mostVerifiedText) });

/** What a receipt says that is about no person. */
const receiptInShort = z.object({
  order: z.string(),
  status: openEnum(orderStatuses),
  created_at: time,
  from: z.object({ asset: z.string(), amount: decimal, received: decimal }),
  to: z.object({ asset: z.string(), amount: decimal, sent: decimal }),
});
export type ReceiptInShort = z.infer<typeof receiptInShort>;

export const verifyReply = z.object({
  data: z.object({
    findings: z
      .array(
        z.object({
          kind: openEnum(foundKinds),
          text: z.string().describe("As found, at most 120 characters."),
          verdict: openEnum(verdicts),
          reason: openEnum(verdictReasons),
          receipt: receiptInShort.nullable().describe("Of a check code that is `issued`, to compare with the paper."),
        }),
      )
      .describe("One for each thing found, the worst first; at most 10."),
    left_off: z.int().describe("Things beyond the tenth, which were not checked."),
  }),
});
export type Finding = z.infer<typeof verifyReply>["data"]["findings"][number];
