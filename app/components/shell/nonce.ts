import { createContext, useContext } from "react";

const Nonce = createContext("");
export const NonceProvider = Nonce.Provider;

/** The nonce of this answer's scripts. Empty in the browser, which hides it from scripts on purpose. */
export function useNonce(): string {
  return useContext(Nonce);
}
