import type { FieldCode } from "../../../../contract/values/problem.ts";

/** `address_checksum`: valid format, wrong checksum. `address_network`: valid on another network. */
type AddressFault = Extract<FieldCode, "address_format" | "address_checksum" | "address_network">;
export type ReadAddress = { account: string } | { fault: AddressFault };
