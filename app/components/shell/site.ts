import { useRouteLoaderData } from "@remix-run/react";
import type { loader } from "../../root.tsx";

/** What the root loader knows about the site and this visitor. Undefined only while the root itself failed. */
export function useSite() {
  return useRouteLoaderData<typeof loader>("root");
}
