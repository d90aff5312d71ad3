import { exchangePages } from "../../../contract/market/exchange-pages.ts";
import type { ExchangePage } from "../../../contract/market/pairs.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { Segments } from "../../ui/fields/segments.tsx";

/** The three products, with short names on phones. */
export function ProductSegments({ current }: { current: ExchangePage }) {
  const { t } = useTranslation("calculator");
  const address = useHref();
  return (
    <Segments
      label={t("products")}
      segments={exchangePages.map((page) => ({
        to: address(`/exchange/${page}`),
        current: page === current,
        name: (
          <>
            <span className="lg:hidden">{t(`productShort.${page}`)}</span>
            <span className="hidden lg:inline">{t(`product.${page}`)}</span>
          </>
        ),
      }))}
    />
  );
}
