import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { maxMessageLength } from "../../../contract/support/ticket-states.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { keepFields, keptForm } from "./kept-form.server.ts";

const path = "/Ru/company/contact-us";
/** Russian as people write it, without the structure of the file. */
const prose = [...readFileSync("locales/ru/legal/privacy.json", "utf8").matchAll(/"text": "([^"]+)"/g)]
  .map(([, text]) => text)
  .join(" ");

const argsWith = (cookie = "") =>
  ({
    request: new Request(`http://this.site${path}`, { headers: { Cookie: cookie } }),
    context: { receivedAt: new Date("2026-11-21T12:00:00Z") },
  }) as unknown as RouteArgs;

async function keptAgain(fields: Record<string, string>): Promise<Record<string, string> | null> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const header = await keepFields(argsWith(), path, form);
  if (header === null) return null;
  expect(header.length).toBeLessThan(4096);
  return keptForm(argsWith(header.split(";")[0]));
}

test("the longest message, in Russian, fits into the cookie of a kept form, without passwords and codes", async () => {
  const message = prose.slice(0, maxMessageLength);
  expect(message).toHaveLength(maxMessageLength);
  expect(await keptAgain({ topic: "other", message, password: "not to be kept", code: "123456" })).toEqual({
    topic: "other",
    message,
  });
});

test("a form that is larger than any of ours is not kept", async () => {
  expect(await keptAgain({ message: "a".repeat(20_000) })).toBeNull();
});
