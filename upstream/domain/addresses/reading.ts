import type { FieldCode } from "../../../contract/calls/problem.ts";

/** `address_checksum`: the right shape, but mistyped. `address_network`: a good address of somewhere else. */
export type AddressFault = Extract<FieldCode, "address_format" | "address_checksum" | "address_network">;
export type ReadAddress = { account: string } | { fault: AddressFault };
