import type { CallDocs } from "./call-doc.ts";
import { exampleTime } from "./order-example.ts";

const exampleKey = {
  kid: "21fe31dfa154a261",
  kty: "OKP",
  crv: "Ed25519",
  x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
  valid_from: exampleTime(0),
  valid_until: null,
} as const;

export const verifyDocs = {
  exchangeVerify: {
    purpose:
      "Whether links, email addresses, messengers, pay-in addresses, receipts and the check codes of printed ones in a text are ours, the worst first. An address is ours if we gave it to somebody to pay to, for an order or a wallet, or if we send from it (`pays_out`); nothing says to whom. A check code is answered with what its receipt says, without persons and accounts. Addresses may have spaces, or be a payment URI. A link is ours only with https and our own host and port. 20 calls an hour.",
    repeat: "The same reply; each call counts.",
    body: { text: "Pay to TAmHirT7ePgwdt5DeeWzX3WYMSdQizrZms or at kursa-pay.example" },
    reply: {
      data: {
        findings: [
          { kind: "link", text: "kursa-pay.example", verdict: "not_ours", reason: "name", receipt: null },
          {
            ...{ kind: "address", text: "TAmHirT7ePgwdt5DeeWzX3WYMSdQizrZms", verdict: "ours", reason: "given_out" },
            receipt: null,
          },
        ],
        left_off: 0,
      },
    },
  },
  exchangeKeys: {
    purpose:
      "To check a signed receipt or pay-in address without us; `docs/verify-receipt.mjs` does it in forty lines. The site publishes them at `/.well-known/exchange-keys.json`. A signature counts if its key was in force at its `signed_at`.",
    reply: {
      data: {
        ...{ issuer: "https://exchange.example", keys: [exampleKey], sites: ["exchange.example"] },
        ...{ emails: ["support@exchange.example"], messengers: [] },
      },
    },
  },
} satisfies Partial<CallDocs>;
