import type { Context } from "../../ports/context.ts";
import type { AnyEmailKind } from "../email-kinds.ts";
import { fill } from "../email-texts.ts";
import { layOut } from "../layout.ts";
import { recordEmail } from "../outbox/queue-email.ts";
import { deliverEmail, queuedEmail } from "./deliver-email.ts";
import type { Mailer } from "./mailer.ts";

export type Warning = {
  kind: Extract<AnyEmailKind, "operator_reserve" | "operator_alert">;
  /** What it is about; one email a day for each. */
  about: string;
  texts: { subject: string; lead: string };
  values: Record<string, string>;
  to: string;
  now: Date;
};

/** Emails the operator about a state that lasts, once a day. */
export async function sendWarning(
  ctx: Context,
  mailer: Mailer,
  { kind, about, texts, values, to, now }: Warning,
): Promise<void> {
  const id = `${about}:${now.toISOString().slice(0, 10)}`;
  await recordEmail(ctx.db.orm, { id, kind, cause: "desk", language: "en", to, now });
  const due = await queuedEmail(ctx, id);
  if (!due) return;
  const title = fill(texts.subject, values);
  const subject = `${mailer.sender.brand}: ${title}`;
  const lead = fill(texts.lead, values);
  const parts = { language: "en", brand: mailer.sender.brand, issuer: null, title, lead } as const;
  const body = layOut({ ...parts, remarks: [], choices: null, rows: [], button: null, closing: [] });
  await deliverEmail(ctx, mailer, due, { subject, ...body }, { subject, ...body });
}
