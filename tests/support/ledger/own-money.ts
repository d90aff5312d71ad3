import { formatDecimal } from "../../../contract/values/decimal.ts";
import { audit } from "../../../upstream/db/schema/service.ts";
import { type Violation, verify } from "../../../upstream/ledger/verify.ts";
import type { Context } from "../../../upstream/ports/context.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";

type Money = { asset: string; amount: bigint; decimals: number };

/** Takes our own money out at the rail that pays the asset out, or adds it there, as an operator does. */
export async function moveOwnMoney(
  ctx: Context,
  how: "take" | "fund",
  { asset, amount, decimals }: Money,
): Promise<void> {
  const args = { asset, amount: formatDecimal(amount, decimals), reason: "for the test", anyway: "yes" };
  const outcome = await runCommand(ctx, { command: `reserve ${how}`, args, operator: { name: "anna" } });
  if (!outcome.ok) throw new Error(outcome.sentence);
}

/** Takes from a member's wallet into our reserve, or adds to it, as an operator does. */
export async function adjustWallet(
  ctx: Context,
  kind: "add" | "take",
  { email, asset, amount }: { email: string; asset: string; amount: string },
): Promise<void> {
  const args = { email, asset, amount, kind, reason: "for the test", anyway: "yes" };
  const outcome = await runCommand(ctx, { command: "wallets adjust", args, operator: { name: "anna" } });
  if (!outcome.ok) throw new Error(outcome.sentence);
}

/** An entry of the audit log of this id, for transfers that a test books as an operator would. */
export async function auditEntry(db: Pick<Context["db"], "orm">, id: string, at: Date): Promise<string> {
  const entry = { actor: "anna", action: "test", subject: "test", reason: "for the test", details: {} };
  await db.orm
    .insert(audit)
    .values({ id, ...entry, at })
    .onConflictDoNothing();
  return id;
}

/** Sets the minimum of deposits to a wallet, in units of the asset, as an operator does. */
export async function setMinDeposit(ctx: Context, asset: string, amount: string): Promise<void> {
  const args = { asset, min_deposit: amount, reason: "for the test", anyway: "yes" };
  const outcome = await runCommand(ctx, { command: "assets set", args, operator: { name: "anna" } });
  if (!outcome.ok) throw new Error(outcome.sentence);
}

/** What `ledger verify` finds where the test's policy lets money settle sooner, or where a test has made money settle. */
export async function verifyButSettling(db: Context["db"]): Promise<Violation[]> {
  return (await verify(db)).filter(({ check }) => check !== "money_settles_when_the_policy_says");
}
