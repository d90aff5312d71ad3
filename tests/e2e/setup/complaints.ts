import { expect, type Page } from "@playwright/test";

/**
 * Caused by a test itself: it takes the network away; the last is its access to the sandboxed frame of an email. A test
 * that stops a site of its own closes its pages first: what they still report fails in one of several ways.
 */
const expected =
  /status of (4\d\d|50[234])|ERR_INTERNET_DISCONNECTED|^AbortError: |Blocked script execution in '[^']+\/mailbox\/[^']+\/html'/;

/** Collects a page's console errors and CSP violations; call the returned function at the end. */
export function listenForComplaints(page: Page, alsoExpected?: RegExp): () => void {
  const complaints: string[] = [];
  // Remix aborts a load or a submission for a newer one: it leaves the promise unhandled, or logs the error once the
  // response has begun.
  page.on("pageerror", (error) => {
    if (error.name !== "AbortError") complaints.push(String(error));
  });
  page.on("console", (message) => {
    // The OpenID provider's pages request an external font.
    if (message.location().url.startsWith("https://fonts.googleapis.com/")) return;
    const isExpected = expected.test(message.text()) || alsoExpected?.test(message.text());
    if (message.type() === "error" && !isExpected) complaints.push(message.text());
  });
  return () => expect(complaints).toEqual([]);
}
