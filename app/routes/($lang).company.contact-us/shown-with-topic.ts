import type { SupportTopic } from "../../../contract/support/ticket-states.ts";

/** Classes of what is shown while its topic is chosen, inside a `group`: the page needs no scripts for it. */
export const shownWithTopic: Record<SupportTopic, string> = {
  order: "hidden group-has-[[value=order]:checked]:block",
  payment: "hidden group-has-[[value=payment]:checked]:block",
  account: "hidden group-has-[[value=account]:checked]:block",
  partner: "hidden group-has-[[value=partner]:checked]:block",
  other: "hidden group-has-[[value=other]:checked]:block",
};
