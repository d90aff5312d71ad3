import { z } from "zod/v4";
import { openEnum } from "../values/amount.ts";

export const foundKinds = ["link", "email", "messenger", "address", "receipt", "order", "text"] as const;
export const verdicts = ["not_ours", "unknown", "ours"] as const;

/**
 * Why: `letters`, `spelling` and `name` imitate ours with letters of another alphabet, with another spelling, or by
 * containing it. `changed`: a receipt that is not as we signed it. `mistyped`: no address of any network.
 * `address_form`: the name of our site in a form that we never use, with another scheme or port, or with hidden characters.
 * `pays_out`: an address that we send from, and that nobody is asked to pay to.
 * `own_domain`: an unlisted mailbox of our domain. `bare_name`: a word or a telephone number alone, which none of our accounts has.
 */
export const verdictReasons = [
  "letters",
  "spelling",
  "name",
  "changed",
  "mistyped",
  "address_form",
  "other",
  "own_domain",
  "order_number",
  "nothing",
  "bare_name",
  "listed",
  "given_out",
  "pays_out",
  "signed",
] as const;

export const mostVerifiedText = 10_000;
export const verifyBody = z.object({ text: z.string().trim().min(1).max(mostVerifiedText) });

export const verifyReply = z.object({
  data: z.object({
    findings: z
      .array(
        z.object({
          kind: openEnum(foundKinds),
          text: z.string().describe("As found, at most 120 characters."),
          verdict: openEnum(verdicts),
          reason: openEnum(verdictReasons),
        }),
      )
      .describe("One for each thing found, the worst first; at most 10."),
    left_off: z.int().describe("Things beyond the tenth, which were not checked."),
  }),
});
export type Finding = z.infer<typeof verifyReply>["data"]["findings"][number];
