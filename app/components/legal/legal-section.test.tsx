import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { exampleCompany } from "../../../contract/company/read-company.ts";
import { textsFor } from "../../i18n/texts/texts.server.ts";
import { TextsProvider } from "../../i18n/translation.ts";
import { CompanyProvider, companyAt } from "../company/company.ts";
import { LegalSection } from "./legal-section.tsx";

test("an address in a legal text is mailed to as it is shown, also one that was ours when the terms were accepted", () => {
  const clauses = [
    { text: "Write to <email>first@exchange.test</email> or <privacyEmail>dpo@exchange.test</privacyEmail>." },
  ];
  const html = renderToStaticMarkup(
    <TextsProvider value={textsFor("en")}>
      <CompanyProvider value={companyAt(exampleCompany, new Date(0))}>
        <LegalSection section={{ id: "contact", heading: "Contact", clauses }} number={1} />
      </CompanyProvider>
    </TextsProvider>,
  );
  expect(html).toContain('href="mailto:first@exchange.test"');
  expect(html).toContain('href="mailto:dpo@exchange.test"');
});
