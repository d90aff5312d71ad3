import { useTranslation } from "../../i18n/translation.ts";
import { useSite } from "../../site/site.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import { CopyButton } from "../../ui/buttons/copy-button.tsx";
import { Card } from "../../ui/card.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";

const style =
  "display:inline-block;padding:12px 20px;border-radius:10px;background:#175641;color:#fff;font:600 16px/24px sans-serif;text-decoration:none";

/** A button for a partner's own page: plain HTML, without a script of ours. */
export function EmbedCard({ link }: { link: string }) {
  const { t } = useTranslation("affiliates");
  const words = t("embed.words", { brand: useSite()?.brand ?? "" });
  const html = `<a href="${escaped(link)}" style="${style}">${escaped(words)}</a>`;
  return (
    <Card aria-label={t("embed.title")}>
      <Disclosure title={t("embed.title")}>
        <p className="text-small text-ink-2">{t("embed.text")}</p>
        <p className="my-4">
          <a href={link} className={buttonClass({ variant: "filled" })}>
            {words}
          </a>
        </p>
        <pre className="select-all overflow-x-auto whitespace-pre-wrap rounded-note bg-inset p-3 text-small [overflow-wrap:anywhere]">
          {html}
        </pre>
        <div className="mt-3">
          <CopyButton value={html} label={t("embed.copy")} copiedLabel={t("link.copied")} />
        </div>
      </Disclosure>
    </Card>
  );
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
