import type { EndpointName } from "../calls/endpoints.ts";

/** A whole exchange of a customer without an account, by the examples of its calls; `does`: Markdown. */
export const examplePath = [
  { call: "exchangeQuote", does: "prices an amount." },
  { call: "exchangeStepOne", does: "opens an order with a locked price and returns its token." },
  { call: "exchangeStepTwo", does: "takes the details." },
  { call: "botCheck", does: "gives a task for `action=order`, unless `provider` is `off`; its solution is the check." },
  { call: "exchangeStepThree", does: "takes the consent, and the check as `captcha_token`." },
  { call: "exchangeExecute", does: "makes the order binding and returns how to pay." },
  { call: "ordersStatus", does: "tells what happens next." },
] as const satisfies readonly { call: EndpointName; does: string }[];

/** A program of Node that solves a task of `GET bot-check`; JavaScript. */
export const solveTask = `import { pbkdf2Sync } from "node:crypto";

export function captchaToken(challenge) {
  const { nonce, salt, cost, keyLength, keyPrefix } = challenge.parameters;
  const password = Buffer.from(nonce + "00000000", "hex");
  for (let counter = 0; ; counter += 1) {
    password.writeUInt32BE(counter, password.length - 4);
    const key = pbkdf2Sync(password, Buffer.from(salt, "hex"), cost, keyLength, "sha256");
    const derivedKey = key.toString("hex");
    if (!derivedKey.startsWith(keyPrefix)) continue;
    const solved = JSON.stringify({ challenge, solution: { counter, derivedKey } });
    return Buffer.from(solved).toString("base64");
  }
}`;
