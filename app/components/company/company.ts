import { createContext, useContext } from "react";
import type { Company } from "../../../contract/company/company.ts";

/** The company, and the offset of its time zone today: `UTC+2`. */
export type ShownCompany = Company & { utcOffset: string };

const ServerCompany = createContext<ShownCompany | undefined>(undefined);
export const CompanyProvider = ServerCompany.Provider;

/** In the browser only below a provider: footer and legal pages need no scripts, and few other pages need the company. */
export function useCompany(): ShownCompany {
  const company = useContext(ServerCompany);
  if (!company) throw new Error("useCompany was called in the browser.");
  return company;
}

export function companyAt(company: Company, now: Date): ShownCompany {
  const { timeZone } = company.support;
  const parts = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "shortOffset" }).formatToParts(now);
  const offset = parts.find(({ type }) => type === "timeZoneName")?.value ?? "UTC";
  return { ...company, utcOffset: offset.replace("GMT", "UTC") };
}
