import { existsSync, readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { z } from "zod/v4";
import { approvalText } from "../../../../signer/protocol/approval-text.ts";
import { evmApproval } from "../../../db/schema/evm-payouts.ts";
import { outgoing } from "../../../db/schema/index.ts";
import { reasonArgument } from "../../../operator/arguments.ts";
import { recordAudit } from "../../../operator/audit.ts";
import { command, done, type Operator, type Outcome, refused } from "../../../operator/command.ts";
import { readPassphrase } from "../../../operator/read-passphrase.ts";
import type { Context } from "../../../ports/context.ts";
import { openKeyFile } from "../../../staff/key-file.ts";
import { isSignedBy, publicKeyOf, signText } from "../../../staff/signed-payload.ts";
import { approvalWord, readApprovalWord } from "../payouts/approvals.ts";
import { evmNetwork } from "../settings.ts";
import { evmRail } from "../source.ts";

const movement = z
  .string({ error: "Enter the payout." })
  .trim()
  .min(1)
  .max(80)
  .describe("payout, as in `payouts list`");
const units = z
  .string()
  .regex(/^[1-9]\d{0,77}$/, { error: "must be a whole number of minor units" })
  .transform(BigInt);

/** The longest time that an approval may wait for its payout. */
const mostHours = 168;

/** The signer's approvals: above its own caps a payout needs them, whatever the service says (docs/signer.md). */
export const evmPayoutCommands = [
  command({
    name: "evm sign",
    summary:
      "Signs, on your own machine, your approval of one payout for the signer, and prints it for `evm approve`, which names what to sign.",
    positional: ["id"],
    args: z.object({
      id: movement,
      asset: z.string().max(40).describe("asset"),
      to: z.string().max(60).describe("address that it goes to"),
      amount: units.describe("amount in minor units"),
      chain: z.coerce.number().int().min(1).describe("chain id"),
      hours: z.coerce.number().int().min(1).max(mostHours).default(24).describe("how long it is valid"),
      file: z.string().max(1000).describe("your key file"),
      passphrase_file: z
        .string()
        .optional()
        .describe("file with the passphrase, which only you can read; else it is asked for"),
    }),
    beforeOpening: ({ file, passphrase_file, hours, ...payout }) => signApproval(payout, hours, file, passphrase_file),
    run: async () => refused("Run it on your own machine."),
  }),
  command({
    name: "evm approve",
    summary: "Hands an operator's approval of a payout to the signer. Without one, it prints what to sign.",
    changes: {
      asksNothing: "only the signer says whether the approval counts, and the guard's own approvals still hold",
    },
    positional: ["id"],
    args: z.object({
      id: movement,
      approval: z.string().max(2000).optional().describe("what `evm sign` has printed"),
      reason: reasonArgument,
    }),
    run: approve,
  }),
];

type Payout = { id: string; asset: string; to: string; amount: bigint; chain: number };

async function signApproval(
  payout: Payout,
  hours: number,
  file: string,
  passphraseFile: string | undefined,
): Promise<Outcome> {
  if (!existsSync(file)) return refused(`There is no key file ${file}.`);
  const passphrase = await readPassphrase(passphraseFile, "Passphrase of your key");
  if (typeof passphrase !== "string") return refused(passphrase.refused);
  const text = readFileSync(file, "utf8");
  const opened = openKeyFile(text, passphrase);
  if (!opened) return refused(`The passphrase does not open ${file}.`);
  const until = new Date(Date.now() + hours * 3_600_000).toISOString();
  const signature = signText(approvalText({ ...payout, until }), opened.key);
  return done(approvalWord({ key: opened.publicKey, until, signature }));
}

type Handed = { id: string; approval?: string | undefined; reason: string };

async function approve(ctx: Context, { id, approval, reason }: Handed, operator: Operator): Promise<Outcome> {
  const [row] = await ctx.db.orm.select().from(outgoing).where(eq(outgoing.id, id));
  if (!row || row.rail !== evmRail) return refused(`There is no payout ${id} on Ethereum.`);
  const { asset, account: to, amount } = row;
  const payout = { id, asset, to, amount, chain: evmNetwork(ctx.env.railSettings).chainId };
  if (approval === undefined)
    return done(
      `evm sign ${id} --asset ${asset} --to ${to} --amount ${amount} --chain ${payout.chain} --file <key file>`,
    );
  const read = readApprovalWord(approval);
  if (!read || !publicKeyOf(read.key)) return refused("This is not what `evm sign` prints.");
  const { key, until, signature } = read;
  if (!isSignedBy(key, approvalText({ ...payout, until }), signature))
    return refused(`It was signed for something else than ${amount} minor units of ${asset} to ${to} as ${id}.`);
  await ctx.db.transaction(async (tx) => {
    const at = ctx.clock.now();
    const added = { movementId: id, key, until: new Date(until), signature, at };
    await tx.insert(evmApproval).values(added).onConflictDoNothing();
    const entry = { action: "evm_approved", subject: row.orderRef ?? row.withdrawalId ?? id, reason };
    await recordAudit(ctx, tx, operator, { ...entry, details: { movement: id, key, after: until } });
  });
  return done(`The signer is shown this approval of ${id}, valid until ${until}.`);
}
