import type { Route } from "@playwright/test";
import { clientId, type GoogleAccount, issuer, type OpenIdProvider } from "../service/openid-provider.ts";

/** What the next press of the button passes to the page. */
export type Press = "token" | "another nonce" | "nothing";

export type GoogleButton = {
  /** From now on the library does not load. */
  isMissing: boolean;
  account: GoogleAccount;
  press: Press;
  /** Answers what a browser asks at `googleButtonPages`. */
  answer(route: Route): Promise<void>;
};

export const googleButtonPages = `${issuer}/gsi/**`;

/** A fake of Google's library: the part of `google.accounts.id` that a page uses, with real tokens of the provider. */
export function googleButton(provider: OpenIdProvider, account: GoogleAccount): GoogleButton {
  const button: GoogleButton = {
    isMissing: false,
    account,
    press: "token",
    async answer(route) {
      const url = new URL(route.request().url());
      if (url.pathname === "/gsi/client" && !button.isMissing) {
        await route.fulfill({ contentType: "text/javascript", body: library });
      } else if (url.pathname === "/gsi/token" && url.searchParams.get("client_id") === clientId) {
        const headers = { "Access-Control-Allow-Origin": "*" };
        await route.fulfill({ headers, json: await pressed(url.searchParams.get("nonce") ?? "") });
      } else {
        await route.fulfill({ status: 404 });
      }
    },
  };
  return button;

  async function pressed(nonce: string): Promise<{ credential?: string }> {
    if (button.press === "nothing") return {};
    return {
      credential: await provider.idToken(button.account, button.press === "token" ? nonce : "of another sign-in"),
    };
  }
}

const library = `
let options;
window.google = { accounts: { id: {
  initialize(given) { options = given; },
  renderButton(place) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Google's own button";
    button.onclick = async () => {
      const query = new URLSearchParams({ client_id: options.client_id, nonce: options.nonce });
      const answer = await fetch("${issuer}/gsi/token?" + query);
      options.callback(await answer.json());
    };
    place.replaceChildren(button);
  },
} } };
`;
