import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { useEffect } from "react";

/**
 * A redirect may lead to a page whose route the browser does not know: the page is then loaded from the server. The
 * server's own 404 page has no scripts, so this cannot loop.
 */
export function useFullPageLoad(): void {
  const error = useRouteError();
  const isUnknown = isRouteErrorResponse(error) && error.status === 404;
  useEffect(() => {
    if (isUnknown) window.location.reload();
  }, [isUnknown]);
}
