import type { RequestFacts } from "./http/request/request-facts.ts";

/** What the front hands to loaders, actions and the page's rendering. */
declare module "@remix-run/server-runtime" {
  interface AppLoadContext extends RequestFacts {}
}
