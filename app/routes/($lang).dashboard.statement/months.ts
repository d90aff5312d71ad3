/** All months from the first to the last, the last first: `2026-11`, `2026-10`. At most ten years. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  let [year = 0, month = 0] = last.split("-").map(Number);
  while (months.length < 120) {
    const name = `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}`;
    if (name < first) break;
    months.push(name);
    month -= 1;
    if (month === 0) {
      month = 12;
      year -= 1;
    }
  }
  return months;
}
