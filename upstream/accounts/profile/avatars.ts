import { eq } from "drizzle-orm";
import { avatar } from "../../db/schema/accounts.ts";
import type { Context } from "../../ports/context.ts";
import { isRefusal, type Refusal } from "../../shared/rules/refusal.ts";
import type { ClientOrigin } from "../client-origin.ts";
import { applyEffect } from "../effects/apply-effect.ts";
import type { SignedIn } from "../sign-in/sessions.ts";

/**
 * Sets or removes the picture; returns its id. Refuses files that are not a supported picture, and everything when the
 * account has been closed meanwhile.
 */
export async function setAvatar(
  ctx: Pick<Context, "db" | "ids" | "jobs" | "policy">,
  signedIn: SignedIn,
  { dataUrl, origin, now }: { dataUrl: string | null; origin: ClientOrigin; now: Date },
): Promise<{ id: string | null } | Refusal> {
  const image = dataUrl === null ? null : await drawn(dataUrl);
  if (isRefusal(image)) return image;
  const id = image && ctx.ids.newId("av");
  const proof = { kind: "session", signedIn } as const;
  const request = { member: signedIn.member, proof, change: { id, image }, method: null, origin, now };
  const set = await ctx.db.transaction((tx) => applyEffect(tx, ctx, "picture_changed", request));
  return isRefusal(set) ? set : { id };
}

export async function avatarImage({ db }: Pick<Context, "db">, id: string): Promise<Uint8Array | undefined> {
  const [row] = await db.orm.select().from(avatar).where(eq(avatar.id, id));
  return row?.image;
}

/** The image library loads slowly: with the first picture, not at start-up. */
async function drawn(dataUrl: string): Promise<Uint8Array | Refusal> {
  const { reencodedAvatar } = await import("./avatar-image.ts");
  return reencodedAvatar(dataUrl);
}
