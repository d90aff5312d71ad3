import { z } from "zod/v4";

/**
 * Every refusal of /api/v1 with its HTTP status. A closed list: no other code can be sent, and a test requires a text
 * for each in both languages.
 */
export const problemStatus = {
  bad_request: 400,
  idempotency_key_required: 400,
  unauthenticated: 401,
  invalid_credentials: 401,
  token_expired: 401,
  two_factor_required: 401,
  two_factor_invalid: 401,
  signature_invalid: 401,
  forbidden: 403,
  geo_blocked: 403,
  kyc_required: 403,
  email_not_verified: 403,
  sign_in_again: 403,
  order_link_required: 403,
  captcha_failed: 403,
  client_id_invalid: 403,
  contact_support: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  request_in_progress: 409,
  invalid_transition: 409,
  email_taken: 409,
  already_reviewed: 409,
  account_in_use: 409,
  rate_changed: 409,
  reserve_insufficient: 409,
  unpaid_limit: 409,
  payout_review: 409,
  payout_needs_review: 409,
  quote_expired: 410,
  code_expired: 410,
  too_large: 413,
  unsupported_media_type: 415,
  validation_failed: 422,
  code_invalid: 422,
  promo_invalid: 422,
  insufficient_funds: 422,
  withdrawal_limit: 422,
  payer_limit: 422,
  address_not_whitelisted: 422,
  idempotency_key_reused: 422,
  account_locked: 423,
  withdrawals_frozen: 423,
  account_frozen: 423,
  wallet_debt: 423,
  too_many_requests: 429,
  headers_too_large: 431,
  internal_error: 500,
  not_available: 501,
  maintenance: 503,
  overloaded: 503,
  pair_paused: 503,
  gateway_unavailable: 503,
  captcha_unavailable: 503,
} as const;

export type ProblemCode = keyof typeof problemStatus;
export const problemCodes = Object.keys(problemStatus) as [ProblemCode, ...ProblemCode[]];

/** What can be wrong with a field; `meta` carries the parameters of its message (`min`, `max`, `network`...). */
export const fieldCodes = [
  "required",
  "invalid",
  "too_long",
  "amount_format",
  "amount_zero",
  "amount_decimals",
  "amount_huge",
  "below_min",
  "above_max",
  "pair_unknown",
  "email_format",
  "address_format",
  "address_checksum",
  "address_network",
  "address_asset",
  "address_token",
  "address_unowned",
  "address_own",
  "account_own",
  "address_lightning",
  "address_name",
  "address_mweb",
  "address_cash",
  "name_format",
  "must_accept",
  "terms_outdated",
  "promo_unknown",
  "promo_expired",
  "promo_used",
  "promo_other_pair",
  "promo_min_amount",
  "promo_new_users",
  "promo_loyalty",
  "promo_login",
  "promo_no_wallets",
  "promo_no_margin",
  "unknown_action",
  "not_allowed",
  "password_short",
  "password_common",
  "password_wrong",
  "password_same",
  "phrase_length",
  "phone_format",
  "timezone_unknown",
  "image_format",
  "image_large",
  "too_many",
  "file_expired",
  "differs",
  "label_taken",
  "already_saved",
  "date_format",
  "under_age",
  "country_not_served",
] as const;
export type FieldCode = (typeof fieldCodes)[number];

const fieldError = z
  .object({
    pointer: z.string().describe("RFC 6901 pointer into the request body, or the query as an object."),
    code: z.enum(fieldCodes),
    meta: z.record(z.string(), z.string()).optional(),
  })
  .meta({ id: "FieldError" });
export type FieldError = z.infer<typeof fieldError>;

/** RFC 9457. Clients switch on `code`; `title` and `detail` are for people, in the requested language. */
export const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string().optional(),
    instance: z.string().optional(),
    code: z.enum(problemCodes),
    request_id: z.string().optional(),
    errors: z.array(fieldError).optional(),
    retry_after_seconds: z.int().optional(),
    current_status: z.string().optional().describe("With invalid_transition: the current status."),
    actions: z.array(z.string()).optional().describe("With invalid_transition: the actions allowed now."),
    attempts_left: z.int().optional().describe("With code_invalid: the attempts left."),
    clock_off: z
      .boolean()
      .optional()
      .describe(
        "With two_factor_invalid: the code fits another time within ten minutes, so the phone's clock is wrong.",
      ),
    until: z.string().optional().describe("With withdrawals_frozen and account_frozen: when it is possible again."),
    limit: z.unknown().optional().describe("With withdrawal_limit: a WithdrawalLimit. With payer_limit: a PayerLimit."),
    identity: z
      .unknown()
      .optional()
      .describe("With kyc_required: an IdentityQuestions, what step-two has to send; `errors` name what is missing."),
    order: z.unknown().optional().describe("With quote_expired: the order with its new quote to accept."),
  })
  .meta({ id: "Problem" });
export type Problem = z.infer<typeof problem>;
