import { textsElementId } from "../../i18n/page-texts.ts";
import { useTexts } from "../../i18n/translation.ts";

/**
 * The texts that the page's scripts need, beside its data; read once by `pageTexts`. React leaves what the server sent
 * as it is, so the browser gives it nothing.
 */
export function PageTexts() {
  const { forBrowser } = useTexts();
  return (
    <script
      id={textsElementId}
      type="application/json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of our own files, escaped where it is made.
      dangerouslySetInnerHTML={{ __html: forBrowser ?? "" }}
    />
  );
}
