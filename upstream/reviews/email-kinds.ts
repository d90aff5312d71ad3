/** Kinds of e-mails about reviews, and of their jobs. */
export const reviewInviteKind = "review_invited";
export const reviewConfirmKind = "review_confirm";
