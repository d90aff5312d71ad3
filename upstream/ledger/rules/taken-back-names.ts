/**
 * Ids of the transfers that book a payment as taken back, by that of its arrival: what its holder bears, what we bear, and
 * what comes back for it from where the rail pays out. The arrival is found again by them.
 */
export const takenBackNames = (arrival: string) => ({
  own: `${arrival}:back`,
  ours: `${arrival}:back-owed`,
  swept: `${arrival}:back-swept`,
});

/** The arrival of the payment that a transfer takes back; null where an earlier version has named it by its order. */
export const arrivalTakenBack = (id: string): string | null => takenBack.exec(id)?.[1] ?? null;

const takenBack = /^((?:deposit|payin):.+):back(?:-owed)?(?::shortfall)?$/s;
