import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { loadWords, pageTakenOver } from "./i18n/words.client.ts";

async function hydrate() {
  const [words] = await Promise.all([loadWords(), pageDataDecoded()]);
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <I18nextProvider i18n={words}>
          <RemixBrowser />
          <TakenOver />
        </I18nextProvider>
      </StrictMode>,
    );
  });
}

function TakenOver() {
  useEffect(pageTakenOver, []);
  return null;
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
