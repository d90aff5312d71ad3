import { z } from "zod/v4";
import { openEnum } from "../values/amount.ts";

/** Where the money of an order comes from. `other` is explained in `source_text`. */
export const fundSources = ["salary", "business", "savings", "sale", "investments", "gift", "other"] as const;
export type FundSource = (typeof fundSources)[number];

/** The owner of the wallet that pays or is paid: the customer, or another person, whose name is then required. */
export const walletHolders = ["self", "other"] as const;

/** What identity questions can ask, in the order of a form. `originator` and `beneficiary`: of a transfer of crypto. */
export const identityFieldNames = [
  "full_name",
  "country",
  "birth_date",
  "source",
  "source_text",
  "originator",
  "originator_name",
  "beneficiary",
  "beneficiary_name",
] as const;
type IdentityFieldName = (typeof identityFieldNames)[number];

/** Text as entered, like other fields of step-two: the service answers with an error beside the field. */
const typed = z.string().trim().max(500).default("");

export const identityBody = z.object({
  full_name: typed,
  country: typed.describe("Where the customer lives: ISO 3166-1 alpha-2, such as `EE`."),
  birth_date: typed.describe("As `1990-12-31`."),
  source: typed.describe(`Where the money comes from: ${fundSources.map((source) => `\`${source}\``).join(", ")}.`),
  source_text: typed.describe("With the source `other`: what it is, in the customer's words."),
  originator: typed.describe("Whose wallet pays: `self` or `other`."),
  originator_name: typed.describe("With `other`: the full name of the owner of the paying wallet."),
  beneficiary: typed.describe("Whose wallet is paid: `self` or `other`."),
  beneficiary_name: typed.describe("With `other`: the full name of the owner of the wallet that is paid."),
});
export type TypedIdentity = z.output<typeof identityBody>;

const identityField = z
  .object({
    name: z.string().describe("The path in the body of step-two, such as `identity.full_name`."),
    type: openEnum(["name", "country", "date", "choice", "text"]),
    options: z.array(z.string()).nullable().describe("The values of a `choice`."),
    required_with: z
      .object({ name: z.string(), value: z.string() })
      .nullable()
      .describe("Required only with this value of another field; null where it is always required."),
    max_length: z.int(),
  })
  .meta({ id: "IdentityField" });
export type IdentityField = z.infer<typeof identityField>;

/** Who the customer is, where the law asks for it. The answers are never returned. */
export const identityQuestions = z
  .object({
    state: openEnum(["needed", "answered"]).describe(
      "`needed`: step-two has to send these fields. `answered`: it has; send a field again to change it.",
    ),
    fields: z.array(identityField),
  })
  .meta({ id: "IdentityQuestions" });
export type IdentityQuestions = z.infer<typeof identityQuestions>;

type AssetKind = "crypto" | "ewallet";
const longestName = 120;

const choice = (name: IdentityFieldName, options: readonly string[]): IdentityField => ({
  ...{ name: `identity.${name}`, type: "choice", options: [...options], required_with: null, max_length: 20 },
});
const nameOf = (name: IdentityFieldName, holder: IdentityFieldName | null): IdentityField => ({
  ...{ name: `identity.${name}`, type: "name", options: null, max_length: longestName },
  required_with: holder && { name: `identity.${holder}`, value: "other" },
});

/** Who the customer is, and where the money comes from. */
const personFields: readonly IdentityField[] = [
  nameOf("full_name", null),
  { name: "identity.country", type: "country", options: null, required_with: null, max_length: 2 },
  { name: "identity.birth_date", type: "date", options: null, required_with: null, max_length: 10 },
  choice("source", fundSources),
  {
    ...{ name: "identity.source_text", type: "text", options: null, max_length: 300 },
    required_with: { name: "identity.source", value: "other" },
  },
];

/**
 * The identity questions about an exchange. Transfers of crypto ask whose the wallets are: what pays, and what is paid unless the
 * payout stays with us (`toWallet`). `isKnownPerson`: a member who has said for an earlier order who they are.
 */
export function identityFields(
  { from, to }: { from: AssetKind; to: AssetKind },
  { toWallet = false, isKnownPerson = false }: { toWallet?: boolean; isKnownPerson?: boolean } = {},
): IdentityField[] {
  return [
    ...(isKnownPerson ? [] : personFields),
    ...(from === "crypto" ? [choice("originator", walletHolders), nameOf("originator_name", "originator")] : []),
    ...(to === "crypto" && !toWallet
      ? [choice("beneficiary", walletHolders), nameOf("beneficiary_name", "beneficiary")]
      : []),
  ];
}
