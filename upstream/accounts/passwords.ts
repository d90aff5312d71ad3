import { hash, verify } from "@node-rs/argon2";
import { eq } from "drizzle-orm";
import type { Context } from "../context.ts";
import type { Tx } from "../db/database.ts";
import { memberPassword } from "../db/schema/accounts.ts";

/** OWASP's least: 19 MiB, two passes, one lane; the package's own kind is argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export async function hashPassword(password: string): Promise<string> {
  return hash(normal(password), cost);
}

/** Takes the same work when there is nothing to compare with, so that nobody learns who has an account. */
export async function isPassword(given: string, stored: string | null | undefined): Promise<boolean> {
  dummy ??= hash("the password of nobody", cost);
  const isSame = await verify(stored ?? (await dummy), normal(given));
  return isSame && stored != null;
}

let dummy: Promise<string> | undefined;

/** Made at the start, so that the first sign-in of an unknown address is not the slow one. */
export async function warmPasswords(): Promise<void> {
  await isPassword("", null);
}

export async function passwordHashOf(ctx: Pick<Context, "db">, memberId: string): Promise<string | null> {
  const [row] = await ctx.db.orm.select().from(memberPassword).where(eq(memberPassword.memberId, memberId));
  return row?.hash ?? null;
}

export async function savePassword(tx: Tx, memberId: string, passwordHash: string, now: Date): Promise<void> {
  const row = { memberId, hash: passwordHash, changedAt: now };
  await tx.insert(memberPassword).values(row).onConflictDoUpdate({ target: memberPassword.memberId, set: row });
}

/** One password typed on two keyboards is one password (NIST SP 800-63B, 5.1.1.2). */
const normal = (password: string) => password.normalize("NFKC");
