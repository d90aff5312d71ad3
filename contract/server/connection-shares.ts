import { fairSlots } from "../networks/fair-slots.ts";
import { networksOf } from "../networks/networks.ts";

/** Of Node's socket what is needed here. */
type Connection = {
  remoteAddress?: string | undefined;
  destroy(): unknown;
  once(event: "close", listener: () => void): unknown;
};

type ConnectionShares<Opened extends Connection> = {
  /** Counts a new connection, or closes one: this one, or another for it. */
  opened(connection: Opened): void;
  /** From now on this connection counts no more: it has shown that it is ours. */
  exempt(connection: Opened): void;
};

type Rules = {
  /** Each costs a few kilobytes and a file descriptor. */
  most?: number;
  /** Whether connections of a peer are not counted: our proxies and our site bound their own. */
  isExempt?: (address: string) => boolean;
};

/**
 * Bounds the open connections of a server, shared by network: where all are taken, one of a network that has more than a fifth
 * is closed for one that has less, the oldest of its greediest address first.
 */
export function connectionShares<Opened extends Connection>({
  most = 2000,
  isExempt = () => false,
}: Rules = {}): ConnectionShares<Opened> {
  const slots = fairSlots(most);
  const counted = new WeakMap<Opened, () => void>();
  return {
    opened(connection) {
      const peer = peerOf(connection);
      if (peer !== null && isExempt(peer)) return;
      const slot = slots.take(networksOf(peer), 1, () => void connection.destroy());
      if (!slot) return void connection.destroy();
      counted.set(connection, slot.release);
      connection.once("close", slot.release);
    },
    exempt: (connection) => counted.get(connection)?.(),
  };
}

/** The address at the other end; `::ffff:192.0.2.1` is the IPv4 address, on a socket for both. Null once it is closed. */
export function peerOf({ remoteAddress }: Pick<Connection, "remoteAddress">): string | null {
  return remoteAddress?.replace(/^::ffff:(?=\d+\.)/i, "") ?? null;
}
