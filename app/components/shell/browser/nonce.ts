import { createContext, useContext } from "react";

const Nonce = createContext<string | undefined>("");
export const NonceProvider = Nonce.Provider;

/**
 * The nonce of this answer's scripts. Empty in the browser, which hides it from scripts on purpose; undefined on a page
 * that is cached, whose policy names its scripts by their hashes.
 */
export function useNonce(): string | undefined {
  return useContext(Nonce);
}
