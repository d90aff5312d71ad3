/** What members of staff are. Each role may do what `roleMay` says; a person has one. */
export const staffRoles = ["operator", "approver", "risk", "owner"] as const;
export type StaffRole = (typeof staffRoles)[number];

/**
 * What a command does to money, decided once for each. `none`: it creates nothing and sends nothing anywhere else.
 * `creates`: a member or an order has money that only an operator's word vouches for. `redirects`: money goes to where an
 * operator said. `prices`: what customers get for theirs. `reserve`: a record of our own money. `resumes`: what was stopped goes on.
 * `approves`: it is the second person's word. `identity`: it shows who a customer is. `staff`: who may do all this.
 */
const moneyEffects = [
  "none",
  "creates",
  "redirects",
  "prices",
  "reserve",
  "resumes",
  "approves",
  "identity",
  "staff",
] as const;
export type MoneyEffect = (typeof moneyEffects)[number];

/** The roles table: printed in docs/operating/staff.md. */
const mayDo: Record<StaffRole, readonly MoneyEffect[]> = {
  operator: ["none", "creates", "redirects", "prices", "reserve", "resumes"],
  approver: ["none", "creates", "redirects", "prices", "reserve", "resumes", "approves"],
  // Looks at customers, and lets no money go.
  risk: ["none", "identity"],
  owner: moneyEffects,
};

export const roleMay = (role: StaffRole, effect: MoneyEffect): boolean => mayDo[role].includes(effect);

/** Whether what such a command did leaves only with a second person's word. */
export const needsSecondPerson = (effect: MoneyEffect | undefined): boolean =>
  effect === "creates" || effect === "redirects" || effect === "prices";
