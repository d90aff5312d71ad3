import { ownerDatabase } from "../service/database.ts";

/** All movements have this account, as no service can write it. */
export async function changeAccounts(account: string): Promise<void> {
  const owner = await ownerDatabase();
  await owner.query("alter table outgoing disable trigger outgoing_identity_stays");
  await owner.query("update outgoing set account = $1", [account]);
  await owner.query("alter table outgoing enable trigger outgoing_identity_stays");
}
