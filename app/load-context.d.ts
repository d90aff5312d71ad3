import type { RequestFacts } from "./http/request/request-facts.ts";

/** Data that the front passes to loaders, actions and rendering. */
declare module "@remix-run/server-runtime" {
  interface AppLoadContext extends RequestFacts {}
}
