/**
 * How the page's requests in the background fare. `waiting`: a page could not be read again, and is asked for until it can
 * be. Of a form that was sent, `unsent`: nothing answered; `tooMany`: refused, since there were too many requests; `blocked`:
 * refused before it reached us.
 */
export type ConnectionState = "answers" | "waiting" | "unsent" | "tooMany" | "blocked";

export type Connection = ReturnType<typeof newConnection>;

export function newConnection() {
  let state: ConnectionState = "answers";
  const listeners = new Set<() => void>();
  return {
    state: () => state,
    set(next: ConnectionState): void {
      if (next === state) return;
      state = next;
      for (const tell of listeners) tell();
    },
    subscribe(tell: () => void): () => void {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
  };
}

/** Of the open page. */
export const connection = newConnection();
