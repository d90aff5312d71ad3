/** The site itself, as remix-serve gets it: entry.server.tsx hands it on. */
declare module "virtual:remix/server-build" {
  export * from "@remix-run/dev/server-build";
}
