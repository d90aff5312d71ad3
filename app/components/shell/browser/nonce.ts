import { createContext, useContext } from "react";

const Nonce = createContext<string | undefined>("");
export const NonceProvider = Nonce.Provider;

/**
 * The CSP nonce of this response's scripts. Empty in the browser, which hides it from scripts; undefined on a cached
 * page, whose policy lists hashes.
 */
export function useNonce(): string | undefined {
  return useContext(Nonce);
}
