/** A signed statement for the customer to keep, and for anybody to check without us. */
export function signedFile(signed: object, name: string): Response {
  return new Response(`${JSON.stringify(signed, null, 2)}\n`, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}.json"`,
    },
  });
}
