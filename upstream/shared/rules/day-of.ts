/** The day of a moment in UTC, `YYYY-MM-DD`: limits, counts, reports and books go by it. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);
