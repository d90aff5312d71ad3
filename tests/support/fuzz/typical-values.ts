import { processActions, sandboxEvents } from "../../../contract/order/order-states.ts";
import { termsVersion } from "../../../contract/order/terms.ts";
import type { Words } from "./random-value.ts";

/** Typical field values, so that many requests reach the business rules. */
export function wordsOf(): Words {
  return {
    from: ["usdt-trc20", "btc", "eth", "paypal-usd", "doge"],
    to: ["paypal-usd", "paypal-eur", "usdt-trc20", "btc", "a@b.co"],
    amount: ["20", "500", "0.01", "4999.99", "1000000", "0"],
    side: ["from", "to"],
    email: ["a@b.co", "anna.ivanova@mail.com"],
    account: ["a@b.co", "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE", "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu"],
    terms_version: [termsVersion],
    action: processActions,
    event: sandboxEvents,
    pay_with: ["crypto_address", "paypal_invoice", "hosted_gateway"],
    advance_seconds: [1, 60],
    name: ["nebulox", "sandbox"],
    promo: [null, "WELCOME5"],
    code: ["WELCOME5", "NONE"],
  };
}
