import { currentBuild } from "../../http/current-build.server.ts";

/** Open pages ask once an hour whether a newer build is out; the query is a timestamp against caches. */
export function loader() {
  return Response.json(currentBuild, { headers: { "Cache-Control": "no-store" } });
}
