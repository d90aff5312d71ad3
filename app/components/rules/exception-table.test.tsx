import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { languages } from "../../../contract/values/languages.ts";
import { exampleRules } from "../../../tests/support/orders/example-rules.ts";
import { textsFor } from "../../i18n/texts/texts.server.ts";
import { TextsProvider } from "../../i18n/translation.ts";
import { ExceptionTable } from "./exception-table.tsx";

describe.each(languages)("the rules in %s", (lang) => {
  const rendered = (paysBy?: "crypto" | "ewallet") =>
    renderToStaticMarkup(
      <TextsProvider value={textsFor(lang)}>
        <ExceptionTable rules={exampleRules} show="all" {...(paysBy && { paysBy })} />
      </TextsProvider>,
    );

  test("of a crypto payment do not mention invoices or disputes at PayPal", () => {
    expect(rendered("crypto")).not.toMatch(/invoice|dispute|счёт|счет|спор|PayPal/i);
    expect(rendered("crypto")).toMatch(/0\.5|0,5/);
  });

  test("of an invoice do not mention coins, networks or an address that is watched", () => {
    expect(rendered("ewallet")).not.toMatch(/coin|network|watch the address|crypto|монет|сет[ьи]|адресом|крипто/i);
    expect(rendered("ewallet")).toMatch(/PayPal/);
  });

  test("of every payment name both", () => {
    expect(rendered()).toMatch(/PayPal/);
    expect(rendered()).toMatch(/crypto|крипто/i);
  });
});
