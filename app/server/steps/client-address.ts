import { headerOf, type Step } from "../visit.ts";
import { clientAddress, trustedBy } from "./forwarded-address.ts";

/** The client's address: the peer's, or what a trusted proxy forwarded. */
export function clientAddressStep(trustedProxies: readonly string[]): Step {
  const isTrusted = trustedBy(trustedProxies);
  const known = remembered((peer: string) => {
    const address = clientAddress(peer, undefined, isTrusted);
    return { address, viaProxy: address !== null && isTrusted(address) };
  });
  return (visit) => {
    const peer = visit.incoming.socket.remoteAddress ?? "";
    const { address, viaProxy } = known(peer);
    visit.viaProxy = viaProxy;
    visit.facts.clientAddress = viaProxy ? clientAddress(peer, headerOf(visit, "x-forwarded-for"), isTrusted) : address;
    return undefined;
  };
}

/** Cached: there are few peers, or many requests per connection. */
function remembered<Value>(work: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, Value>();
  return (key) => {
    const value = known.get(key) ?? work(key);
    if (known.size >= 1000) known.clear();
    known.set(key, value);
    return value;
  };
}
