import type { z } from "zod/v4";
import type { profileBody } from "../../../contract/member/member.ts";
import { type MemberSetting, memberSettingNames } from "../../../contract/member/member-settings.ts";
import type { FieldError } from "../../../contract/values/problem.ts";
import { isTimeZone } from "../../../contract/values/time-zone.ts";
import type { Context } from "../../ports/context.ts";
import { isRefusal, type Refusal, refuseFields } from "../../shared/rules/refusal.ts";
import type { ClientOrigin } from "../client-origin.ts";
import type { AccountChanges } from "../effects/account-changes.ts";
import { applyEffect } from "../effects/apply-effect.ts";
import type { MemberRow, SignedIn } from "../sign-in/sessions.ts";

type ProfileInput = z.output<typeof profileBody>;
type Change = AccountChanges["profile_changed"];

const maxNameLength = 80;

/** Changes the given fields only; refuses everything when one is invalid, or when the account has been closed meanwhile. */
export async function changeProfile(
  ctx: Pick<Context, "db" | "ids" | "jobs" | "policy">,
  signedIn: SignedIn,
  { input, origin, now }: { input: ProfileInput; origin: ClientOrigin; now: Date },
): Promise<MemberRow | Refusal> {
  const { member: row } = signedIn;
  const readings = [readName(input.name), readPhone(input.phone), readTimezone(input.timezone)];
  const faults = readings.flatMap((reading) => ("fault" in reading ? [reading.fault] : []));
  if (faults.length > 0) return refuseFields(...faults);
  const { locale, notifications: emails = {} } = input;
  const change: Change = Object.assign(
    {},
    ...readings.map((reading) => ("change" in reading ? reading.change : {})),
    locale === undefined ? {} : { locale },
    ...memberSettingNames.map((name) => settingChange(row, name, emails[name], now)),
  );
  if (Object.keys(change).length === 0) return row;
  const proof = { kind: "session", signedIn } as const;
  const request = { member: row, proof, change, method: null, origin, now };
  const changed = await ctx.db.transaction((tx) => applyEffect(tx, ctx, "profile_changed", request));
  return changed === null || isRefusal(changed) ? (changed ?? row) : changed.result;
}

/** For news, the time of the member's wish is kept with it. */
function settingChange(row: MemberRow, name: MemberSetting, wanted: boolean | undefined, now: Date): Change {
  if (wanted === undefined) return {};
  if (name !== "news") return { [name]: wanted };
  return wanted === row.news ? {} : { news: wanted, newsSince: wanted ? now : null };
}

type Reading = { change: Change } | { fault: FieldError };
const unchanged: Reading = { change: {} };

function readName(typed: string | null | undefined): Reading {
  if (typed === undefined) return unchanged;
  const name = (typed ?? "").replace(/\s+/gu, " ").normalize("NFC");
  if (name === "") return { change: { name: null } };
  if (name.length > maxNameLength) {
    return { fault: { pointer: "/name", code: "too_long", meta: { max: String(maxNameLength) } } };
  }
  return /[\p{C}<>@]|:\/\//u.test(name) ? { fault: { pointer: "/name", code: "name_format" } } : { change: { name } };
}

/** E.164, with any grouping accepted. */
function readPhone(typed: string | null | undefined): Reading {
  if (typed === undefined) return unchanged;
  const phone = (typed ?? "").replace(/[\s().-]/g, "");
  if (phone === "") return { change: { phone: null } };
  return /^\+[1-9]\d{6,14}$/.test(phone)
    ? { change: { phone } }
    : { fault: { pointer: "/phone", code: "phone_format" } };
}

function readTimezone(typed: string | undefined): Reading {
  if (typed === undefined) return unchanged;
  return isTimeZone(typed)
    ? { change: { timezone: typed } }
    : { fault: { pointer: "/timezone", code: "timezone_unknown" } };
}
