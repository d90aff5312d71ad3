import { useRouteLoaderData } from "@remix-run/react";

/** Member data shown on every page. */
export type ShownMember = {
  name: string | null;
  email: string;
  picture: string | null;
  timezone: string /** Orders that have not ended. */;
  open: number;
  /** Whether the service has wallets for members. */
  hasWallets: boolean;
  /** Whether there is a partner programme. */
  hasAffiliates: boolean;
};

/** The signed-in member; null for a guest. */
export function useMember(): ShownMember | null {
  return useRouteLoaderData<{ member?: ShownMember | null }>("root")?.member ?? null;
}
