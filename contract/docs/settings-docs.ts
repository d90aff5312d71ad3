import { termsVersion } from "../order/terms.ts";
import type { CallDocs } from "./call-doc.ts";
import {
  exampleEmail as email,
  exampleChallenge,
  examplePassword,
  exampleProfile,
  exampleRenewed,
} from "./member-example.ts";

const { challenge_id } = exampleChallenge.data;
const newEmail = "anna@example.org";
const replacesBearer = "The reply has a new bearer for this session; the old one is invalid from then on.";

export const settingsDocs = {
  memberSettingsPassword: {
    purpose: `Needs the current password, and a code if two-factor sign-in is on. ${replacesBearer}`,
    repeat: "`validation_failed` with `password_wrong`: the password has changed.",
    body: { current_password: examplePassword, password: "another horse entirely" },
    reply: { data: exampleRenewed },
  },
  memberSettingsPhrase: {
    purpose:
      "Needs the password, and a code if two-factor sign-in is on. Each later email to the member's address begins with the phrase, so an email without it is not ours. 4 to 60 characters; null removes it.",
    repeat: "No further effect.",
    body: { phrase: "blue heron at dawn", password: examplePassword },
    reply: { data: { phrase: "blue heron at dawn" } },
  },
  twoFactorGenerate: {
    purpose: "The secret for an authenticator app. Show `otpauth_uri` as a QR code, and `secret` for manual entry.",
    repeat: "A new secret, which replaces the unconfirmed one.",
    body: { password: examplePassword },
    reply: {
      data: {
        secret: "TFCTML66UO7SMWTJJQ4DQMGEBQWJYXCT",
        otpauth_uri: "otpauth://totp/Kursa:anna?secret=TFCTML66UO7SMWTJJQ4DQMGEBQWJYXCT&issuer=Kursa",
        expires_at: exampleChallenge.data.expires_at,
      },
    },
  },
  twoFactorEnable: {
    purpose: `Show the recovery codes to the member: they are returned only here. ${replacesBearer}`,
    repeat: "`invalid_transition`: it is on.",
    body: { code: "482913" },
    reply: {
      data: { enabled: true, recovery_codes: ["zpyb-f8n2-3ezk-7yte", "hvmv-ycfz-z68x-kr4n"], ...exampleRenewed },
    },
  },
  twoFactorDisable: {
    purpose: `Needs the password and a code of the authenticator, or a recovery code. ${replacesBearer}`,
    repeat: "`invalid_transition`: it is off.",
    body: { password: examplePassword, code: "482913" },
    reply: { data: { enabled: false, ...exampleRenewed } },
  },
  emailChangeRequest: {
    purpose: "First half of a change of email: proves the member and asks the new mailbox for a code.",
    repeat: "The same challenge until `resend_at`, then a new code that replaces the old one.",
    body: { email: newEmail, password: examplePassword },
    reply: exampleChallenge,
  },
  emailChangeConfirm: {
    purpose: `Second half of a change of email. ${replacesBearer}`,
    repeat: "`code_expired`: a code works once.",
    body: { challenge_id, code: "482913" },
    reply: { data: { email: newEmail, ...exampleRenewed } },
  },
  memberExport: {
    purpose: "The member’s copy of their data, as one document. Parts may be added.",
    reply: {
      data: {
        made_at: "2026-11-21T12:00:00.000Z",
        profile: { ...exampleProfile, email },
        picture: null,
        terms_version: termsVersion,
        partner: null,
        affiliate: { came_by: null, partner: null },
        sessions: [],
        history: [],
        addresses: [],
        orders: [],
        payment_senders: [],
        identity: [],
        reviews: [],
        support: [],
        news_since: null,
        newsletter: null,
        notifications: [],
        deposits: [],
        withdrawals: [],
        emails: [],
      },
    },
  },
  memberClosing: {
    purpose:
      "Tells what has to be done before `memberClose` succeeds, and which money cannot be withdrawn and is given up then.",
    reply: {
      data: {
        can_close: false,
        open_orders: 0,
        wallets: [{ asset: "usdt-trc20", amount: "250.000000", reason: "available" }],
        rewards_due: false,
        leftovers: [{ asset: "ltc", amount: "0.00500000", kind: "below_withdrawal" }],
      },
    },
  },
  memberClose: {
    purpose: "Deletes the account’s data, ends its sessions and keeps what the law requires until `kept_until`.",
    repeat: "`unauthenticated`: the session has ended.",
    body: { password: examplePassword },
    reply: {
      data: {
        closed_at: "2026-11-21T12:00:00.000Z",
        kept: ["orders", "security_events"],
        kept_until: "2031-11-21T12:00:00.000Z",
      },
    },
  },
} satisfies Partial<CallDocs>;
