import type { CallDocs } from "./call-doc.ts";
import { exampleChallenge, exampleEmail, exampleExpiry } from "./member-example.ts";

export const botCheckDocs = {
  botCheck: {
    purpose:
      "Guarded calls (sign-up, password reset, step-three of a guest’s order, reserve requests, support, subscribe) take a `captcha_token`. Ask here for a challenge shortly before, solve it, and send the solution: it is valid until `expires_at`, for one call of that kind. Calls with a member’s bearer need none. Refusals are `captcha_failed` (solve a new one) and `captcha_unavailable` (the provider does not answer).",
    query: { action: "order" },
    reply: {
      data: {
        provider: "altcha",
        site_key: null,
        challenge: {
          parameters: {
            algorithm: "PBKDF2/SHA-256",
            cost: 1000,
            data: { action: "order", expires_at: 1_795_345_200 },
            keyLength: 32,
            keyPrefix: "00",
            nonce: "4ad6b0f1d1b84cf0a4a4a3f0cfb2f0a1",
            salt: "9f0d3f7a6c2e4b18b6a1a0c7d5e4f3b2",
          },
          signature: "5d41402abc4b2a76b9719d911017c5925d41402abc4b2a76b9719d911017c592",
        },
        expires_at: exampleExpiry,
      },
    },
  },
  botCheckEmailCode: {
    purpose:
      "For customers who cannot solve the check. Send the code with its `challenge_id` as `email_code` and `email_challenge_id` in the guarded call, which must name the same email. Sign-up and reset need no such code: without a `captcha_token` they email their own, as few times an hour as this call.",
    repeat: "Another code, which replaces the one before, after `resend_at`.",
    body: { action: "order", email: exampleEmail, locale: "en" },
    reply: exampleChallenge,
  },
} satisfies Partial<CallDocs>;
