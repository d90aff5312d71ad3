/** Days after which the service deletes data about visitors and accounts, as the privacy policy says. */
export const keptDays = {
  /** Orders that were never confirmed. */
  drafts: 1,
  /** Codes in emails, after they expired. */
  codes: 1,
  /** Failed sign-ins to addresses without an account, to investigate attacks. */
  unknownSignIns: 30,
  accountEmails: 90,
  /** Network addresses of ended orders: for as long as PayPal lets a payer dispute a payment. */
  orderAddresses: 180,
  /** Screenshots of payments at PayPal, and accounts in its reports: for as long as any bank lets a payer dispute a payment. */
  paypalEvidence: 540,
  /** Reviews whose link was not used. */
  unconfirmedReviews: 14,
  /** Newsletter addresses whose owner did not press the link. */
  unconfirmedSubscriptions: 14,
  /** Which issues of the newsletter went to whom. */
  newsletterDeliveries: 30,
  /** Browsers to notify about an order that has not ended. */
  pushSubscriptions: 60,
  signInHistory: 2 * 365,
  /** Questions to support that belong to no order, after their last change. */
  tickets: 2 * 365,
  /** Those of guests who have not opened our email, if nobody has answered. */
  unprovenTickets: 14,
} as const;
