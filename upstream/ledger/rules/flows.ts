import { accountKinds, type TransferCode, type TransferRequest } from "./booking.ts";
import { type CauseKind, type FlowAccount, type FlowRow, type FlowStep, flowTable } from "./flow-table.ts";

/** One kind of transfer that may exist, as the database stores it. */
export type Flow = { code: TransferCode; step: FlowStep; debit: FlowAccount; credit: FlowAccount; cause: CauseKind };

/** Every row of the table as the single flows that it allows; each once. */
export function allowedFlows(table: readonly FlowRow[] = flowTable): Flow[] {
  const flows = table.flatMap(({ code, step, debit, credit, cause }) =>
    step.flatMap((how) =>
      withShortfall(debit, how).flatMap((from) =>
        credit.flatMap((to) => cause.map((why) => ({ code, step: how, debit: from, credit: to, cause: why }))),
      ),
    ),
  );
  return [...new Map(flows.map((flow) => [Object.values(flow).join(" "), flow])).values()];
}

/** A rail's account covers everything; of the others, what they lack comes from the shortfall account. */
function withShortfall(debit: readonly FlowAccount[], step: FlowStep): FlowAccount[] {
  const isShort = step === "forced" && debit.some((kind) => kind in accountKinds && kind !== "shortfall");
  return isShort ? [...debit, "shortfall"] : [...debit];
}

/** Whether the table has a transfer from `debit` to `credit` with this code, whatever it happens for. */
export function isAllowed(step: FlowStep, { code, debit, credit }: Pick<TransferRequest, "code" | "debit" | "credit">) {
  return sides.has([code, step, flowAccountOf(debit), flowAccountOf(credit)].join(" "));
}

const sides = new Set(allowedFlows().map(({ code, step, debit, credit }) => [code, step, debit, credit].join(" ")));

/** The database has the same rule (`flow_account`). */
function flowAccountOf(id: string): string {
  const [kind = "", holder = ""] = id.split(":");
  if (kind !== "assets") return kind;
  return ["deposits", "gas", "dust", "disputed"].find((part) => holder.endsWith(`_${part}`)) ?? "rail";
}

/** The table as Markdown, printed in docs/ledger-flows.md. */
export function flowsAsMarkdown(): string {
  const list = (names: readonly string[]) => names.join(", ");
  const rows = flowTable.map(({ code, step, debit, credit, cause, why }) => {
    return `| \`${code}\` | ${list(step)} | ${list(debit)} | ${list(credit)} | ${list(cause)} | ${why} |`;
  });
  return ["| code | step | debit | credit | cause | why |", "|---|---|---|---|---|---|", ...rows].join("\n");
}
