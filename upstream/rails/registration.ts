import type { z } from "zod/v4";
import type { HandStep, PayinMethod } from "../../contract/order/order-states.ts";
import type { Context } from "../ports/context.ts";
import type { DepositRail } from "../ports/deposit-rail.ts";
import type { PeriodicTask } from "../ports/jobs.ts";
import type { PayoutRail } from "../ports/payout-rail.ts";
import type {
  AssetDescription,
  PayinRail,
  RailAccounts,
  RailFact,
  RailNetwork,
  RailWebhook,
  ReadProgress,
  WorkByHand,
} from "../ports/rail.ts";
import type { RailStatement } from "../ports/rail-statement.ts";

/** The services a rail may use. No log: a rail logs by that of the request or task that called it. */
export type RailDesk = Pick<Context, "db" | "clock" | "ids" | "env">;

/** A running rail. Where several rails serve the same asset and method, the last one named in `RAILS` is used. */
export type OpenRail = {
  /** The methods by which it accepts the asset. */
  payinMethods(asset: string): readonly PayinMethod[];
  /** Called only with an asset and method that `payinMethods` names. */
  payinFor(asset: string, method: PayinMethod): PayinRail;
  /** Undefined for an asset that it takes no deposits of; missing where it takes none. */
  depositFor?(asset: string): DepositRail | undefined;
  /** Undefined for an asset that it does not pay out. */
  payoutFor(asset: string): PayoutRail | undefined;
  /** What it knows of an asset that it serves; undefined for others. Throws `RailUnavailable` when it cannot be reached. */
  describe(asset: string): Promise<AssetDescription | undefined>;
  /** Where it moves money; missing for a simulated rail. Throws `RailUnavailable` when it cannot be reached. */
  network?(): Omit<RailNetwork, "rail">;
  /** Missing where it has none that a customer could name. */
  accounts?(): RailAccounts;
  /** All its money as of now, to be compared with the ledger; missing for a rail that cannot say. */
  statement?(): Promise<RailStatement>;
  /** What a person does for an order now; missing for a rail on which nobody does anything. */
  byHand?(ref: string): Promise<WorkByHand | null>;
  handSteps?(refs: readonly string[]): Promise<ReadonlyMap<string, HandStep>>;
  /** For payments of any rail: it answers for its own. */
  progress: ReadProgress;
  /** Webhook handlers by their name in `gateways/<name>/webhook`. */
  webhooks: Readonly<Record<string, RailWebhook>>;
};

/** How a rail joins the service: `rails/<name>/register.ts` exports one, `rails/registered.ts` lists it. */
export type RailRegistration = {
  /** Its name in the setting `RAILS`. */
  name: string;
  /**
   * Its own settings; those of `required` must be set once `RAILS` names the rail. `about` and, of each setting, `description` and
   * `example` of its metadata are what the files of the deployment say (`scripts/write-rail-settings.ts`).
   */
  settings: { schema: z.ZodObject; required: readonly string[]; about: string };
  /**
   * Of a rail that simulates all it does: whether a ledger id is one of its own, so that what it has done is known for
   * simulated when it runs no more. Missing for a rail that moves money.
   */
  simulates?(id: string): boolean;
  /** Of a rail whose doings only people see: the commands by which two of them enter each. Missing for a rail that can be asked. */
  enteredWith?: Readonly<Record<RailFact, string>>;
  open(desk: RailDesk): OpenRail;
  /** Its scheduled tasks. */
  tasks(ctx: Context): PeriodicTask[];
};
