import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { endpoints } from "../../../contract/calls/endpoints.ts";
import { languages } from "../../../contract/values/languages.ts";
import { problemCodes } from "../../../contract/values/problem.ts";
import { openApiDocument } from "../../../upstream/http/openapi.ts";
import { apiDocumentSchema } from "../../api/api-document.ts";
import { textsFor, translator } from "../../i18n/texts/texts.server.ts";
import { TextsProvider } from "../../i18n/translation.ts";
import { DevelopersPage } from "./developers-page.tsx";
import { referenceOf } from "./reference.ts";

const document = apiDocumentSchema.parse(JSON.parse(JSON.stringify(openApiDocument("https://exchange.example"))));
const reference = referenceOf(document);
const calls = reference.groups.flatMap((group) => group.calls);
const callNamed = (name: string) => calls.find(({ operation }) => operation.operationId === name);

describe("the API reference", () => {
  test("lists every call once, with its example request and its own problem codes", () => {
    expect(calls.map(({ operation }) => operation.operationId).sort()).toEqual(Object.keys(endpoints).sort());
    const execute = callNamed("exchangeExecute");
    expect(execute?.request).toMatch(
      /^POST \/api\/v1\/exchange\/execute\nclient-id: .+\nOrder-Token: .+\nIdempotency-Key: /,
    );
    expect(execute?.request).toContain('"pay_with": "crypto_address"');
    expect(execute?.codes).toContain("reserve_insufficient");
    expect(execute?.codes).not.toContain("validation_failed");
    expect(callNamed("ordersStatus")?.request).toContain("GET /api/v1/orders/status?ref[]=7Q2MK9XW3T");
    expect(callNamed("receipt")?.request).toContain("GET /api/v1/receipts/7Q2MK9XW3T\n");
  });

  test("shows a reply of the same form once, and links to it from then on", () => {
    expect(callNamed("exchangeStepTwo")?.reply).toHaveProperty("text");
    expect(callNamed("exchangeExecute")?.reply).toEqual({ sameAs: "exchangeStepTwo" });
  });

  test("has advice on each code that a call can answer", () => {
    const codes = reference.refusals.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    for (const code of codes) expect(problemCodes).toContain(code);
    expect(codes).toContain("quote_expired");
  });

  test.each(languages)("is a page without scripts, in %s, and says so when the service does not answer", (lang) => {
    const show = (page: typeof reference | null) =>
      renderToStaticMarkup(
        <TextsProvider value={textsFor(lang)}>
          <DevelopersPage guide={page && document.info.description} reference={page} />
        </TextsProvider>,
      );
    const html = show(reference);
    expect(html.match(/<details /g)).toHaveLength(calls.length);
    expect(html).not.toMatch(/<script|undefined|\[object|developers\.|style=/);
    expect(html.length).toBeLessThan(300_000);
    expect(show(null)).toContain(translator(lang)("content:developers.unavailable"));
  });
});
