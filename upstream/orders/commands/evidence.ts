import { z } from "zod/v4";
import { noOrder } from "../../operator/apply-order-event.ts";
import { refArgument } from "../../operator/arguments.ts";
import { command, done } from "../../operator/command.ts";
import { gatherEvidence } from "../../operator/evidence/gather.ts";
import { evidencePage } from "../../operator/evidence/page.ts";

export const evidenceCommands = [
  command({
    name: "orders evidence",
    summary: "The evidence of an order as one HTML file, or as data with --json.",
    positional: ["ref"],
    args: z.object({
      ref: refArgument,
      out: z.string().trim().min(1).max(1000).optional().describe("HTML file to write, evidence.html"),
    }),
    async run(ctx, { ref, out }) {
      const evidence = await gatherEvidence(ctx, ref);
      if (!evidence) return noOrder(ref);
      const { parts, emails, ...head } = evidence;
      const named = parts.map((part) => [part.title, "lines" in part ? part.lines : part.rows]);
      const outcome = done({ ...head, ...Object.fromEntries(named), emails });
      if (out === undefined || !outcome.ok) return outcome;
      const text = evidencePage(evidence, ctx.env.BRAND_NAME);
      return { ...outcome, file: { path: out, text, message: `The evidence of order ${evidence.ref} is in ${out}.` } };
    },
  }),
];
