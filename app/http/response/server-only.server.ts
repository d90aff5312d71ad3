/**
 * A loader's answer with parts that only the server's rendering reads (see ServerHtml). Remix sends a browser the
 * enumerable properties alone, so these take no room in the page.
 */
export function withServerOnly<Sent extends object, Own extends object>(sent: Sent, own: Own): Sent & Own {
  const answer = { ...sent, ...own };
  for (const name of Object.keys(own)) Object.defineProperty(answer, name, { enumerable: false });
  return answer;
}
