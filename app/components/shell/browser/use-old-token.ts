import { useEffect } from "react";

/** Where the old site stored its token, readable by any script. */
const oldKey = "accessToken";

/**
 * Sends a token left by the old site to the server once and deletes it, so that scripts can no longer read it. Reloads
 * the page if the token signed the visitor in.
 */
export function useOldToken(): void {
  useEffect(() => {
    const token = oldToken();
    if (token === null) return;
    const adopt = async () => {
      const response = await fetch("/adopt", { method: "POST", body: new URLSearchParams({ token }) });
      // While the service does not answer, the token stays for the next page.
      if (response.status >= 500) return;
      localStorage.removeItem(oldKey);
      if (response.status === 200) window.location.reload();
    };
    void adopt().catch(() => undefined);
  }, []);
}

/** Null also when the browser blocks storage. */
function oldToken(): string | null {
  try {
    return localStorage.getItem(oldKey);
  } catch {
    return null;
  }
}
