import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export type Balancer = Awaited<ReturnType<typeof startBalancer>>;

/** A TCP balancer in front of servers that listen on unix sockets. */
export async function startBalancer(first: string) {
  let target = first;
  let isSilent = false;
  const connections = new Set<Connection>();
  const server = createServer((client) => {
    const connection = isSilent ? silentConnection(client) : forward(client, connect(target));
    connections.add(connection);
    client.once("close", () => connections.delete(connection));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The balancer has no port");
  const close = () => {
    for (const { client } of connections) client.destroy();
  };
  return {
    /** The address of a database behind it. */
    url: (database: string, role = "kursa") => `postgresql://${role}@127.0.0.1:${address.port}/${database}`,
    /** New connections go to this server; present ones stay where they are. */
    pointTo(socket: string): void {
      target = socket;
    },
    /** Swallows every byte of present and new connections and closes none; those present then stay silent for ever. */
    silence(): void {
      isSilent = true;
      for (const connection of connections) connection.silence();
    },
    speakAgain(): void {
      isSilent = false;
    },
    close,
    stop(): void {
      server.close();
      close();
    },
  };
}

type Connection = { client: Socket; silence(): void };

function forward(client: Socket, server: Socket): Connection {
  let isSilent = false;
  for (const [from, to] of [
    [client, server],
    [server, client],
  ] as const) {
    from.on("data", (chunk) => isSilent || to.write(chunk));
    from.on("error", () => {});
    from.once("close", () => isSilent || to.destroy());
  }
  client.once("close", () => server.destroy());
  return {
    client,
    silence() {
      isSilent = true;
    },
  };
}

function silentConnection(client: Socket): Connection {
  client.on("error", () => {});
  client.resume();
  return { client, silence() {} };
}
