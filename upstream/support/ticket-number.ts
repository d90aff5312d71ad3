/** `SUP-10231`. */
export const shownTicket = (number: number) => `SUP-${number}`;

/** The number in `SUP-10231`, in any case and with or without the dash or the letters. */
export function ticketNumber(typed: string): number | undefined {
  const digits = /^(?:sup-?)?(\d{1,9})$/i.exec(typed.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}
