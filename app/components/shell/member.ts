import { useRouteLoaderData } from "@remix-run/react";

/** What every page shows of the member who looks at it. */
export type ShownMember = { name: string | null; email: string; picture: string | null; timezone: string };

/** The member who looks at this page; null for a guest. */
export function useMember(): ShownMember | null {
  return useRouteLoaderData<{ member?: ShownMember | null }>("root")?.member ?? null;
}
