import { z } from "zod/v4";
import { ownProof } from "../../components/account/proof/own-proof.server.ts";

/** The service validates the address. */
export const newEmailForm = z.object({
  email: z.string({ error: "required" }).trim().max(500, { error: "too_long" }),
  ...ownProof,
});
