import { expect, type Page } from "@playwright/test";

/** What a test brings about itself; the last is its own look into the frame of an e-mail, where nothing may run. */
const expected =
  /status of (4\d\d|50[234])|ERR_INTERNET_DISCONNECTED|Blocked script execution in '[^']+\/mailbox\/[^']+\/html'/;

/** Collects what a page logs as an error, a broken content policy among it; call the answer when the test is over. */
export function listenForComplaints(page: Page): () => void {
  const complaints: string[] = [];
  page.on("pageerror", (error) => {
    // Of a navigation that another overtook: Remix leaves its promise to itself.
    if (error.name !== "AbortError") complaints.push(String(error));
  });
  page.on("console", (message) => {
    // The pages of the OpenID provider ask for a font from the outside.
    if (message.location().url.startsWith("https://fonts.googleapis.com/")) return;
    if (message.type() === "error" && !expected.test(message.text())) complaints.push(message.text());
  });
  return () => expect(complaints).toEqual([]);
}
