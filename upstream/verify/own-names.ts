import type { UpstreamEnv } from "../settings/env.ts";

/** Everything that is ours besides addresses, which the database knows, and signatures. Lower case. */
export type OwnNames = {
  /** The site's own, with its scheme and port. */
  origin: string;
  sites: string[];
  emails: string[];
  messengers: { name: string; handle: string; url: string | null }[];
};

type Settings = Pick<UpstreamEnv, "PUBLIC_ORIGIN" | "SUPPORT_EMAIL" | "MAIL_FROM" | "COMPANY">;

export function ownNames({ PUBLIC_ORIGIN, SUPPORT_EMAIL, MAIL_FROM, COMPANY }: Settings): OwnNames {
  const { channels, privacy, isExample } = COMPANY;
  const sender = /<([^<>]+)>\s*$/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM;
  // The example's mailbox is nobody's.
  const emails = [SUPPORT_EMAIL, sender, ...(isExample ? [] : [privacy.contact]), ...channels.emails];
  return {
    origin: PUBLIC_ORIGIN,
    sites: once([new URL(PUBLIC_ORIGIN).hostname, ...channels.domains]),
    emails: once(emails.filter((email) => email.includes("@"))),
    messengers: channels.messengers,
  };
}

const once = (names: readonly string[]) => [...new Set(names.map((name) => name.toLowerCase()))];
