import { type EndpointName, endpoints } from "../calls/endpoints.ts";
import { termsVersion } from "../order/terms.ts";
import { examplePath, solveTask } from "./example-path.ts";

const requestLine = (call: EndpointName) => `\`${endpoints[call].method} ${endpoints[call].path}\``;

/** The introduction to the API: sections of paragraphs, Markdown. */
export const guide: readonly { title: string; text: readonly string[] }[] = [
  {
    title: "An exchange in seven calls",
    text: [
      examplePath.map(({ call, does }, at) => `${at + 1}. ${requestLine(call)} ${does}`).join("\n"),
      "Calls with a member’s bearer need no check. Without one, step-three answers 403 `captcha_failed` until it has the check; a draft that has passed it is not asked again. With `provider` = `altcha` a program solves the task in about half a second:",
      `\`\`\`js\n${solveTask}\n\`\`\``,
      "Other providers show their widget to a person in a browser: a program then has the customer type the code that `POST bot-check/email-code` emails.",
      `Consent names the version of the terms: \`terms_version\` of \`GET exchange/rules\` and of step-one, now \`${termsVersion}\`. The version that it has replaced is accepted for another day; any other is refused with \`terms_outdated\`, whose \`meta.version\` is the current one.`,
      "While `meta.sandbox` of `GET exchange/pairs` is true, no real money moves: `POST sandbox/events` pays an order.",
    ],
  },
  {
    title: "Requests and replies",
    text: [
      "Every call sends `client-id`, the name of your program; bodies are JSON in UTF-8, not compressed. `Accept-Language: en` or `ru` chooses the language of titles and labels.",
      "Amounts and rates are decimal strings, never numbers; times are RFC 3339 in UTC with milliseconds. Arrays in a query are written `key[]`.",
      "Unknown fields are ignored. Replies may gain fields and lists of words may grow: treat an unknown status as one that you only display.",
    ],
  },
  {
    title: "What a server can do",
    text: [
      "There are no keys for partners yet. A server can price, open, execute and follow orders of its customers like any visitor, with a check for each order. `client-id` names your program for us and is no credential: it gives no rights and no limits of its own, and must not be trusted as one. Where an exchange lists the names that it answers, others get `client_id_invalid`.",
      "All customers of one server count as one visitor, since limits go by network address: 10 orders opened in a minute, then 429 `too_many_requests`; 20 orders at once that wait for their payment, 5 of one email, together holding a fifth of a currency’s reserve, then 409 `unpaid_limit`. Both say in `Retry-After` when to try again. These are the usual figures; an exchange may set others for unpaid orders. For more, let customers order from their own browsers: link to our pages with `?partner=CODE`.",
    ],
  },
  {
    title: "Tokens",
    text: [
      "An order is opened by its `Order-Token` header, a secret that step-one returns once. Keep it out of URLs and logs. Calls about several orders send one header for each.",
      "A member signs in with `auth/signin` and sends `Authorization: Bearer`. Members read their own orders without an order token.",
      "An order, account or address that is not the caller’s is `not_found`, as if it did not exist.",
    ],
  },
  {
    title: "Idempotency",
    text: [
      "Calls that move money require an `Idempotency-Key` of up to 255 characters. The same key with the same body gets the stored first reply for 24 hours, with `Idempotency-Replayed: true`; with another body, `idempotency_key_reused`. A refusal is not stored: it changed nothing.",
      "After a timeout or a 5xx send the same request with the same key until it is answered. Derive keys from what the call acts on, as in `execute:<ref>:<quote_id>`, so that a restarted program finds them again.",
    ],
  },
  {
    title: "Waiting for changes",
    text: [
      "Poll `GET orders/status` for up to 50 orders at once, after `poll_after` seconds and with `If-None-Match`. Or read `GET orders/stream`, server-sent events with the same data. Read the whole order when its `version` has changed.",
      "An order in `on_hold` says in `hold` who must act, until when, and what happens otherwise. `actions` lists what the customer may do now; everything else is refused.",
    ],
  },
  {
    title: "Refusals",
    text: [
      "A refusal is `application/problem+json` (RFC 9457). Switch on `code`: the list is closed. `title` and `detail` are for people. `validation_failed` has `errors`, each with a JSON pointer and a code of its own. Quote the `request_id` to our support.",
    ],
  },
  {
    title: "Limits",
    text: [
      "Limited calls answer with `RateLimit-Policy` (the limit, by address) and `RateLimit` (calls left, and the seconds until all are available again). Beyond the limit the answer is 429 with `Retry-After` in seconds.",
    ],
  },
  {
    title: "Webhooks",
    text: [
      "Payment gateways report payments to `POST gateways/{name}/webhook`, signed as Standard Webhooks. Deliver an event again until the answer is 2xx: it is stored once by its `webhook-id`. The service sends no webhooks of its own; poll or stream instead.",
    ],
  },
  {
    title: "Versions",
    text: [
      "Programs that work with this version work with the next ones. Ignore fields and values that you do not know: answers may get new ones at any time, requests new optional fields, and the list of problem codes may grow with a version, so treat an unknown code by its HTTP status.",
      "What will be taken away is marked `deprecated` here at least six months before. `info.version` of this document is the version.",
    ],
  },
];
