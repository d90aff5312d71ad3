import { createHash } from "node:crypto";
import { type GoogleProfile, GoogleStrategy } from "remix-auth-google";
import { type ExchangeLimits, exchangeCode } from "./google-exchange.server.ts";
import { GoogleFault } from "./google-reason.ts";
import { isFor } from "./google-token.server.ts";

type Client = {
  clientID: string;
  clientSecret: string;
  callbackURL: string;
  authorizationURL: string;
  tokenURL: string;
  /** Of the exchange of the code for tokens; the site's own by default. */
  limits?: ExchangeLimits;
};
/** Binds the response to this sign-in: `verifier` is the PKCE verifier, `nonce` returns inside the ID token. */
type Binding = { nonce: string; verifier: string };

/**
 * The remix-auth-google strategy with PKCE, a nonce, configurable addresses and a timeout. Returns the ID token, which
 * the service verifies.
 */
export class GoogleCodeFlow extends GoogleStrategy<string> {
  constructor(
    private readonly client: Client,
    private readonly binding: Binding,
  ) {
    super({ ...client, scope: "openid email profile" }, async ({ extraParams: { id_token: tokenId } }) => {
      if (!isFor(tokenId, binding.nonce)) throw new GoogleFault("cut");
      return tokenId;
    });
    this.authorizationURL = client.authorizationURL;
    this.tokenURL = client.tokenURL;
  }

  protected override authorizationParams(): URLSearchParams {
    const params = super.authorizationParams();
    params.set("nonce", this.binding.nonce);
    params.set("code_challenge", createHash("sha256").update(this.binding.verifier).digest("base64url"));
    params.set("code_challenge_method", "S256");
    return params;
  }

  protected override async fetchAccessToken(code: string, params: URLSearchParams) {
    const { clientID, clientSecret, tokenURL, limits } = this.client;
    const clientFields = {
      client_id: clientID,
      client_secret: clientSecret,
      code,
      code_verifier: this.binding.verifier,
    };
    const tokens = await exchangeCode(
      tokenURL,
      new URLSearchParams([...params, ...Object.entries(clientFields)]),
      limits,
    );
    return this.getAccessToken(Response.json(tokens));
  }

  /** The ID token contains the identity: no second request to Google is needed. */
  protected override async userProfile(): Promise<GoogleProfile> {
    return noProfile;
  }
}

/** The strategy requires a profile; nothing reads it. */
const noProfile: GoogleProfile = {
  provider: "google",
  id: "",
  displayName: "",
  name: { familyName: "", givenName: "" },
  emails: [{ value: "" }],
  photos: [{ value: "" }],
  _json: {
    sub: "",
    name: "",
    given_name: "",
    family_name: "",
    picture: "",
    locale: "",
    email: "",
    email_verified: false,
    hd: "",
  },
};
