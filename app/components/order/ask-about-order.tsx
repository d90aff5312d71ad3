import { shownRef } from "../../../contract/order/order-number.ts";
import { onOneLine, TextWithParts } from "../../i18n/text-with-parts.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { useSite } from "../../site/site.ts";

/** The ways to support on each page of an order: the contact page knows which one it is about. */
export function AskAboutOrder({ orderRef }: { orderRef: string }) {
  const { t } = useTranslation("ask");
  const href = useHref();
  const contact = href(`/company/contact-us?order=${orderRef}`);
  const link = "inline-block py-1 text-link-inline";
  return (
    <p className="text-small text-ink-2">
      <TextWithParts text={t("text", { ref: shownRef(orderRef) })} parts={{ ref: onOneLine }} />{" "}
      <a href={contact} className={link}>
        {t("write")}
      </a>
      {useSite()?.hasChat && (
        <>
          {" · "}
          <a href={`${contact}#chat`} className={link}>
            {t("chat")}
          </a>
        </>
      )}
    </p>
  );
}
