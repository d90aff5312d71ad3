import { currentBuild } from "../../http/current-build.server.ts";

/** Open pages check hourly for a newer build; the query is a timestamp against caches. */
export function loader() {
  return Response.json(currentBuild, { headers: { "Cache-Control": "no-store" } });
}
