import { makeRunFolder } from "../../support/run-folder.ts";
import { startTemplateServer } from "../../support/service/template-server.ts";
import { sitesServer } from "../../support/site/site-database.ts";

/** Before all browser tests; returns what runs after them. */
export default async function setup(): Promise<() => Promise<void>> {
  const deleteFolder = makeRunFolder({ inMemory: true });
  if (process.env.TEST_DATABASE === "embedded") return async () => deleteFolder();
  const server = await startTemplateServer();
  process.env[sitesServer] = server.url("");
  return async () => {
    await server.stop();
    deleteFolder();
  };
}
