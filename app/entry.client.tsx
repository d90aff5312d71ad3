import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { sentToBrowser } from "./components/shell/browser/browser-start.tsx";
import { connection } from "./components/shell/browser/connection.ts";
import { keepingThePage } from "./components/shell/browser/lost-requests.ts";
import { keepTextsOfReact } from "./components/shell/browser/translated-text.ts";
import { keepTypedFields } from "./components/shell/browser/typed-fields.ts";
import { asLang } from "./i18n/languages.ts";
import { type Sentences, textsOf } from "./i18n/texts/page-texts.ts";
import { TextsProvider } from "./i18n/translation.ts";

async function hydrate() {
  window.fetch = keepingThePage(window.fetch.bind(window), connection);
  keepTextsOfReact(document);
  keepTypedFields();
  // Before Remix creates its routes from it.
  Object.assign(window, { __remixManifest: sentToBrowser("manifest") });
  const texts = textsOf(asLang(document.documentElement.lang), sentToBrowser("texts") as Sentences);
  await pageDataDecoded();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <TextsProvider value={texts}>
          <RemixBrowser />
        </TextsProvider>
      </StrictMode>,
    );
  });
}

/**
 * Remix decodes the page's data in its first render and suspends the root meanwhile; input at that moment makes React
 * fail with error 345. So decoding starts here, before hydration: the thrown value is the promise of its end.
 */
async function pageDataDecoded(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (pending) {
    // A decoding error is thrown again and reported during hydration.
    if (pending instanceof Promise) await pending;
  }
}

void hydrate();
