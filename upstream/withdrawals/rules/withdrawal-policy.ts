/** The rules of withdrawals in numbers. */
export type WithdrawalPolicy = {
  /** Time for the code; then the withdrawal is cancelled. */
  confirmSeconds: number;
  /** An address that is not saved, or was saved later than this ago, has to wait as long. */
  newAddressSeconds: number;
  /** So long after it could have left, a withdrawal needs a new request. */
  lapseSeconds: number;
  /** How long after it is turned off "only my addresses" stays in force. */
  addressesOnlyEndsSeconds: number;
  /** How long a changed password, second factor or email freezes withdrawals. */
  securityFreezeSeconds: number;
  /** How long a withdrawal that its owner reports freezes the account; support may lift it earlier. */
  reportedFreezeSeconds: number;
  /** How far back a freeze shows what has left, and forgets saved addresses. */
  freezeLookBackSeconds: number;
  /** How long the link to report a withdrawal works. */
  reportLinkSeconds: number;
  levels: readonly WithdrawalLevel[];
};

/** What a member may withdraw in 24 hours over all assets, in US cents, and what it takes to reach the level. */
export type WithdrawalLevel = { level: number; needs: "nothing" | "authenticator"; dayUsd: bigint };

const hours = 60 * 60;
const days = 24 * hours;

export const defaultWithdrawalPolicy: WithdrawalPolicy = {
  confirmSeconds: hours / 2,
  newAddressSeconds: 24 * hours,
  lapseSeconds: 7 * days,
  addressesOnlyEndsSeconds: 24 * hours,
  securityFreezeSeconds: 24 * hours,
  reportedFreezeSeconds: 7 * days,
  freezeLookBackSeconds: 7 * days,
  reportLinkSeconds: 30 * days,
  levels: [
    { level: 1, needs: "nothing", dayUsd: 2_000_00n },
    { level: 2, needs: "authenticator", dayUsd: 20_000_00n },
  ],
};
