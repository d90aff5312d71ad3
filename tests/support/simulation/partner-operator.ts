import type { Context } from "../../../upstream/ports/context.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import type { Chance } from "./chance.ts";
import type { Partner, Programme } from "./partner-programme.ts";

type Desk = { ctx: Context; luck: Chance; faults: string[] };

/**
 * The operator's work on partners, at the beginning of a turn: everything later in the turn finds it done. Pauses, agrees
 * rates, marks orders as fraud, and decides about payouts that wait.
 */
export async function overseePartners(desk: Desk, programme: Programme, refs: readonly string[]): Promise<void> {
  const { luck } = desk;
  for (const partner of programme.partners) {
    if (luck.percent(isPausedNow(partner) ? 15 : 2)) await pauseOrResume(desk, partner);
    if (luck.percent(3)) await agreeRate(desk, partner);
    if (waiting(partner) && luck.percent(30)) await decide(desk, partner);
  }
  if (luck.percent(2) && refs.length > 0) await flag(desk, programme, luck.pick(refs));
}

/** Nothing is left for the operator to do. */
export async function settlePartners(desk: Desk, programme: Programme): Promise<void> {
  for (const partner of programme.partners) {
    if (isPausedNow(partner)) await pauseOrResume(desk, partner);
    if (waiting(partner)) await decide(desk, partner);
  }
}

const waiting = ({ payouts }: Partner) => payouts.find(({ state }) => state === "waiting");
const isPausedNow = ({ pauses }: Partner) => pauses.at(-1)?.to === null;

async function command({ ctx }: Desk, name: string, args: Record<string, string>): Promise<string | null> {
  const outcome = await runCommand(ctx, {
    command: name,
    args: { ...args, reason: "simulated" },
    operator: { name: "sim" },
  });
  return outcome.ok ? null : outcome.sentence;
}

async function pauseOrResume(desk: Desk, partner: Partner): Promise<void> {
  const now = desk.ctx.clock.now();
  const { email } = partner.member;
  const isResumed = isPausedNow(partner);
  const refusal = await command(desk, isResumed ? "partners resume" : "partners pause", { email });
  if (refusal !== null) return void desk.faults.push(`${email} could not be paused or resumed: ${refusal}`);
  const last = partner.pauses.at(-1);
  if (isResumed && last) last.to = now;
  else partner.pauses.push({ from: now, to: null });
}

async function agreeRate(desk: Desk, partner: Partner): Promise<void> {
  const percent = desk.luck.pick(["tier", "25.5", "70", "80"]);
  const { email } = partner.member;
  const refusal = await command(desk, "partners rate", { email, percent, anyway: "yes" });
  if (refusal !== null) return void desk.faults.push(`${email} got no rate: ${refusal}`);
  const bps = percent === "tier" ? null : Math.round(Number(percent) * 100);
  partner.rates.push({ from: desk.ctx.clock.now(), bps });
}

async function flag(desk: Desk, { flags }: Programme, ref: string): Promise<void> {
  const seen = "paid from the partner's own account";
  const refusal = await command(desk, "partners flag", { ref, seen, anyway: "yes" });
  if (refusal === null && flags.has(ref)) desk.faults.push(`${ref} was marked as fraud twice`);
  else if (refusal === null) flags.set(ref, desk.ctx.clock.now());
}

async function decide(desk: Desk, partner: Partner): Promise<void> {
  const payout = waiting(partner);
  if (!payout) return;
  const isApproved = desk.luck.percent(60);
  const { email } = partner.member;
  const refusal = await command(desk, isApproved ? "partners approve-payout" : "partners refuse-payout", { email });
  if (refusal !== null) {
    const isKnown = isApproved && (isPausedNow(partner) || refusal.includes("taken back"));
    if (!isKnown) desk.faults.push(`${email}'s payout could not be decided: ${refusal}`);
    return;
  }
  if (isApproved && isPausedNow(partner)) desk.faults.push(`${email} was paid out during a pause`);
  Object.assign(payout, { state: isApproved ? "paid" : "refused", decidedAt: desk.ctx.clock.now() });
}
