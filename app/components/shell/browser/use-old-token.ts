import { useEffect } from "react";

/** Where the old site kept its token, readable by any script. */
const oldKey = "accessToken";

/**
 * Hands a token that the old site left in this browser over to the server, once, and removes it: from then on no script
 * can read it. The page is loaded again when the visitor is signed in by it.
 */
export function useOldToken(): void {
  useEffect(() => {
    const token = oldToken();
    if (token === null) return;
    const adopt = async () => {
      const answer = await fetch("/adopt", { method: "POST", body: new URLSearchParams({ token }) });
      // While the service does not say whether it is good, it waits for the next page.
      if (answer.status >= 500) return;
      localStorage.removeItem(oldKey);
      if (answer.status === 200) window.location.reload();
    };
    void adopt().catch(() => undefined);
  }, []);
}

/** Null also where the browser keeps its storage closed. */
function oldToken(): string | null {
  try {
    return localStorage.getItem(oldKey);
  } catch {
    return null;
  }
}
