import { profileOf } from "../accounts/profile.ts";
import { serve } from "./serve.ts";

/** A member's own things. */
export const routes = [
  serve("memberProfile", async ({ ctx, member, now }) => ({ data: await profileOf(ctx, member.member, now) })),
];
