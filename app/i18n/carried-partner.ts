import { createContext, useContext } from "react";

const CarriedPartner = createContext<string | null>(null);

/** The partner's code of the visit, for every link of the page; the layout provides it. */
export const CarriedPartnerProvider = CarriedPartner.Provider;

export function useCarriedPartner(): string | null {
  return useContext(CarriedPartner);
}
