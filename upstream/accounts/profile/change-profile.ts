import type { z } from "zod/v4";
import type { profileBody } from "../../../contract/member/member.ts";
import { type MemberSetting, memberSettingNames } from "../../../contract/member/member-settings.ts";
import type { FieldError } from "../../../contract/values/problem.ts";
import { isTimeZone } from "../../../contract/values/time-zone.ts";
import type { Context } from "../../ports/context.ts";
import { isPlainName, withoutCopiedMarks } from "../../shared/rules/fields/full-name.ts";
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
  const wanted: Partial<MemberRow> = Object.assign(
    {},
    ...readings.map((reading) => ("change" in reading ? reading.change : {})),
    locale === undefined ? {} : { locale },
    ...memberSettingNames.map((name) => settingChange(row, name, emails[name], now)),
  );
  const { order_email: orderEmail, ...others } = differing(row, wanted);
  const change: Change = orderEmail === true ? { ...others, order_email: true } : others;
  const isOff = orderEmail === false;
  const isChanged = Object.keys(change).length > 0;
  if (!isOff && !isChanged) return row;
  const request = { member: row, proof: { kind: "session", signedIn }, method: null, origin, now } as const;
  const changed = await ctx.db.transaction(async (tx) => {
    const off = isOff ? await applyEffect(tx, ctx, "order_emails_off", { ...request, change: {} }) : null;
    if (isRefusal(off)) return off;
    return isChanged ? applyEffect(tx, ctx, "profile_changed", { ...request, change }) : null;
  });
  ctx.jobs.wakeWorkers();
  if (isRefusal(changed)) return changed;
  return { ...(changed?.result ?? row), ...(isOff && { order_email: false }) };
}

/** Of these values those that the account does not have yet: a form that is saved again changes nothing. */
function differing(row: MemberRow, wanted: Partial<MemberRow>): Partial<MemberRow> {
  const differs = ([name, value]: [string, unknown]) => Reflect.get(row, name) !== value;
  return Object.fromEntries(Object.entries(wanted).filter(differs));
}

/** For news, the time of the member's wish is kept with it. */
function settingChange(
  row: MemberRow,
  name: MemberSetting,
  wanted: boolean | undefined,
  now: Date,
): Partial<MemberRow> {
  if (wanted === undefined) return {};
  if (name !== "news") return { [name]: wanted };
  return wanted === row.news ? {} : { news: wanted, newsSince: wanted ? now : null };
}

type Reading = { change: Partial<MemberRow> } | { fault: FieldError };
const unchanged: Reading = { change: {} };

function readName(typed: string | null | undefined): Reading {
  if (typed === undefined) return unchanged;
  const name = withoutCopiedMarks(typed ?? "").normalize("NFC");
  if (name === "") return { change: { name: null } };
  if (name.length > maxNameLength) {
    return { fault: { pointer: "/name", code: "too_long", meta: { max: String(maxNameLength) } } };
  }
  return isPlainName(name) && !/@|:\/\//.test(name)
    ? { change: { name } }
    : { fault: { pointer: "/name", code: "name_format" } };
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
