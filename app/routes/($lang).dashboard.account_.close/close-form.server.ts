import { z } from "zod/v4";
import { ownProof } from "../../components/account/proof/own-proof.server.ts";

export const closeForm = z.object({
  ...ownProof,
  sure: z.literal("on", { error: "must_accept" }),
  give_up_leftovers: z.literal("on").optional(),
});
