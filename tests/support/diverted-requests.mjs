import { ServerResponse } from "node:http";

/**
 * Requests to other companies go to servers of a test on this machine instead: `diverted` has the origin of a server for each origin
 * that a program asks. Preloaded into a site (`withDiverted`), also its redirects to those origins lead there.
 */

/** @type {Map<string, string>} */
const origins = new Map();

/**
 * @param {string | URL} address
 * @returns {string} The address to ask instead, or the same.
 */
function diverted(address) {
  const text = String(address);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const origin = url && origins.get(url.origin);
  return url && origin ? `${origin}${url.pathname}${url.search}` : text;
}

const ask = globalThis.fetch;

/**
 * In the process of the caller, from now on.
 * @param {Readonly<Record<string, string>>} wanted
 * @returns {void}
 */
export function divertRequests(wanted) {
  for (const [from, to] of Object.entries(wanted)) origins.set(from, to);
  if (globalThis.fetch !== ask) return;
  globalThis.fetch = (input, init) => ask(input instanceof Request ? input : diverted(input), init);
}

/**
 * The settings of a site whose requests and redirects are diverted.
 * @param {Readonly<Record<string, string>>} wanted
 * @returns {Record<string, string>}
 */
export const withDiverted = (wanted) => ({
  NODE_OPTIONS: `--import ${import.meta.url}`,
  DIVERTED_REQUESTS: JSON.stringify(wanted),
});

const wanted = process.env.DIVERTED_REQUESTS;
if (wanted !== undefined) {
  divertRequests(JSON.parse(wanted));
  const { writeHead } = ServerResponse.prototype;
  // As the site's front writes its answers: the status, and an object with names in lower case.
  ServerResponse.prototype.writeHead = function (status, headers) {
    const location = Array.isArray(headers) ? undefined : headers?.location;
    return writeHead.call(this, status, location ? { ...headers, location: diverted(location) } : headers);
  };
}
