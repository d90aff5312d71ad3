/**
 * Loader data with parts for server rendering only (see ServerHtml). Remix serialises only enumerable properties, so
 * these are not sent to the browser.
 */
export function withServerOnly<Sent extends object, Own extends object>(sent: Sent, serverOnly: Own): Sent & Own {
  const loaderData = { ...sent, ...serverOnly };
  for (const name of Object.keys(serverOnly)) Object.defineProperty(loaderData, name, { enumerable: false });
  return loaderData;
}
