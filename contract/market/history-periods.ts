/** How far back a rate history goes; separate from the schemas, so that a browser can list them without loading zod. */
export const historyPeriods = ["day", "week", "month", "year"] as const;
export type HistoryPeriod = (typeof historyPeriods)[number];
