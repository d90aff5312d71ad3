import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { z } from "zod/v4";
import { command, done, refused } from "../../operator/command.ts";
import { readPassphrase } from "../../operator/read-passphrase.ts";
import { leastPassphrase, newKeyFile, publicKeyOfFile } from "../key-file.ts";

const fileArgument = z
  .string({ error: "Enter the key file." })
  .trim()
  .min(1, "Enter the key file.")
  .max(1000)
  .describe("key file on your own machine");

/** The key of a member of staff. Both commands run on the operator's machine, and open no database. */
export const staffKeyCommands = [
  command({
    name: "key create",
    summary:
      "Makes your key in a new file on this machine, under a passphrase that is asked for, and prints the public key for `staff add`.",
    positional: ["file"],
    args: z.object({
      file: fileArgument,
      passphrase_file: z
        .string()
        .optional()
        .describe("file with the passphrase, which only you can read; else it is asked for"),
    }),
    async beforeOpening({ file, passphrase_file }) {
      if (existsSync(file)) return refused(`REFUSED: ${file} is there already, and a lost key cannot be made again.`);
      const passphrase = await readPassphrase(passphrase_file, "Passphrase for the new key");
      if (typeof passphrase !== "string") return refused(passphrase.refused);
      if (passphrase.length < leastPassphrase)
        return refused(`Use a passphrase of at least ${leastPassphrase} characters, for example five random words.`);
      const repeated =
        passphrase_file === undefined ? await readPassphrase(undefined, "The same passphrase again") : passphrase;
      if (repeated !== passphrase) return refused("These were two different passphrases. Nothing was written.");
      const { text, publicKey, id } = newKeyFile(passphrase);
      writeFileSync(file, text, { mode: 0o600, flag: "wx" });
      return done({ file, key: id, public_key: publicKey });
    },
    run: async () => refused("Run it on your own machine."),
  }),
  command({
    name: "key show",
    summary: "Prints the public key of a key file, for `staff add`. It needs no passphrase.",
    positional: ["file"],
    args: z.object({ file: fileArgument }),
    async beforeOpening({ file }) {
      const publicKey = existsSync(file) ? publicKeyOfFile(readFileSync(file, "utf8")) : undefined;
      return publicKey
        ? done({ file, key: publicKey.id, public_key: publicKey.publicKey })
        : refused(`${file} is no key file.`);
    },
    run: async () => refused("Run it on your own machine."),
  }),
];
