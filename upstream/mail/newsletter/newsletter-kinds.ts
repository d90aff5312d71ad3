/** Kinds of the newsletter's emails, and of their jobs. */
export const newsletterConfirmKind = "newsletter_confirm";
export const newsletterIssueKind = "newsletter_issue";
