/**
 * Ids of the transfers that book a payment as taken back, by that of its arrival: what its holder bears, what we bear, and
 * what comes back for it from where the rail pays out.
 */
export const takenBackNames = (arrival: string) => ({
  ofHolder: `${arrival}:back`,
  ours: `${arrival}:back-owed`,
  swept: `${arrival}:back-swept`,
});
