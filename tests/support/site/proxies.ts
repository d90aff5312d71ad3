import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { connect } from "node:tls";
import { endWithParent } from "../end-with-parent.ts";
import { program } from "../find-program.ts";
import { freePort } from "./site.ts";

export const proxyNames = ["caddy", "nginx"] as const;
export type ProxyName = (typeof proxyNames)[number];

export type RunningProxy = {
  origin: string;
  port: number;
  /** The plain HTTP port that redirects to TLS. */
  plainPort: number;
  /** The CA of its certificate. */
  ca: string;
  log(): string;
  stop(): Promise<void>;
};

/** A host name for the tests only. */
export const proxyHost = "exchange.test";
/** `sites`: the addresses of the processes behind it: `127.0.0.1:3000`. */
type Wanted = { port: number; sites: readonly string[] };

/**
 * A real proxy with TLS on loopback, using the files of deploy/; only ports, paths and the name are replaced. Its port
 * must be known before the site starts, because it is part of the public origin.
 */
export async function startProxy(name: ProxyName, options: Wanted): Promise<RunningProxy> {
  const folder = await mkdtemp(join(tmpdir(), `kursa-${name}-`));
  const plainPort = await freePort();
  const run = name === "caddy" ? caddy(folder, options, plainPort) : nginx(folder, options, plainPort);
  endWithParent(run.process);
  const printed: string[] = [];
  run.process.stdout?.on("data", (chunk) => printed.push(String(chunk)));
  run.process.stderr?.on("data", (chunk) => printed.push(String(chunk)));
  const log = () => printed.join("");
  const ca = await untilKnown(run.ca, run.process, log);
  await untilKnown(() => shownCertificate(options.port, ca), run.process, log);
  return {
    origin: `https://${proxyHost}:${options.port}`,
    port: options.port,
    plainPort,
    ca,
    log,
    stop: async () => {
      const ended = run.process.exitCode === null ? once(run.process, "exit") : undefined;
      run.process.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type Running = { process: ChildProcess; ca(): Promise<string | undefined> };

function caddy(folder: string, { port, sites }: Wanted, plainPort: number): Running {
  const shipped = readFileSync("deploy/Caddyfile", "utf8");
  const globalOptions = `admin off\n\tlocal_certs\n\tskip_install_trust\n\thttps_port ${port}\n\thttp_port ${plainPort}\n\tstorage file_system ${folder}/storage`;
  const file = join(folder, "Caddyfile");
  writeFileSync(file, replacedOnce(shipped, "\n{\n\tservers {", `\n{\n\t${globalOptions}\n\tservers {`));
  const environment = { ...process.env, SITE_HOST: `${proxyHost}:${port}`, SITES: sites.join(" "), HOME: folder };
  const child = spawn(program("caddy"), ["run", "--config", file, "--adapter", "caddyfile"], { env: environment });
  const root = join(folder, "storage/pki/authorities/local/root.crt");
  return { process: child, ca: () => readCertificate(root) };
}

function nginx(folder: string, { port, sites }: Wanted, plainPort: number): Running {
  const [key, certificate] = [join(folder, "site.key"), join(folder, "site.crt")];
  const subject = ["-subj", `/CN=${proxyHost}`, "-addext", `subjectAltName=DNS:${proxyHost}`];
  const output = ["-days", "2", "-keyout", key, "-out", certificate];
  execFileSync(program("openssl"), ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...output, ...subject], {
    stdio: "ignore",
  });
  const changes: [string, string][] = [
    ["listen 80;", `listen 127.0.0.1:${plainPort};`],
    ["listen 443 ssl http2;", `listen 127.0.0.1:${port} ssl http2;`],
    ["return 301 https://exchange.example$", `return 301 https://exchange.example:${port}$`],
    ["/etc/ssl/exchange.example.crt", certificate],
    ["/var/cache/nginx/kursa", join(folder, "cache")],
    ["/etc/ssl/exchange.example.key", key],
    [
      "server 127.0.0.1:3000 max_fails=1 fail_timeout=2s;",
      sites.map((site) => `server ${site} max_fails=1 fail_timeout=2s;`).join("\n"),
    ],
  ];
  const shipped = changes.reduce(
    (text, [from, to]) => replacedOnce(text, from, to),
    readFileSync("deploy/nginx.conf", "utf8"),
  );
  writeFileSync(join(folder, "site.conf"), shipped.replaceAll("exchange.example", proxyHost));
  const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((place) => {
    mkdirSync(join(folder, place));
    return `${place}_temp_path ${folder}/${place};`;
  });
  const file = join(folder, "nginx.conf");
  // The main configuration that a distribution ships.
  writeFileSync(
    file,
    `${process.getuid?.() === 0 ? "user root;" : ""} daemon off; pid ${folder}/pid; error_log stderr warn;
     events { worker_connections 4096; }
     http { access_log off; ${places.join(" ")} include /etc/nginx/mime.types; include ${folder}/site.conf; }`,
  );
  return {
    process: spawn(program("nginx"), ["-p", folder, "-c", file], { stdio: "pipe" }),
    ca: () => readCertificate(certificate),
  };
}

/** Fails when there is nothing to replace: the shipped file and the test would differ. */
function replacedOnce(text: string, from: string, to: string): string {
  if (text.split(from).length !== 2) throw new Error(`Expected once: ${from}`);
  return text.replace(from, () => to);
}

/** Polls until there is an answer. */
async function untilKnown(
  ask: () => Promise<string | undefined>,
  proxy: ChildProcess,
  log: () => string,
): Promise<string> {
  for (let attempt = 0; attempt < 1200; attempt += 1) {
    if (proxy.exitCode !== null) throw new Error(`The proxy ended at once:\n${log()}`);
    const answer = await ask();
    if (answer !== undefined) return answer;
    await pause(50);
  }
  throw new Error(`The proxy does not get ready:\n${log()}`);
}

/** Of the proxy's name: Caddy listens before it has its certificate. */
async function shownCertificate(port: number, ca: string): Promise<string | undefined> {
  const socket = connect({ host: "127.0.0.1", port, servername: proxyHost, ca });
  socket.on("error", () => {});
  const serial = await once(socket, "secureConnect").then(
    () => socket.getPeerCertificate().serialNumber,
    () => undefined,
  );
  socket.destroy();
  return serial;
}

/** Undefined until it is there and whole. */
async function readCertificate(file: string): Promise<string | undefined> {
  const text = await readFile(file, "utf8").catch(() => "");
  return /-----END CERTIFICATE-----\s*$/.test(text) ? text : undefined;
}
