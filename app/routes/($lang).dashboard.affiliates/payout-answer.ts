/** What an answer to the form of the payout is about; no link has this code. */
export const payoutAnswer = "/payout";
