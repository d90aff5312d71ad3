/** The part of the package that tests/support/service/openid-provider.ts uses; it has no types. */
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  type Claims = { sub: string; [name: string]: unknown };
  type Configuration = {
    clients: {
      client_id: string;
      client_secret: string;
      redirect_uris: string[];
      token_endpoint_auth_method: string;
    }[];
    claims: Record<string, string[]>;
    conformIdTokenClaims: boolean;
    jwks: { keys: object[] };
    cookies: { keys: string[] };
    pkce: { required(): boolean };
    routes: Record<string, string>;
    ttl: Record<string, number>;
    findAccount(context: unknown, id: string): { accountId: string; claims(): Claims };
  };
  // biome-ignore lint/style/noDefaultExport: theirs is one.
  export default class Provider {
    constructor(issuer: string, configuration: Configuration);
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
  }
}
