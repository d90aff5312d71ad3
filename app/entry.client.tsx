import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { sentToBrowser } from "./components/shell/browser/browser-start.tsx";
import { asLang } from "./i18n/languages.ts";
import { type Sentences, textsOf } from "./i18n/texts/page-texts.ts";
import { TextsProvider } from "./i18n/translation.ts";

async function hydrate() {
  // Before Remix makes its routes of it.
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
 * Remix decodes the page's data in its first render and suspends the whole root meanwhile; a visitor who presses or
 * types in that moment makes React fail on a root that cannot complete (error 345). So the decoding is set off here,
 * before React knows the page: what is thrown is the promise of its end.
 */
async function pageDataDecoded(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (pending) {
    // A failure to decode shows itself again, and is reported, when the page is hydrated.
    if (pending instanceof Promise) await pending;
  }
}

void hydrate();
