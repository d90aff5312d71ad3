/**
 * What money that is to leave waits for before it is sent. `funds`: our team or a job moves money to the place it is sent from;
 * `review`: our team reviews it; `check`: it is compared with lists automatically; `release`: it leaves with our next release of
 * payouts; `paused`: payouts on its network or at its payment service are paused; `network_fee`: the network's fees are unusually high.
 */
export const payoutWaits = ["funds", "review", "check", "release", "paused", "network_fee"] as const;
export type PayoutWait = (typeof payoutWaits)[number];
