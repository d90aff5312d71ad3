import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { clientId, type GoogleAccount, type OpenIdProvider } from "../service/openid-provider.ts";

/** What the next press of the button passes to the page. */
export type Press = "token" | "another nonce" | "nothing";

export type GoogleButton = {
  /** The address of the library. */
  script: string;
  /** From now on the library does not load. */
  isMissing: boolean;
  account: GoogleAccount;
  press: Press;
  stop(): void;
};

/** A fake of Google's library: the part of `google.accounts.id` that a page uses, with real tokens of the provider. */
export async function startButton(provider: OpenIdProvider, account: GoogleAccount): Promise<GoogleButton> {
  const server = createServer((request, response) => void answer(request.url ?? "", response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The library has no port");
  const button: GoogleButton = {
    script: `http://127.0.0.1:${address.port}/gsi/client`,
    isMissing: false,
    account,
    press: "token",
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
  return button;

  async function answer(target: string, response: ServerResponse): Promise<void> {
    const url = new URL(target, button.script);
    response.setHeader("Access-Control-Allow-Origin", "*");
    if (url.pathname === "/gsi/client" && !button.isMissing) {
      response.setHeader("Content-Type", "text/javascript").end(library(url.origin));
    } else if (url.pathname === "/gsi/token" && url.searchParams.get("client_id") === clientId) {
      const nonce = button.press === "token" ? (url.searchParams.get("nonce") ?? "") : "of another sign-in";
      const given = button.press === "nothing" ? {} : { credential: await provider.idToken(button.account, nonce) };
      response.setHeader("Content-Type", "application/json").end(JSON.stringify(given));
    } else {
      response.writeHead(404).end();
    }
  }
}

const library = (origin: string) => `
let options;
window.google = { accounts: { id: {
  initialize(given) { options = given; },
  renderButton(place) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Google's own button";
    button.onclick = async () => {
      const query = new URLSearchParams({ client_id: options.client_id, nonce: options.nonce });
      const answer = await fetch("${origin}/gsi/token?" + query);
      options.callback(await answer.json());
    };
    place.replaceChildren(button);
  },
} } };
`;
