/** Kinds of emails about reviews, and of their jobs. */
export const reviewInviteKind = "review_invited";
export const reviewConfirmKind = "review_confirm";

/** The id of the email that confirms a review: its revision makes another text another email. */
export const reviewEmailId = ({ id, revision }: { id: string; revision: number }) =>
  [reviewConfirmKind, id, revision].join(":");

export function reviewOfEmail(emailId: string): { review: string; revision: string } {
  const [, review = "", revision = ""] = emailId.split(":");
  return { review, revision };
}
