/**
 * Loader data with parts for server rendering only (see ServerHtml). Remix serialises only enumerable properties, so
 * these are not sent to the browser.
 */
export function withServerOnly<Sent extends object, Own extends object>(sent: Sent, own: Own): Sent & Own {
  const answer = { ...sent, ...own };
  for (const name of Object.keys(own)) Object.defineProperty(answer, name, { enumerable: false });
  return answer;
}
