import type { ServerBuild } from "@remix-run/node";

type BuildModule = typeof import("virtual:remix/server-build");

/** The build as Remix's request handler takes it: an optional field is absent, not undefined. */
export function remixBuild({ basename, ...build }: BuildModule): ServerBuild {
  return { ...build, ...(basename !== undefined && { basename }) };
}
