/** The query parameter of partners' links. It works on every page. */
const parameter = "partner";
/** What partners' codes look like. Anything else is ignored, and repeated in no link. */
const codePattern = /^[A-Za-z0-9_-]{1,40}$/;

/** The code in an address's query; null without one, and where it is given twice, since parsers disagree about which. */
export function partnerCodeIn(search: string): string | null {
  const [code, ...furtherCodes] = new URLSearchParams(search).getAll(parameter);
  return code !== undefined && furtherCodes.length === 0 && codePattern.test(code) ? code : null;
}

/** One of our own addresses with the code, so that it outlasts the next page without a cookie. */
export function withPartner(address: string, code: string | null): string {
  if (code === null) return address;
  const [path = "", ...fragment] = address.split("#");
  const query = `${path.includes("?") ? "&" : "?"}${parameter}=${code}`;
  return [path + query, ...fragment].join("#");
}
