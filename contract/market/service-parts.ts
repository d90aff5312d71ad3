/** The parts of the exchange that are measured every minute. */
export const serviceParts = ["orders", "coins", "invoices", "payouts"] as const;
export type ServicePart = (typeof serviceParts)[number];

/** How well a part works in a minute. */
export const partStates = ["works", "partly", "stopped"] as const;
export type PartState = (typeof partStates)[number];

export const incidentKinds = ["stopped", "partly", "planned"] as const;

export const statusPeriods = [7, 30, 90] as const;
