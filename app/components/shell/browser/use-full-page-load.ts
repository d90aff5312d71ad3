import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { useEffect } from "react";

/**
 * A redirect may lead the browser to a page of which it knows no route: then it asks the server for that address. The
 * server's own 404 comes without scripts, so nothing turns in a circle.
 */
export function useWholeLoad(): void {
  const error = useRouteError();
  const isUnknown = isRouteErrorResponse(error) && error.status === 404;
  useEffect(() => {
    if (isUnknown) window.location.reload();
  }, [isUnknown]);
}
